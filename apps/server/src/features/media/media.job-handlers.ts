import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import type { mediaJobs } from "./media.jobs.ts";
import {
  deleteUnusedMedia,
  FIRST_POSITION,
  type MediaPosition,
  selectHeldMedia,
  selectUncertainMedia,
  updateSharedMedia,
  updateUnusedMedia,
} from "./media.queries.ts";

const UNUSED_RETENTION_MS = 7 * 86_400_000;
/** Small, because files are large and one statement should not take long. */
const DELETE_BATCH_SIZE = 200;
const UPDATE_BATCH_SIZE = 5_000;

export function mediaJobHandlers({ db }: Context): JobHandlers<typeof mediaJobs> {
  return {
    async deleteUnused(_, { now, signal }) {
      let position: MediaPosition | null = FIRST_POSITION;
      while (position !== null) {
        position = await updateUnusedMedia(db, now, position, UPDATE_BATCH_SIZE);
        signal?.throwIfAborted();
      }
      const before = new Date(now.getTime() - UNUSED_RETENTION_MS);
      while ((await deleteUnusedMedia(db, before, DELETE_BATCH_SIZE)) > 0) signal?.throwIfAborted();
      await deleteUnsharedMedia(db, now, before, signal);
    },
  };
}

/** Deletes the bytes of shared files that no account has any more. */
async function deleteUnsharedMedia(db: Context["db"], now: Date, before: Date, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const ids = await selectUncertainMedia(db, before, DELETE_BATCH_SIZE);
    if (ids.length === 0) return;
    const held = await selectHeldMedia(db, ids);
    await updateSharedMedia(db, { held, others: ids.filter((id) => !held.includes(id)), before, now });
  }
}
