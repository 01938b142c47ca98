import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Queryable } from "#platform/db/pool.ts";

/** Longer than a replica may lag behind the primary. */
const FRESH_SECONDS = 10;
const COOKIE = "repasa-wrote";

export type ReadChoice = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) => Queryable;

/**
 * Chooses the database that a call reads from. A browser that has just written anything reads from the primary until the replica
 * has caught up, whichever server answers: it holds a cookie for that long.
 */
export function createReadChoice(primary: Queryable, replica: Queryable, isHttps: boolean): ReadChoice {
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge: FRESH_SECONDS } as const;
  return (endpoint, request, reply) => {
    if (replica === primary) return primary;
    if (endpoint.method !== "GET") reply.setCookie(COOKIE, "1", attributes);
    return endpoint.mayBeStale && request.cookies[COOKIE] === undefined ? replica : primary;
  };
}
