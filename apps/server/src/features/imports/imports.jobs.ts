import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

type ImportJob = { userId: OwnerId; importId: string };

// The child process has its own deadline, well before the job expires.
const queueOptions = { concurrency: 2, onePerAccount: true, retryLimit: 3, retryDelay: 2, expireInSeconds: 3600 };

export const importJobs = {
  /** Reads an uploaded file for its preview. */
  read: defineJob<ImportJob>("imports.read", queueOptions),
  /** Writes the contents of a file to the account. */
  write: defineJob<ImportJob>("imports.write", queueOptions),
  /** Removes what an import added. */
  undo: defineJob<ImportJob>("imports.undo", queueOptions),
  /** Deletes broken uploads, old files and undo data, and ends imports whose process has stopped. */
  clean: defineJob<Record<string, never>>("imports.clean", { cron: "23 * * * *", retryLimit: 0 }),
};
