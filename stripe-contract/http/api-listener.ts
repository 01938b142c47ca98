import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { answerCall } from "../api/answer.ts";
import { findCall } from "../api/calls.ts";
import type { CallName } from "../contract-types.ts";
import { missingParam, Refusal, unknownParam } from "../refusal.ts";
import type { Account } from "../state/account.ts";
import { newId } from "../state/ids.ts";
import { findFault } from "../validation/schemas.ts";
import { bodyOf } from "./body.ts";
import type { FaultPlan, Faults } from "./faults.ts";
import { fingerprintOf, parseForm } from "./form.ts";
import { type Answer, IdempotencyStore } from "./idempotency.ts";
import type { ContractStats, Rejection } from "./stats.ts";

const SLOW_MS = 2_000;

interface ApiOptions {
  account: Account;
  secretKey: string;
  faults: Faults;
  stats: ContractStats;
}

interface ApiCall {
  call: CallName;
  id: string;
  params: Record<string, unknown>;
  key: string | undefined;
  fingerprint: string;
}

/** Requires what every request of the official client carries. */
function checkHeaders(request: IncomingMessage, secretKey: string): void {
  const { authorization } = request.headers;
  if (authorization !== `Bearer ${secretKey}`) {
    const message = authorization ? "Invalid API Key provided." : "You did not provide an API key.";
    throw new Refusal(message, { status: 401, ...(authorization ? { code: "api_key_invalid" } : {}) });
  }
  const version = request.headers["stripe-version"];
  if (version !== Stripe.API_VERSION) {
    throw new Refusal(`This contract describes API version ${Stripe.API_VERSION}, not ${version ?? "a missing one"}.`);
  }
  const type = request.headers["content-type"] ?? "";
  if (request.method === "POST" && !type.startsWith("application/x-www-form-urlencoded")) {
    throw new Refusal("The body of a v1 call is form-encoded.");
  }
}

function readCall(request: IncomingMessage, body: string, secretKey: string): ApiCall {
  checkHeaders(request, secretKey);
  const url = new URL(request.url ?? "/", "http://contract");
  const method = request.method ?? "GET";
  const found = findCall(method, url.pathname);
  if (!found) {
    throw new Refusal(`Unrecognized request URL (${method}: ${url.pathname}).`, { status: 404 });
  }
  const params = { ...parseForm(url.search.slice(1)), ...parseForm(body) };
  const fingerprint = fingerprintOf([method, url.pathname, params]);
  const fault = findFault(found.call, params);
  if (fault?.kind === "unknown") throw unknownParam(fault.param);
  if (fault?.kind === "missing") throw missingParam(fault.param);
  if (fault) throw new Refusal(fault.message, { param: fault.param, code: "parameter_invalid" });
  const key = method === "POST" ? request.headers["idempotency-key"]?.toString() : undefined;
  return { ...found, params, key, fingerprint };
}

function rejectionOf(request: IncomingMessage, { status, message, body }: Refusal): Rejection {
  const path = new URL(request.url ?? "/", "http://contract").pathname;
  const { param } = body.error;
  return { method: request.method ?? "", path, status, message, ...(param === undefined ? {} : { param }) };
}

/** Answers the calls of the official client. */
export function createApiListener({ account, secretKey, faults, stats }: ApiOptions) {
  const idempotency = new IdempotencyStore();

  const send = (response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}) => {
    if (response.destroyed) return;
    const version = { "stripe-version": Stripe.API_VERSION };
    response.writeHead(status, { "content-type": "application/json", ...version, ...headers }).end(body);
  };

  const play = (request: IncomingMessage, { call, id, params }: ApiCall): Answer & { keep: boolean } => {
    try {
      const { answer, checked } = answerCall(account, call, id, params);
      stats.answersChecked += checked;
      stats.validated += 1;
      return { status: 200, body: JSON.stringify(answer), keep: true };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.impossible) stats.validated += 1;
      (error.impossible ? stats.refused : stats.rejected).push(rejectionOf(request, error));
      return { status: error.status, body: JSON.stringify(error.body), keep: error.impossible };
    } finally {
      account.events.origin = { id: null, idempotency_key: null };
    }
  };

  /** The answer, from the store when the key is known. */
  const answer = (request: IncomingMessage, requestId: string, call: ApiCall) => {
    const kept = call.key === undefined ? undefined : idempotency.find(call.key, call.fingerprint);
    if (kept) {
      stats.replayed += 1;
      stats.validated += 1;
      return { answer: kept, headers: { "idempotent-replayed": "true" } };
    }
    account.events.origin = { id: requestId, idempotency_key: call.key ?? null };
    const fresh = play(request, call);
    if (call.key !== undefined && fresh.keep) idempotency.keep(call.key, call.fingerprint, fresh);
    return { answer: fresh, headers: {} };
  };

  const fail = (response: ServerResponse, fault: FaultPlan, headers: Record<string, string>) => {
    if (fault.kind === "reset") {
      response.socket?.resetAndDestroy();
      return;
    }
    const refusal =
      fault.kind === "rate-limit"
        ? new Refusal("Too many requests hit the API too quickly.", { status: 429, code: "rate_limit" })
        : new Refusal("An unknown error occurred", { status: 500, type: "api_error" });
    send(response, { status: refusal.status, body: JSON.stringify(refusal.body) }, headers);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const requestId = newId("req");
    const headers = { "request-id": requestId };
    const call = readCall(request, await bodyOf(request), secretKey);
    stats.calls[call.call] = (stats.calls[call.call] ?? 0) + 1;
    const fault = faults.take(call.call);
    if (fault) stats.faults += 1;
    if (fault && fault.kind !== "slow" && !fault.afterEffect) {
      stats.validated += 1;
      return fail(response, fault, headers);
    }
    if (fault?.kind === "slow" && !fault.afterEffect) await sleep(fault.delayMs ?? SLOW_MS);
    const result = answer(request, requestId, call);
    if (fault?.kind === "slow" && fault.afterEffect) await sleep(fault.delayMs ?? SLOW_MS);
    if (fault && fault.kind !== "slow") return fail(response, fault, headers);
    send(response, result.answer, { ...headers, ...result.headers });
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await serve(request, response);
    } catch (error) {
      if (error instanceof Refusal) {
        stats.rejected.push(rejectionOf(request, error));
        return send(response, { status: error.status, body: JSON.stringify(error.body) });
      }
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      stats.broken.push(message);
      const body = { error: { type: "api_error", message: `The contract server broke: ${message}` } };
      send(response, { status: 500, body: JSON.stringify(body) }, { "stripe-should-retry": "false" });
    }
  };
}
