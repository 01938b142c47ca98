import { randomUUID } from "node:crypto";
import type { Session, User } from "@repasa/contract/auth.ts";
import type { Pool } from "pg";
import { AppError, notFound } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import type { Client, SessionCookie } from "#http/call.ts";
import type { Throttle } from "#http/throttle.ts";
import type { Enqueue } from "#jobs/job.ts";
import type { SendMail } from "#mail/mail.ts";
import type { OwnerId } from "#owner.ts";
import { comparable } from "./auth.address.ts";
import { createEmailChange, emailTaken } from "./auth.email-change.ts";
import { createAuthHandlers } from "./auth.handlers.ts";
import { authJobs } from "./auth.jobs.ts";
import { createNewPassword } from "./auth.new-password.ts";
import { hashPassword, verifyNothing, verifyPassword } from "./auth.password.ts";
import { createPasswordCheck } from "./auth.password-check.ts";
import {
  deleteSession,
  deleteSessionById,
  insertSession,
  insertUser,
  liveSession,
  sessionsOf,
  touchSession,
  type UserRow,
  userByEmail,
  userOf,
} from "./auth.queries.ts";
import { newToken, tokenHash } from "./auth.token.ts";

const DAY_MS = 86_400_000;
const SESSION_MS = 60 * DAY_MS;

type Dependencies = {
  db: Queryable;
  pool: Pool;
  throttle: Throttle;
  enqueue: Enqueue;
  sendMail: SendMail;
  /** Where people reach the app: the one source of links. */
  appUrl: () => string;
  supportEmail: string;
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

export function createAuthService(dependencies: Dependencies) {
  const { db, pool, throttle, enqueue, sendMail, appUrl, supportEmail } = dependencies;
  const passwordCheck = createPasswordCheck({ db, throttle });

  /** Begins a session under a new id; one that the browser still carried ends, so that none can be planted. */
  async function beginSession(user: UserRow, { now, client, cookie }: Visit): Promise<User> {
    if (cookie.token !== null) await deleteSession(db, tokenHash(cookie.token));
    const token = newToken();
    const expire = new Date(now.getTime() + SESSION_MS);
    const at = now.toISOString();
    const begun = await insertSession(db, {
      sid: tokenHash(token),
      user,
      sess: { id: randomUUID(), userAgent: client.userAgent, createdAt: at, lastSeenAt: at },
      expire,
    });
    if (!begun) throw wrongCredentials();
    cookie.set(token, expire);
    return userFrom(user);
  }

  /** Whether a mailbox has room for one more letter; strangers who fill it keep nobody from registering. */
  async function hasRoom(email: string): Promise<boolean> {
    try {
      await throttle.take("verificationMailbox", email);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "rate_limited") return false;
      throw error;
    }
  }

  return {
    async register(visit: Visit, { email, password, firstName, lastName, mobile }: Registration): Promise<User> {
      await throttle.take("registerAddress", visit.client.address);
      const passwordHash = await hashPassword(password);
      const mayWrite = await hasRoom(comparable(email));
      const user = await db.transaction(async (transaction) => {
        const created = await insertUser(transaction, {
          email: comparable(email),
          passwordHash,
          firstName: firstName ?? null,
          lastName: lastName ?? null,
          mobile: mobile ?? false,
          web: !mobile,
          createdAt: visit.now,
          updatedAt: visit.now,
        });
        if (!created) throw emailTaken();
        if (mayWrite) {
          await enqueue(transaction, authJobs.verification, [{ userId: created.id, email: created.email }]);
        }
        return created;
      });
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
      if (!user || !right) throw wrongCredentials();
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
    async findSession(token: string, now: Date): Promise<{ userId: OwnerId; prolongedTo: Date | null } | null> {
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

    ...createNewPassword({ db, throttle, enqueue, passwordCheck }),
    ...createEmailChange({ db, throttle, enqueue, passwordCheck }),

    handlers: createAuthHandlers({ db, sendMail, appUrl, supportEmail }),
  };
}

function wrongCredentials(): AppError {
  return new AppError("invalid_credentials", "Correo electrónico o contraseña incorrectos");
}

/** Whether somebody has premium, bought on the web or in the mobile app. */
export function hasPremium({ subscription, statusMobile }: Pick<UserRow, "subscription" | "statusMobile">): boolean {
  return subscription === "active" || statusMobile === "active";
}

function userFrom(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    isEmailVerified: row.isEmailVerified,
    pendingEmail: row.pendingEmail,
    subscription: row.subscription,
    statusMobile: row.statusMobile,
    mobile: row.mobile,
    web: row.web,
    premium: hasPremium(row),
    createdAt: row.createdAt.toISOString(),
  };
}
