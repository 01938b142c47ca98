import type { IncomingMessage } from "node:http";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { FastifyReply } from "fastify";
import type { OwnerId } from "#platform/db/owner.ts";
import { type CallsInFlight, createCallsInFlight, unlimitedCalls } from "#platform/http/calls-in-flight.ts";
import { createLargeReads } from "#platform/http/large-reads.ts";
import { callWhenReceived, createUploadTurns, type UploadTurns } from "#platform/http/uploads.ts";
import { createWriteBudgets, noWriteBudgets, type WriteBudgets } from "#platform/http/write-budgets.ts";

/** The limits of one account in this process, which leave room for the others. */
export type CallLimits = {
  readonly budgets: WriteBudgets;
  readonly callsInFlight: CallsInFlight;
  readonly uploads: UploadTurns;
  readonly largeReads: ReturnType<typeof createLargeReads>;
};

/** @param rateLimit False for load tests: calls are then unlimited, both at a time and per minute. */
export function createCallLimits(rateLimit: boolean, isConfirmed: (owner: OwnerId) => Promise<boolean>): CallLimits {
  return {
    budgets: rateLimit ? createWriteBudgets() : noWriteBudgets,
    callsInFlight: rateLimit ? createCallsInFlight() : unlimitedCalls,
    uploads: createUploadTurns(isConfirmed),
    largeReads: createLargeReads(),
  };
}

type Ends = { readonly endCall: () => void; readonly endRead: () => void };

/**
 * Waits until the caller may make a call. `endCall` is to be called when the call has been answered, `endRead` when its result no
 * longer needs the database. A large read waits for its own turn first, so that reads that wait take no place from other calls.
 */
export async function takeTurns(
  limits: CallLimits,
  { owner, endpoint, query }: { owner: OwnerId | null; endpoint: Endpoint; query: unknown },
  reply: FastifyReply,
  gone: AbortSignal,
): Promise<Ends> {
  if (owner === null) return { endCall: () => {}, endRead: () => {} };
  if (endpoint.upload !== null) return takeUploadTurns(limits, owner, endpoint, reply, gone);
  const endRead = await limits.largeReads.turn(owner, endpoint, gone, query);
  const call = { owner, endpoint, bodyBytes: countBodyBytes(reply.request.raw) };
  const endCall = await limits.callsInFlight.take(call, gone).catch((error: unknown) => {
    endRead();
    throw error;
  });
  return { endCall, endRead };
}

async function takeUploadTurns(
  { uploads, callsInFlight }: CallLimits,
  owner: OwnerId,
  endpoint: Endpoint,
  reply: FastifyReply,
  gone: AbortSignal,
): Promise<Ends> {
  // Uploads that wait must not keep the account's other calls out.
  const endUpload = await uploads.take(owner, gone, () => reply.header("connection", "close"));
  // A refused file may still be arriving, because clients send all of it before they read the response.
  const { raw } = reply.request;
  const endWhenReceived = () => {
    raw.resume();
    callWhenReceived(raw, endUpload);
  };
  // A file is not read before its turn, so that it holds no memory meanwhile.
  const endCall = await callsInFlight.take({ owner, endpoint, bodyBytes: 0 }, gone).catch((error: unknown) => {
    endWhenReceived();
    throw error;
  });
  return {
    endCall: () => {
      endCall();
      endWhenReceived();
    },
    endRead: () => {},
  };
}

function countBodyBytes({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Number.POSITIVE_INFINITY;
}
