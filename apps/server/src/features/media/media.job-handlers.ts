import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import type { mediaJobs } from "./media.jobs.ts";
import { deleteUnusedMedia, FIRST_PLACE, type MediaPlace, noteUnusedMedia } from "./media.queries.ts";

const KEPT_UNUSED_MS = 7 * 86_400_000;
/** Files are large, and one statement should not take long. */
const AT_ONCE = 200;
const NOTED_AT_ONCE = 5_000;

export function mediaJobHandlers({ db }: Context): JobHandlers<typeof mediaJobs> {
  return {
    async deleteUnused(_, { now, signal }) {
      let place: MediaPlace | null = FIRST_PLACE;
      while (place !== null) {
        place = await noteUnusedMedia(db, now, place, NOTED_AT_ONCE);
        signal?.throwIfAborted();
      }
      const before = new Date(now.getTime() - KEPT_UNUSED_MS);
      while ((await deleteUnusedMedia(db, before, AT_ONCE)) > 0) signal?.throwIfAborted();
    },
  };
}
