import { randomUUID } from "node:crypto";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import type { Session } from "@repasa/contract/auth.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Caller, FoundSession, SessionCookie } from "#platform/http/call.ts";
import { logSecurityEvent } from "#platform/logging/security-log.ts";
import type { SessionData } from "#schema/auth.ts";
import {
  deleteOldestSessions,
  deleteResets,
  deleteSession,
  deleteSessionById,
  deleteSessions,
  deleteVerifications,
  insertSession,
  lockUser,
  notifySessionChange,
  type ShownFactor,
  selectHasSession,
  selectSession,
  selectSessions,
  type UserRow,
  updatePendingEmail,
  updateSession,
} from "./auth.queries.ts";
import type { SecondFactor } from "./auth.second-factor.ts";
import { createToken, hashToken } from "./auth.token.ts";
import { deleteDevices } from "./devices/devices.queries.ts";

const DAY_MS = 86_400_000;
const SESSION_MS = 60 * DAY_MS;
/** Counted from the sign-in, however often the session is used. */
const MAX_SESSION_MS = 180 * DAY_MS;
const MAX_SESSIONS = 50;

/**
 * Starts a session and ends the browser's old one, so that nobody can plant a session in it. Returns false if the password or the
 * factors have changed since they were verified.
 */
export async function startSession(
  ctx: Context,
  user: UserRow,
  caller: Caller,
  factor?: ShownFactor,
): Promise<boolean> {
  if (caller.cookie.token !== null) await deleteCookiesSession(ctx, caller.cookie.token);
  const session = await createSession(ctx, ctx.db, user, caller, factor);
  if (session === null) return false;
  caller.cookie.set(session.token, session.expire, user.id);
  return true;
}

export type NewSession = { token: string; expire: Date };

/** Returns null if the password or the factors have changed. The caller has the session once its cookie is set. */
export async function createSession(
  ctx: Pick<Context, "sessions">,
  db: Queryable,
  user: Pick<UserRow, "id" | "passwordHash">,
  { moment: { now }, client }: Caller,
  factor?: ShownFactor,
): Promise<NewSession | null> {
  const token = createToken();
  const at = now.toISOString();
  const base = { id: randomUUID(), userAgent: client.userAgent, createdAt: at, lastSeenAt: at };
  const sess = factor ? { ...base, factorAt: factor.at.toISOString() } : base;
  const expire = computeEnd(sess, now);
  const session = { sid: hashToken(token), sess, expire, factor };
  if (!(await insertSession(db, user.id, user.passwordHash, session))) return null;
  if (await deleteOldestSessions(db, user.id, MAX_SESSIONS)) ctx.sessions.forget(user.id);
  return { token, expire };
}

/** Returns the owner of a session. Its use prolongs the session, at most once a day. */
export function findSession(ctx: Context, token: string, now: Date): Promise<FoundSession | null> {
  const sid = hashToken(token);
  return ctx.sessions.find(sid, now, () => readSession(ctx, sid, now));
}

async function readSession(ctx: Context, sid: string, now: Date): Promise<FoundSession | null> {
  const session = await selectSession(ctx.statements.reads, sid, now);
  if (!session) return null;
  const { userId, sess, expire } = session;
  const dayStartHour = session.dayStartHour ?? DEFAULT_DAY_START_HOUR;
  if (now.getTime() - new Date(sess.lastSeenAt).getTime() <= DAY_MS) {
    return { userId, dayStartHour, expire, isProlonged: false };
  }
  const prolongedTo = computeEnd(sess, now);
  await updateSession(ctx.db, userId, sid, { lastSeenAt: now.toISOString() }, { expire: prolongedTo });
  return { userId, dayStartHour, expire: prolongedTo, isProlonged: true };
}

/** Returns the end of a session that is used now. */
function computeEnd({ createdAt }: SessionData, now: Date): Date {
  return new Date(Math.min(now.getTime() + SESSION_MS, new Date(createdAt).getTime() + MAX_SESSION_MS));
}

export async function listSessions(ctx: Context, owner: OwnerId, now: Date, cookie: SessionCookie): Promise<Session[]> {
  const current = cookie.token === null ? null : hashToken(cookie.token);
  const rows = await selectSessions(ctx.db, owner, now);
  return rows
    .map(({ sid, sess: { id, userAgent, createdAt, lastSeenAt } }) => {
      return { id, userAgent, createdAt, lastSeenAt, current: sid === current };
    })
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt));
}

/**
 * Returns when the caller last confirmed in this session who they are. The sign-in itself counts only for `sign-in`, because the
 * session may have been stolen since.
 */
export async function readLastConfirmation(
  ctx: Context,
  { moment, cookie }: Pick<Caller, "moment" | "cookie">,
  how: "password" | "factor" | "sign-in",
): Promise<Date | null> {
  const session =
    cookie.token === null ? undefined : await selectSession(ctx.statements.reads, hashToken(cookie.token), moment.now);
  // The session has ended since the call started.
  if (!session) throw new AppError("unauthorized", "Unauthorized");
  const { passwordAt, factorAt, createdAt } = session.sess;
  const times = { factor: [factorAt], password: [passwordAt, factorAt], "sign-in": [passwordAt, factorAt, createdAt] };
  const last = times[how]
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
  return last === undefined ? null : new Date(last);
}

