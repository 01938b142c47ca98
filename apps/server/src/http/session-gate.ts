import type { FastifyReply, FastifyRequest } from "fastify";
import type { FoundSession, SessionCookie } from "#http/call.ts";

/** The session that a secret belongs to; null without a valid one. */
export type FindSession = (token: string, now: Date) => Promise<FoundSession | null>;

export type SessionGate = {
  cookieOf(request: FastifyRequest, reply: FastifyReply): SessionCookie;
  sessionOf(cookie: SessionCookie, now: Date): Promise<FoundSession | null>;
};

/** Browsers hold a `__Host-` cookie to https and to this host alone. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? "__Host-repasa" : "repasa";
}

export function createSessionGate({
  isHttps,
  findSession,
}: {
  isHttps: boolean;
  findSession: FindSession;
}): SessionGate {
  const name = sessionCookieName(isHttps);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps } as const;
  return {
    cookieOf: (request, reply) => ({
      token: request.cookies[name] ?? null,
      set: (token, expires) => void reply.setCookie(name, token, { ...attributes, expires }),
      clear: () => void reply.clearCookie(name, attributes),
    }),
    async sessionOf({ token, set }, now) {
      const session = token === null ? null : await findSession(token, now);
      if (token === null || session === null) return null;
      if (session.prolongedTo !== null) set(token, session.prolongedTo);
      return session;
    },
  };
}
