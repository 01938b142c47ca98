import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCookie } from "#http/call.ts";
import type { OwnerId } from "#owner.ts";

/** Whose session a secret belongs to; null when there is none, or it has ended. */
export type FindSession = (token: string, now: Date) => Promise<{ userId: number } | null>;

export type SessionGate = {
  cookieOf(request: FastifyRequest, reply: FastifyReply): SessionCookie;
  ownerOf(token: string | null, now: Date): Promise<OwnerId | null>;
};

/** The one place where an owner is minted: from a session that the database knows. */
export function createSessionGate(options: { secure: boolean; findSession: FindSession }): SessionGate {
  const name = options.secure ? "__Host-repasa" : "repasa";
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: options.secure } as const;
  return {
    cookieOf: (request, reply) => ({
      token: request.cookies[name] ?? null,
      set: (token, expires) => void reply.setCookie(name, token, { ...attributes, expires }),
      clear: () => void reply.clearCookie(name, attributes),
    }),
    async ownerOf(token, now) {
      const session = token === null ? null : await options.findSession(token, now);
      return session === null ? null : (session.userId as OwnerId);
    },
  };
}
