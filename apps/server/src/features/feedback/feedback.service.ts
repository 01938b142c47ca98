import type { feedbackEndpoints } from "@repasa/contract/feedback.ts";
import type { Context } from "#context.ts";
import { normaliseEmail } from "#features/auth/auth.address.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { BodyOf, Client } from "#platform/http/call.ts";
import { StartupError } from "#platform/process/startup-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { feedbackJobs } from "./feedback.jobs.ts";
import { insertFeedback, markAnswered, selectFeedback, selectUnanswered } from "./feedback.queries.ts";

/** The session alone says whose it is; an e-mail address is kept only of somebody signed out. */
export async function sendFeedback(
  ctx: Context,
  owner: OwnerId | null,
  moment: Moment,
  client: Client,
  body: BodyOf<typeof feedbackEndpoints.send>,
): Promise<{ message: string }> {
  await ctx.throttle.take("feedbackAddress", client.address);
  await insertFeedback(ctx.db, {
    userId: owner,
    rating: body.rating,
    feedback: body.feedback,
    email: owner === null ? emailOf(body.email) : null,
    userAgent: body.userAgent || client.userAgent,
    timestamp: writtenAt(body.timestamp),
    createdAt: moment.now,
  });
  return { message: "¡Gracias por tu opinión!" };
}

// As accounts keep theirs, so that deleting an account finds it. Lower case can be longer: "İ" becomes two characters.
function emailOf(given: string | undefined): string | null {
  return given === undefined ? null : normaliseEmail(given).slice(0, 255) || null;
}

// The contract lets any four-digit year in; PostgreSQL knows no year 0.
function writtenAt(timestamp: string | undefined): Date | null {
  const written = timestamp === undefined ? null : new Date(timestamp);
  return written && written.getTime() >= 0 ? written : null;
}

const LISTED = 50;

/** For operators. */
export function listUnanswered({ db }: Pick<Context, "db">) {
  return selectUnanswered(db, LISTED);
}

/** Has an operator's answer mailed to whoever wrote; each is answered once. */
export async function answerFeedback(
  { db, enqueue, clock }: Pick<Context, "db" | "enqueue" | "clock">,
  id: number,
  text: string,
): Promise<void> {
  const written = await selectFeedback(db, id);
  if (!written) throw new StartupError(`There is no feedback ${id}.`);
  if (written.address === null)
    throw new StartupError(`Feedback ${id} came without an address: nobody can be answered.`);
  await db.transaction(async (transaction) => {
    if (!(await markAnswered(transaction, id, clock.now())))
      throw new StartupError(`Feedback ${id} was answered before.`);
    await enqueue(transaction, feedbackJobs.answer, [{ feedbackId: id, text }]);
  });
}
