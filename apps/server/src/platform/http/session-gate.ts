import type { FastifyReply, FastifyRequest } from "fastify";
import type { DeviceCookie, FoundSession, SessionCookie } from "#platform/http/call.ts";

/** The session that a secret belongs to; null without a valid one. */
export type FindSession = (token: string, now: Date) => Promise<FoundSession | null>;

export type SessionGate = {
  cookieOf(request: FastifyRequest, reply: FastifyReply): SessionCookie;
  deviceOf(request: FastifyRequest, reply: FastifyReply): DeviceCookie;
  stepOf(request: FastifyRequest, reply: FastifyReply): SessionCookie;
  sessionOf(cookie: SessionCookie, now: Date): Promise<FoundSession | null>;
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
  const cookie = (name: string, request: FastifyRequest, reply: FastifyReply): SessionCookie => ({
    token: request.cookies[name] ?? null,
    set: (token, expires) => void reply.setCookie(name, token, { ...attributes, expires }),
    clear: () => void reply.clearCookie(name, attributes),
  });
  return {
    cookieOf: (request, reply) => {
      const session = cookie(name, request, reply);
      const clear = () => {
        session.clear();
        // The browser has kept the images and sounds of the account that is left.
        reply.header("clear-site-data", '"cache"');
      };
      return { ...session, clear };
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
      if (session.prolongedTo !== null) set(token, session.prolongedTo);
      return session;
    },
  };
}

function tokensIn(value: string | undefined): string[] {
  const tokens = value?.split(SEPARATOR, MAX_TOKENS) ?? [];
  return tokens.filter((token) => /^[\w-]{43}$/.test(token));
}
