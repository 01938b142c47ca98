// Around what features are given, so that none has to count by itself.
import { type AllJobHandlers, allJobs } from "#all-jobs.ts";
import { type JobHandler, type JobKind, PermanentFailure } from "#platform/jobs/job.ts";
import { RefusedMail, type SendMail } from "#platform/mail/mail.ts";
import type { Metrics } from "./metrics.ts";

export function countMails(send: SendMail, { mailed }: Metrics): SendMail {
  return async (mail) => {
    try {
      await send(mail);
      mailed("sent");
    } catch (error) {
      mailed(error instanceof RefusedMail ? "refused" : "failed");
      throw error;
    }
  };
}

export function countJobs(handlers: AllJobHandlers, metrics: Metrics): AllJobHandlers {
  const counted = Object.entries(handlers).map(([feature, table]) => {
    const kinds: Record<string, JobKind<object>> = allJobs[feature as keyof AllJobHandlers];
    const pairs = Object.entries(table as Record<string, JobHandler<object>>);
    return [
      feature,
      Object.fromEntries(pairs.map(([key, handle]) => [key, countJob(kinds[key]?.name ?? key, handle, metrics)])),
    ];
  });
  // AllJobHandlers has checked that the pairs match; a loop over both loses that.
  return Object.fromEntries(counted) as AllJobHandlers;
}

function countJob(kind: string, handle: JobHandler<object>, { jobBegun }: Metrics): JobHandler<object> {
  return async (data, run) => {
    const ended = jobBegun(kind);
    try {
      await handle(data, run);
      ended("done");
    } catch (error) {
      ended(error instanceof PermanentFailure ? "refused" : "failed");
      throw error;
    }
  };
}
