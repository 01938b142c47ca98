import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

type OfImport = { userId: OwnerId; importId: string };

// The process that does it has a deadline of its own, well before the queue loses patience.
const patience = { concurrency: 2, onePerAccount: true, retryLimit: 3, retryDelay: 2, expireInSeconds: 3600 };

export const importJobs = {
  /** Reads a file that has arrived, for its preview. */
  read: defineJob<OfImport>("imports.read", patience),
  /** Brings in what a file holds. */
  write: defineJob<OfImport>("imports.write", patience),
  /** Takes out again what an import has brought. */
  undo: defineJob<OfImport>("imports.undo", patience),
  /** Removes what is over: broken uploads, files, what undoing needed, and work that nobody does any more. */
  clean: defineJob<Record<string, never>>("imports.clean", { cron: "23 * * * *", retryLimit: 0 }),
};
