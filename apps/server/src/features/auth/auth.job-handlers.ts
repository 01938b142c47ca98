import { randomUUID } from "node:crypto";
import type { Context } from "#context.ts";
import { type JobHandlers, type JobRun, PermanentFailure } from "#jobs/job.ts";
import type { Letter } from "#mail/letter.ts";
import { sendLetter } from "#mail/send-letter.ts";
import type { OwnerId } from "#owner.ts";
import {
  emailChangedLetter,
  emailChangeRequestedLetter,
  newAddressLetter,
  passwordChangedLetter,
  resetLetter,
  verificationLetter,
} from "./auth.emails.ts";
import type { authJobs, Notice } from "./auth.jobs.ts";
import {
  deleteExpiredSessions,
  deleteExpiredVerifications,
  insertVerification,
  selectUnverified,
  updateResetToken,
} from "./auth.queries.ts";
import { newToken, tokenHash } from "./auth.token.ts";

const RESET_MS = 30 * 60_000;
const VERIFICATION_MS = 7 * 86_400_000;

/** `emailChanged` belongs to whoever keeps the address elsewhere. */
export function authJobHandlers(ctx: Context): Omit<JobHandlers<typeof authJobs>, "emailChanged"> {
  return {
    reset: ({ email }, run) => sendReset(ctx, email, run),
    verification: ({ userId, email }, run) => sendVerificationLink(ctx, userId, email, run),
    notice: ({ to, ...notice }, { id }) => sendLetter(ctx, noticeLetter(ctx, to, notice), `notice.${id}`),
    deleteExpiredSessions: (_, { now }) => deleteExpiredSessions(ctx.db, now),
  };
}

async function sendReset(ctx: Context, email: string, { id, now, askedAt }: JobRun): Promise<void> {
  // Nobody waits for it any more, and a link out of the blue frightens people.
  if (now.getTime() - askedAt.getTime() >= RESET_MS) throw new PermanentFailure("a reset link would come too late");
  const token = newToken();
  const expires = new Date(now.getTime() + RESET_MS);
  const isKnown = await updateResetToken(ctx.db, email, { hash: tokenHash(token), expires }, now);
  if (isKnown) await sendLetter(ctx, resetLetter(email, token, ctx.appUrl()), `reset.${id}.${randomUUID()}`);
}

async function sendVerificationLink(ctx: Context, owner: OwnerId, email: string, { id, now }: JobRun): Promise<void> {
  const unverified = await selectUnverified(ctx.db, owner, email);
  if (unverified === null) return;
  const token = newToken();
  const expiresAt = new Date(now.getTime() + VERIFICATION_MS);
  await deleteExpiredVerifications(ctx.db, owner, now);
  await insertVerification(ctx.db, owner, { tokenHash: tokenHash(token), email, expiresAt, createdAt: now });
  const letterFor = unverified === "pending" ? newAddressLetter : verificationLetter;
  await sendLetter(ctx, letterFor(email, token, ctx.appUrl()), `verification.${id}.${randomUUID()}`);
}

function noticeLetter({ appUrl, config }: Context, to: string, notice: Notice): Letter {
  switch (notice.notice) {
    case "password_changed":
      return passwordChangedLetter(to, appUrl(), config.supportEmail);
    case "email_change_requested":
      return emailChangeRequestedLetter(to, notice.address, appUrl(), config.supportEmail);
    case "email_changed":
      return emailChangedLetter(to, notice.address, config.supportEmail);
  }
}
