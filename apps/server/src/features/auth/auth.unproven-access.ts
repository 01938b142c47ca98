import type { OpenSession } from "@repasa/contract/auth.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Caller } from "#platform/http/call.ts";
import { selectUser, selectVerification } from "./auth.queries.ts";
import type { SecondFactor } from "./auth.second-factor.ts";
import { endOtherAccess, hasSession, listSessions } from "./auth.sessions.ts";
import { hashToken } from "./auth.token.ts";
import { deleteDevices } from "./devices/devices.queries.ts";
import { findOtherUsersTokens, rememberDevice } from "./devices/devices.service.ts";

/**
 * Returns the other sessions that a link would end, so that whoever has the mailbox can say which of them are their own. Does
 * not use up the link.
 */
export async function listUnprovenSessions(ctx: Context, caller: Caller, token: string): Promise<OpenSession[]> {
  await ctx.throttle.take("verificationAddress", caller.client.address);
  const { now } = caller.moment;
  const link = await selectVerification(ctx.db, hashToken(token), now);
  const user = link && (await selectUser(ctx.db, link.userId));
  if (!user || user.isEmailVerified || (link.email !== user.email && link.email !== user.pendingEmail)) return [];
  const sessions = await listSessions(ctx, user.id, now, caller.cookie);
  return sessions
    .filter(({ current }) => !current)
    .map(({ id, userAgent, createdAt }) => ({ id, userAgent, createdAt }));
}

/**
 * Runs when somebody proves for the first time that the account's mailbox is theirs. The account may have been registered by a
 * stranger, so every way to sign in is removed except the password, which only a reset replaces. If the browser that presents the
 * link is signed in to the account, its session stays, because it has proved both the password and the mailbox; so do the sessions
 * of which the owner of the mailbox has said that they are theirs.
 */
export async function removeUnprovenAccess(
  ctx: Context,
  db: Queryable,
  owner: OwnerId,
  second: SecondFactor,
  caller: Caller & { keptSessions: readonly string[] },
): Promise<void> {
  await second.withdraw(db, owner, "confirmed_address");
  const tokens = await findOtherUsersTokens(db, owner, caller.device);
  await deleteDevices(db, owner);
  await endOtherAccess(ctx, db, owner, caller);
  if (!(await hasSession(db, owner, caller))) return;
  await rememberDevice(db, owner, { ...caller, device: { ...caller.device, tokens } });
}