export async function noteConfirmation(
  ctx: Context,
  { moment, cookie }: Pick<Caller, "moment" | "cookie">,
  how: "password" | "factor",
): Promise<void> {
  const sid = cookie.token === null ? null : hashToken(cookie.token);
  const session = sid === null ? undefined : await selectSession(ctx.statements.reads, sid, moment.now);
  if (sid === null || !session) return;
  await updateSession(ctx.db, session.userId, sid, { [`${how}At`]: moment.now.toISOString() });
}

/**
 * Records that a second factor was shown in the session. Returns false if a concurrent call has done so since `before`, the last
 * time that the caller knows of.
 */
export async function claimConfirmation(
  db: Queryable,
  owner: OwnerId,
  { moment: { now }, cookie }: Pick<Caller, "moment" | "cookie">,
  before: Date | null,
): Promise<boolean> {
  if (cookie.token === null) return false;
  return updateSession(db, owner, hashToken(cookie.token), { factorAt: now.toISOString() }, { shownAt: before });
}

/** Ends one of the owner's sessions. Unless it is the caller's own, a recent confirmation is required. */
export async function endSession(
  ctx: Context,
  owner: OwnerId,
  caller: Caller,
  id: string,
  second: SecondFactor,
): Promise<void> {
  const { cookie, moment } = caller;
  const own =
    cookie.token === null ? undefined : await selectSession(ctx.statements.reads, hashToken(cookie.token), moment.now);
  const isOwn = own?.sess.id === id;
  if (!isOwn) await second.requireRecentSignIn(owner, caller);
  if (!(await deleteSessionById(ctx.db, owner, id))) throw notFound("La sesión no existe");
  ctx.sessions.forget(owner);
  logSecurityEvent(ctx, caller, owner, { event: isOwn ? "sign_out" : "session_ended" });
}

export async function logOut(ctx: Context, caller: Pick<Caller, "cookie" | "requestId">): Promise<void> {
  const { cookie } = caller;
  const owner = cookie.token === null ? undefined : await deleteCookiesSession(ctx, cookie.token);
  if (owner !== undefined) logSecurityEvent(ctx, caller, owner, { event: "sign_out" });
  cookie.clear();
}

/** Returns the owner of the session; undefined if it had ended. */
async function deleteCookiesSession({ db, sessions }: Context, token: string): Promise<OwnerId | undefined> {
  const owner = await deleteSession(db, hashToken(token));
  if (owner !== undefined) sessions.forget(owner);
  return owner;
}

/** Ends all access to the account: sessions, known devices, and links to a new password. */
export async function endAccess(ctx: Pick<Context, "sessions">, db: Queryable, owner: OwnerId): Promise<void> {
  ctx.sessions.forget(owner);
  await deleteSessions(db, owner);
  await deleteDevices(db, owner);
  await deleteResets(db, owner);
}

/** Ends all access as `endAccess` does, and cancels a change of address that is not confirmed yet. */
export async function endAccessAndChanges(
  ctx: Pick<Context, "sessions">,
  db: Queryable,
  owner: OwnerId,
  now: Date,
): Promise<void> {
  const user = await lockUser(db, owner);
  if (!user) return;
  await endPendingEmail(db, user, now);
  await endAccess(ctx, db, owner);
}

/** Ends what somebody else may have started: the other sessions, and a change of address that is not confirmed yet. */
export async function endOtherAccess(
  ctx: Pick<Context, "sessions">,
  db: Queryable,
  owner: OwnerId,
  { moment, cookie, keptSessions }: Pick<Caller, "moment" | "cookie"> & { keptSessions?: readonly string[] },
): Promise<void> {
  const user = await lockUser(db, owner);
  if (!user) throw new AppError("unauthorized", "Unauthorized");
  await endOtherSessions(ctx, db, owner, { cookie }, keptSessions);
  await endPendingEmail(db, user, moment.now);
}

export async function endOtherSessions(
  ctx: Pick<Context, "sessions">,
  db: Queryable,
  owner: OwnerId,
  { cookie }: Pick<Caller, "cookie">,
  keptSessions: readonly string[] = [],
): Promise<void> {
  ctx.sessions.forget(owner);
  await deleteSessions(db, owner, {
    sid: cookie.token === null ? undefined : hashToken(cookie.token),
    ids: keptSessions,
  });
}

/** Returns whether the browser is signed in to this account. */
export async function hasSession(db: Queryable, owner: OwnerId, { cookie }: Pick<Caller, "cookie">): Promise<boolean> {
  return cookie.token !== null && (await selectHasSession(db, owner, hashToken(cookie.token)));
}

/** Locks the account. Throws if the caller's session has ended since the call began, for example because of a new password. */
export async function lockSignedIn(db: Queryable, owner: OwnerId, caller: Pick<Caller, "cookie">): Promise<void> {
  const user = await lockUser(db, owner);
  if (!user || !(await hasSession(db, owner, caller))) throw new AppError("unauthorized", "Unauthorized");
}

async function endPendingEmail(db: Queryable, user: UserRow, now: Date): Promise<void> {
  await updatePendingEmail(db, user.id, null, now);
  await deleteVerifications(db, user.id, { except: user.email });
}

/** Runs in the transaction that changes what servers cache of the owner's sessions, or deletes the owner. */
export async function forgetSessions(ctx: Pick<Context, "sessions">, db: Queryable, owner: OwnerId): Promise<void> {
  ctx.sessions.forget(owner);
  await forgetSessionsOnServers(db, owner);
}

/** Same as `forgetSessions`, for a process that caches no sessions: all servers are notified when the transaction commits. */
export async function forgetSessionsOnServers(db: Queryable, owner: OwnerId): Promise<void> {
  await notifySessionChange(db, owner);
}
