import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { progressEndpoints } from "@repasa/contract/progress.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { storeEndpoints } from "@repasa/contract/store.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Queryable } from "#platform/db/pool.ts";

/** Whose answers may be seconds old. All others are read from the database itself. */
const mayBeOld = new Set<Endpoint>([
  storeEndpoints.catalog,
  storeEndpoints.preview,
  progressEndpoints.retention,
  progressEndpoints.calibration,
  progressEndpoints.cardStates,
  progressEndpoints.workload,
  statsEndpoints.activity,
]);

/** Longer than a replica lags behind. */
const FRESH_SECONDS = 10;
const COOKIE = "repasa-wrote";

type Databases = { readonly db: Queryable; readonly readDb: Queryable };

/**
 * From where a call is answered: a browser that has just written anything reads from the database itself for a moment, on
 * whichever server. It holds a cookie for that long.
 */
export function createReadChoice({ db, readDb }: Databases, isHttps: boolean) {
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: isHttps, maxAge: FRESH_SECONDS } as const;
  return (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Queryable => {
    if (readDb === db) return db;
    if (endpoint.method !== "GET") reply.setCookie(COOKIE, "1", attributes);
    return mayBeOld.has(endpoint) && request.cookies[COOKIE] === undefined ? readDb : db;
  };
}
