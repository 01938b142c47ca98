import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCookie } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";

/** Whose session a secret belongs to, and its new end when it was just prolonged; null without a valid session. */
export type FindSession = (token: string, now: Date) => Promise<{ userId: OwnerId; prolongedTo: Date | null } | null>;

export type SessionGate = {
  cookieOf(request: FastifyRequest, reply: FastifyReply): SessionCookie;
  ownerOf(cookie: SessionCookie, now: Date): Promise<OwnerId | null>;
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
    async ownerOf({ token, set }, now) {
      const session = token === null ? null : await findSession(token, now);
      if (token === null || session === null) return null;
      if (session.prolongedTo !== null) set(token, session.prolongedTo);
      return session.userId;
    },
  };
}
