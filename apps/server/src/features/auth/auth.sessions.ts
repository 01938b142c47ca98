import { randomUUID } from "node:crypto";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import type { Session } from "@repasa/contract/auth.ts";
import { notFound } from "#app-error.ts";
import type { Context } from "#context.ts";
import type { Caller, FoundSession, SessionCookie } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";
import {
  deleteSession,
  deleteSessionById,
  insertSession,
  prolongSession,
  selectSession,
  selectSessions,
  type UserRow,
} from "./auth.queries.ts";
import { newToken, tokenHash } from "./auth.token.ts";

const DAY_MS = 86_400_000;
const SESSION_MS = 60 * DAY_MS;

/** False when the password has changed since it was verified. The browser's old session ends, so that none can be planted. */
export async function beginSession(ctx: Context, user: UserRow, { moment, client, cookie }: Caller): Promise<boolean> {
  const { now } = moment;
  if (cookie.token !== null) await deleteSession(ctx.db, tokenHash(cookie.token));
  const token = newToken();
  const expire = new Date(now.getTime() + SESSION_MS);
  const at = now.toISOString();
  const sess = { id: randomUUID(), userAgent: client.userAgent, createdAt: at, lastSeenAt: at };
  const begun = await insertSession(ctx.db, user.id, user.passwordHash, { sid: tokenHash(token), sess, expire });
  if (begun) cookie.set(token, expire);
  return begun;
}

/** Whose session a cookie names. One in use is prolonged, at most once a day. */
export async function findSession(ctx: Context, token: string, now: Date): Promise<FoundSession | null> {
  const sid = tokenHash(token);
  const session = await selectSession(ctx.pool, sid, now);
  if (!session) return null;
  const { userId, sess, expire } = session;
  const dayStartHour = session.dayStartHour ?? DEFAULT_DAY_START_HOUR;
  if (expire.getTime() - now.getTime() >= SESSION_MS - DAY_MS) return { userId, dayStartHour, prolongedTo: null };
  const prolongedTo = new Date(now.getTime() + SESSION_MS);
  await prolongSession(ctx.db, userId, sid, { ...sess, lastSeenAt: now.toISOString() }, prolongedTo);
  return { userId, dayStartHour, prolongedTo };
}

export async function listSessions(ctx: Context, owner: OwnerId, now: Date, cookie: SessionCookie): Promise<Session[]> {
  const current = cookie.token === null ? null : tokenHash(cookie.token);
  const rows = await selectSessions(ctx.db, owner, now);
  return rows
    .map(({ sid, sess }) => ({ ...sess, current: sid === current }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt));
}

export async function endSession(ctx: Context, owner: OwnerId, id: string): Promise<void> {
  if (!(await deleteSessionById(ctx.db, owner, id))) throw notFound("La sesión no existe");
}

export async function logOut(ctx: Context, cookie: SessionCookie): Promise<void> {
  if (cookie.token !== null) await deleteSession(ctx.db, tokenHash(cookie.token));
  cookie.clear();
}
