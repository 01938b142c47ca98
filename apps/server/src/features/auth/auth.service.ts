import { randomUUID } from "node:crypto";
import type { Session, User } from "@repasa/contract/auth.ts";
import type { Pool } from "pg";
import { AppError, notFound } from "#app-error.ts";
import type { Background } from "#background.ts";
import type { Queryable } from "#db/pool.ts";
import type { Client, SessionCookie } from "#http/call.ts";
import type { Throttle } from "#http/throttle.ts";
import type { OwnerId } from "#owner.ts";
import { hashPassword, verifyNothing, verifyPassword } from "./auth.password.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionById,
  insertSession,
  insertUser,
  isResetToken,
  liveSession,
  sessionsOf,
  setResetToken,
  spendResetToken,
  touchSession,
  type UserRow,
  userByEmail,
  userOf,
} from "./auth.queries.ts";
import { newToken, tokenHash } from "./auth.token.ts";

const DAY_MS = 86_400_000;
const SESSION_MS = 60 * DAY_MS;
const RESET_MS = 30 * 60_000;

/** Sends the link of a password reset to an account's address. */
export type SendResetLink = (to: string, token: string) => Promise<void>;

type Dependencies = {
  db: Queryable;
  pool: Pool;
  throttle: Throttle;
  background: Background;
  sendResetLink: SendResetLink;
};
type Registration = {
  email: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  mobile?: boolean | undefined;
};
type Visit = { now: Date; client: Client; cookie: SessionCookie };

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService({ db, pool, throttle, background, sendResetLink }: Dependencies) {
  /** Begins a session under a new id; one that the browser still carried ends, so that none can be planted. */
  async function beginSession(user: UserRow, { now, client, cookie }: Visit): Promise<User> {
    if (cookie.token !== null) await deleteSession(db, tokenHash(cookie.token));
    const token = newToken();
    const expire = new Date(now.getTime() + SESSION_MS);
    const at = now.toISOString();
    await insertSession(db, {
      sid: tokenHash(token),
      userId: user.id,
      sess: { id: randomUUID(), userAgent: client.userAgent, createdAt: at, lastSeenAt: at },
      expire,
    });
    cookie.set(token, expire);
    return userFrom(user);
  }

  return {
    async register(visit: Visit, { email, password, firstName, lastName, mobile }: Registration): Promise<User> {
      await throttle.take("registerAddress", visit.client.address);
      const passwordHash = await hashPassword(password);
      const user = await insertUser(db, {
        email: comparable(email),
        passwordHash,
        firstName: firstName ?? null,
        lastName: lastName ?? null,
        mobile: mobile ?? false,
        web: !mobile,
        createdAt: visit.now,
        updatedAt: visit.now,
      });
      if (!user) throw new AppError("email_taken", "Ya existe una cuenta con este correo electrónico");
      return beginSession(user, visit);
    },

    async login(visit: Visit, credentials: { email: string; password: string }): Promise<User> {
      const email = comparable(credentials.email);
      await throttle.take("loginAddress", visit.client.address);
      await throttle.take("loginAccount", email);
      const user = await userByEmail(db, email);
      const right = await (user
        ? verifyPassword(credentials.password, user.passwordHash)
        : verifyNothing(credentials.password));
      if (!user || !right) throw new AppError("invalid_credentials", "Correo electrónico o contraseña incorrectos");
      await throttle.forget("loginAccount", email);
      return beginSession(user, visit);
    },

    async logout(cookie: SessionCookie): Promise<void> {
      if (cookie.token !== null) await deleteSession(db, tokenHash(cookie.token));
      cookie.clear();
    },

    async currentUser(owner: OwnerId): Promise<User> {
      const user = await userOf(db, owner);
      if (!user) throw new AppError("unauthorized", "Unauthorized");
      return userFrom(user);
    },

    /** Whose session a cookie names. One in use is prolonged, at most once a day. */
    async findSession(token: string, now: Date): Promise<{ userId: number; prolongedTo: Date | null } | null> {
      const sid = tokenHash(token);
      const session = await liveSession(pool, sid, now);
      if (!session) return null;
      const { userId, sess } = session;
      if (session.expire.getTime() - now.getTime() >= SESSION_MS - DAY_MS) return { userId, prolongedTo: null };
      const prolongedTo = new Date(now.getTime() + SESSION_MS);
      await touchSession(db, sid, { ...sess, lastSeenAt: now.toISOString() }, prolongedTo);
      return { userId, prolongedTo };
    },

    async sessions(owner: OwnerId, now: Date, cookie: SessionCookie): Promise<Session[]> {
      const current = cookie.token === null ? null : tokenHash(cookie.token);
      const rows = await sessionsOf(db, owner, now);
      return rows
        .map(({ sid, sess }) => ({ ...sess, current: sid === current }))
        .sort((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt));
    },

    async endSession(owner: OwnerId, id: string): Promise<void> {
      if (!(await deleteSessionById(db, owner, id))) throw notFound("La sesión no existe");
    },

    /** Answers the same, and as soon, whether or not the account exists: what is done for one is not waited for. */
    async requestReset({ now, client }: Pick<Visit, "now" | "client">, address: string): Promise<{ message: string }> {
      const email = comparable(address);
      await throttle.take("resetAddress", client.address);
      await throttle.take("resetAccount", email);
      const user = await userByEmail(db, email);
      if (user) {
        background.run("a reset link was not sent", async () => {
          const token = newToken();
          const expires = new Date(now.getTime() + RESET_MS);
          await setResetToken(db, user.id, { hash: tokenHash(token), expires }, now);
          await sendResetLink(user.email, token);
        });
      }
      return { message: "Si existe una cuenta con ese correo, te hemos enviado un enlace para restablecerla." };
    },

    async setNewPassword(
      { now, client }: Pick<Visit, "now" | "client">,
      { token, password }: { token: string; password: string },
    ): Promise<{ message: string }> {
      await throttle.take("newPasswordAddress", client.address);
      const hash = tokenHash(token);
      // Looked up first, so that guessing costs a look-up and no password hash; spent by whoever comes first.
      const known = await isResetToken(db, hash, now);
      const user = known ? await spendResetToken(db, hash, await hashPassword(password), now) : undefined;
      if (!user) {
        throw new AppError(
          "invalid_token",
          "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.",
        );
      }
      await throttle.forget("loginAccount", user.email);
      return { message: "Tu contraseña se ha actualizado correctamente" };
    },

    deleteExpiredSessions: (now: Date): Promise<void> => deleteExpiredSessions(db, now),
  };
}

/** E-mail addresses are compared, and stored, in lower case. */
function comparable(email: string): string {
  return email.toLowerCase();
}

function userFrom(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    isEmailVerified: row.isEmailVerified,
    subscription: row.subscription,
    statusMobile: row.statusMobile,
    mobile: row.mobile,
    web: row.web,
    premium: row.subscription === "active" || row.statusMobile === "active",
    createdAt: row.createdAt.toISOString(),
  };
}
