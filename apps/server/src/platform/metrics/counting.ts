// Wrappers of what features receive, so that no feature has to count by itself.
import { type HandlersOf, type JobHandler, type KindTables, PermanentFailure } from "#platform/jobs/job.ts";
import { RefusedMail, type SendMail } from "#platform/mail/mail.ts";
import type { SendPush } from "#platform/push/push.ts";
import type { Metrics } from "./metrics.ts";

export function countMails(send: SendMail, { countMail }: Metrics): SendMail {
  return async (mail) => {
    try {
      await send(mail);
      countMail("sent");
    } catch (error) {
      countMail(error instanceof RefusedMail ? "refused" : "failed");
      throw error;
    }
  };
}

export function countPushes(send: SendPush, { countPush }: Metrics): SendPush {
  return async (push) => {
    const result = await send(push);
    countPush(result.outcome);
    return result;
  };
}

export function countJobs<K extends KindTables>(tables: K, handlers: HandlersOf<K>, metrics: Metrics): HandlersOf<K> {
  const counted = Object.entries(tables).map(([feature, table]) => {
    const own = handlers[feature] as Record<string, JobHandler<object>>;
    const pairs = Object.entries(table).map(([name, kind]) => [
      name,
      countJob(kind.name, own[name] as JobHandler<object>, metrics),
    ]);
    return [feature, Object.fromEntries(pairs)];
  });
  // HandlersOf has checked that the pairs match; a loop over both loses that.
  return Object.fromEntries(counted) as HandlersOf<K>;
}

function countJob(kind: string, handle: JobHandler<object>, { startJob }: Metrics): JobHandler<object> {
  return async (data, run) => {
    const endJob = startJob(kind);
    try {
      await handle(data, run);
      endJob("done");
    } catch (error) {
      endJob(error instanceof PermanentFailure ? "refused" : "failed");
      throw error;
    }
  };
}
