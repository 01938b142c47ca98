import type { feedbackEndpoints } from "@repasa/contract/feedback.ts";
import type { Context } from "#context.ts";
import { normaliseEmail } from "#features/auth/auth.address.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { BodyOf, Client } from "#platform/http/call.ts";
import { StartupError } from "#platform/process/startup-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { feedbackJobs } from "./feedback.jobs.ts";
import { insertFeedback, markAnswered, selectFeedback, selectUnanswered } from "./feedback.queries.ts";

/** Stores feedback. Its author is the session's user; an e-mail address is only stored for somebody who is signed out. */
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
    email: owner === null ? parseEmail(body.email) : null,
    userAgent: body.userAgent || client.userAgent,
    timestamp: parseTimestamp(body.timestamp),
    createdAt: moment.now,
  });
  return { message: "¡Gracias por tu opinión!" };
}

// Normalised like the addresses of accounts, so that the deletion of an account finds it. Lower case can be longer: "İ" becomes two
// characters.
function parseEmail(given: string | undefined): string | null {
  return given === undefined ? null : normaliseEmail(given).slice(0, 255) || null;
}

// The contract permits any four-digit year, but PostgreSQL has no year 0.
function parseTimestamp(timestamp: string | undefined): Date | null {
  const written = timestamp === undefined ? null : new Date(timestamp);
  return written && written.getTime() >= 0 ? written : null;
}

const MAX_LISTED = 50;

/** Lists unanswered feedback for operators. */
export function listUnanswered({ db }: Pick<Context, "db">) {
  return selectUnanswered(db, MAX_LISTED);
}

/** Enqueues an operator's reply to the author. Each feedback is answered once. */
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
