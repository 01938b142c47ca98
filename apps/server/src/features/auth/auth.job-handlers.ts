import { randomUUID } from "node:crypto";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type JobHandlers, type JobRun, PermanentFailure } from "#platform/jobs/job.ts";
import type { Letter } from "#platform/mail/letter.ts";
import { sendLetter } from "#platform/mail/send-letter.ts";
import {
  accountClosedLetter,
  accountDeletedLetter,
  addressInUseLetter,
  emailChangedLetter,
  emailChangeRequestedLetter,
  emailUndoneLetter,
  newAddressLetter,
  newDeviceLetter,
  passwordChangedLetter,
  resetLetter,
  verificationLetter,
} from "./auth.emails.ts";
import type { AnnouncedDeletion, authJobs, Notice } from "./auth.jobs.ts";
import {
  deleteExpiredResets,
  deleteExpiredSessions,
  deleteExpiredVerifications,
  insertReset,
  insertVerification,
  selectUnverified,
  selectUserByEmail,
} from "./auth.queries.ts";
import { createToken, hashToken, RESET_MS } from "./auth.token.ts";
import { deleteExpiredDevices } from "./devices/devices.queries.ts";
import { deleteExpiredPreviousEmails, updatePreviousEmail } from "./undoing/undoing.queries.ts";

const FAREWELL_RETRY_MS = 2 * 3_600_000;
const VERIFICATION_MS = 7 * 86_400_000;

/** `emailChanged` is handled in `job-handlers.ts`, because other features store the address, too. */
export function authJobHandlers(ctx: Context): Omit<JobHandlers<typeof authJobs>, "emailChanged"> {
  return {
    reset: ({ email }, run) => sendReset(ctx, email, run),
    verification: ({ userId, email }, run) => sendVerificationLink(ctx, userId, email, run),
    notice: ({ to, ...notice }, { id }) => sendLetter(ctx, createNoticeLetter(ctx, to, notice), `notice.${id}`),
    undoing: ({ userId, email, address }, run) => sendUndoLink(ctx, userId, { email, address }, run),
    accountDeleted: (data, run) => sendFarewell(ctx, data, run),
    accountClosed: ({ userId, ...data }, run) => sendLinkToReopen(ctx, userId, data, run),
    deleteExpired: (_, { now }) => deleteExpired(ctx.db, now),
  };
}

async function sendReset(ctx: Context, email: string, { id, now, enqueuedAt }: JobRun): Promise<void> {
  // A link that arrives after that time is no longer expected, and would look like an attack.
  if (now.getTime() - enqueuedAt.getTime() >= RESET_MS) throw new PermanentFailure("a reset link would come too late");
  const token = createToken();
  const expiresAt = new Date(now.getTime() + RESET_MS);
  const isKnown = await insertReset(ctx.db, email, { tokenHash: hashToken(token), expiresAt, createdAt: now });
  if (isKnown) await sendLetter(ctx, resetLetter(email, token, ctx.appUrl()), `reset.${id}.${randomUUID()}`);
}

async function sendVerificationLink(ctx: Context, owner: OwnerId, email: string, { id, now }: JobRun): Promise<void> {
  const unverified = await selectUnverified(ctx.db, owner, email);
  if (unverified === null) return;
  if (unverified === "pending" && (await selectUserByEmail(ctx.db, email))) {
    await sendLetter(ctx, addressInUseLetter(email, ctx.appUrl()), `in-use.${id}`);
    return;
  }
  const token = createToken();
  const expiresAt = new Date(now.getTime() + VERIFICATION_MS);
  await deleteExpiredVerifications(ctx.db, owner, now);
  await insertVerification(ctx.db, owner, { tokenHash: hashToken(token), email, expiresAt, createdAt: now });
  const letterFor = unverified === "pending" ? newAddressLetter : verificationLetter;
  await sendLetter(ctx, letterFor(email, token, ctx.appUrl()), `verification.${id}.${randomUUID()}`);
}

async function sendUndoLink(
  ctx: Context,
  owner: OwnerId,
  { email, address }: { email: string; address: string },
  { id, now }: JobRun,
): Promise<void> {
  const token = createToken();
  if (!(await updatePreviousEmail(ctx.db, owner, { email, tokenHash: hashToken(token), now }))) return;
  const letter = emailChangedLetter(email, address, { undoToken: token, ...getLetterSettings(ctx) });
  await sendLetter(ctx, letter, `undoing.${id}.${randomUUID()}`);
}

/** Never fails for good, because a dead letter would store the address of a deleted account. */
async function sendFarewell(
  ctx: Context,
  { to, waits }: { to: string; waits?: AnnouncedDeletion & { address: string } },
  { id, now, enqueuedAt }: JobRun,
): Promise<void> {
  const isLate = now.getTime() - enqueuedAt.getTime() >= FAREWELL_RETRY_MS;
  const letter = waits
    ? accountClosedLetter(to, waits, getLetterSettings(ctx))
    : accountDeletedLetter(to, ctx.config.supportEmail);
  try {
    await sendLetter(ctx, letter, `farewell.${id}`);
  } catch (error) {
    if (!isLate && !(error instanceof PermanentFailure)) throw error;
    ctx.log.warn({ err: error }, "the letter to a deleted account is given up");
  }
}

async function sendLinkToReopen(
  ctx: Context,
  owner: OwnerId,
  { email, ...deletion }: { email: string } & AnnouncedDeletion,
  { id, now }: JobRun,
): Promise<void> {
  const undoToken = createToken();
  const deletionTokenHash = hashToken(undoToken);
  if (!(await updatePreviousEmail(ctx.db, owner, { email, deletionTokenHash, now }))) return;
  const letter = accountClosedLetter(email, { ...deletion, undoToken }, getLetterSettings(ctx));
  await sendLetter(ctx, letter, `closed.${id}.${randomUUID()}`);
}

async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now);
  await deleteExpiredDevices(db, now);
  await deleteExpiredResets(db, now);
  await deleteExpiredPreviousEmails(db, now);
}

function getLetterSettings({ appUrl, config }: Context): { appUrl: string; supportEmail: string } {
  return { appUrl: appUrl(), supportEmail: config.supportEmail };
}

function createNoticeLetter(ctx: Context, to: string, notice: Notice): Letter {
  const { appUrl, supportEmail } = getLetterSettings(ctx);
  switch (notice.notice) {
    case "password_changed":
      return passwordChangedLetter(to, appUrl, supportEmail);
    case "email_change_requested":
      return emailChangeRequestedLetter(to, notice.address, appUrl, supportEmail);
    case "email_changed":
      return emailChangedLetter(to, notice.address, { undoToken: null, appUrl, supportEmail });
    case "email_undone":
      return emailUndoneLetter(to, notice.address, supportEmail);
    case "new_device":
      return newDeviceLetter(to, notice, appUrl, supportEmail);
  }
}
