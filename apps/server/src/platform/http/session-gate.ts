import { formatLeftAccount, nameAccountCookie } from "@repasa/contract/account-cookie.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { OwnerId } from "#platform/db/owner.ts";
import type { DeviceCookie, FoundSession, SecretCookie, SessionCookie } from "#platform/http/call.ts";

/** The session that a secret belongs to; null without a valid one. */
export type FindSession = (token: string, now: Date) => Promise<FoundSession | null>;

export type SessionGate = {
  cookieOf(request: FastifyRequest, reply: FastifyReply): SessionCookie;
  deviceOf(request: FastifyRequest, reply: FastifyReply): DeviceCookie;
  stepOf(request: FastifyRequest, reply: FastifyReply): SecretCookie;
  sessionOf(cookie: SessionCookie, now: Date): Promise<FoundSession | null>;
  /** Names the session's account to the app, if the browser does not: its session may be older than that cookie. */
  nameAccount(request: FastifyRequest, reply: FastifyReply, session: FoundSession): void;
};

/** Browsers accept and send a `__Host-` cookie only over https and for this host alone. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? "__Host-repasa" : "repasa";
}

const MAX_TOKENS = 5;
const SEPARATOR = ".";

export function createSessionGate({
  isHttps,
  findSession,
}: {
  isHttps: boolean;
  findSession: FindSession;
}): SessionGate {
  const name = sessionCookieName(isHttps);
  const deviceName = `${name}-device`;
  const deviceAttributes = { path: "/", httpOnly: true, sameSite: "strict", secure: isHttps } as const;
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;
  // Scripts read it to know whose copy they may open. The server believes nothing of it.
  const accountName = nameAccountCookie(isHttps);
  const accountAttributes = { ...attributes, httpOnly: false };
  const setAccount = (reply: FastifyReply, owner: OwnerId, expires: Date) =>
    void reply.setCookie(accountName, String(owner), { ...accountAttributes, expires });
  const isLeft = (request: FastifyRequest, owner: OwnerId) => request.cookies[accountName] === formatLeftAccount(owner);
  const cookie = (name: string, request: FastifyRequest, reply: FastifyReply): SecretCookie => ({
    token: request.cookies[name] ?? null,
    set: (token, expires) => void reply.setCookie(name, token, { ...attributes, expires }),
    clear: () => void reply.clearCookie(name, attributes),
  });
  return {
    cookieOf: (request, reply) => {
      const { token, set, clear } = cookie(name, request, reply);
      const clearCache = () => void reply.header("clear-site-data", '"cache"');
      return {
        token,
        clearCache,
        set(secret, expires, owner) {
          set(secret, expires);
          // A session that is prolonged before the app has ended it is still to be ended.
          if (secret !== token || !isLeft(request, owner)) setAccount(reply, owner, expires);
        },
        clear() {
          clear();
          reply.clearCookie(accountName, accountAttributes);
          clearCache();
        },
      };
    },
    nameAccount(request, reply, { userId, expire }) {
      const isNamed = request.cookies[accountName] === String(userId);
      if (!isNamed && !isLeft(request, userId)) setAccount(reply, userId, expire);
    },
    deviceOf: (request, reply) => ({
      tokens: tokensIn(request.cookies[deviceName]),
      set: (tokens, expires) => {
        const value = tokens.slice(0, MAX_TOKENS).join(SEPARATOR);
        reply.setCookie(deviceName, value, { ...deviceAttributes, expires });
      },
      clear: () => void reply.clearCookie(deviceName, deviceAttributes),
    }),
    stepOf: (request, reply) => cookie(`${name}-step`, request, reply),
    async sessionOf({ token, set }, now) {
      const session = token === null ? null : await findSession(token, now);
      if (token === null || session === null) return null;
      if (session.isProlonged) set(token, session.expire, session.userId);
      return session;
    },
  };
}

function tokensIn(value: string | undefined): string[] {
  const tokens = value?.split(SEPARATOR, MAX_TOKENS) ?? [];
  return tokens.filter((token) => /^[\w-]{43}$/.test(token));
}
