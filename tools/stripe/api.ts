// The API over HTTP: headers, forms, validation, idempotency, and faults on demand.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import qs from "qs";
import Stripe from "stripe";
import { type Account, createId } from "./account.ts";
import { ApiError, createMalformedError } from "./api-error.ts";
import { answerCall, findCall, isAllowed, type Permission } from "./calls.ts";
import { checkAnswer, findFault } from "./schemas.ts";
import type { CallName, ObjectName } from "./stripe-types.ts";

const KEY_SECONDS = 24 * 3600;

export interface FaultPlan {
  /** `server-error` 500, `rate-limit` 429, `reset` a cut connection, `slow` a late answer. */
  kind: "server-error" | "rate-limit" | "reset" | "slow";
  /** The number of calls that it affects; 1 by default. */
  times?: number;
  /** The call that it affects; by default any. */
  call?: CallName;
  /** The delay of `slow` in milliseconds. */
  delayMs?: number;
  /** True if the call takes effect and only its answer is lost or late, the case that idempotency keys are for. */
  afterEffect?: boolean;
  /** True if the error is stored for the call's idempotency key and replayed, as Stripe does if a call fails half-way. */
  keptForKey?: boolean;
}

/** The record of all requests. Tests assert that `rejected` and `broken` are empty. */
export interface Stats {
  /** Well-formed requests, regardless of their answers. */
  validated: number;
  /** Malformed requests: with unknown, missing or invalid parameters, without a key, or of calls that do not exist. */
  rejected: string[];
  /** The number of requests of each call, regardless of their answers. */
  calls: Partial<Record<CallName, number>>;
  /** Answers that were repeated for an idempotency key. */
  replayed: number;
  /** Faults that were injected. */
  faults: number;
  /** Errors of the double itself. */
  broken: string[];
}

interface Answer {
  status: number;
  body: string;
}

interface ApiCall {
  name: CallName;
  id: string;
  params: Record<string, unknown>;
  key: string | undefined;
  /** The contents that any further request with the same key must have. */
  request: unknown;
}

/** Requires the headers that the official client always sends. */
function checkHeaders({ method, headers }: IncomingMessage, secretKey: string): void {
  if (headers.authorization !== `Bearer ${secretKey}`) {
    throw new ApiError("Invalid API Key provided.", { status: 401, code: "api_key_invalid", malformed: true });
  }
  if (headers["stripe-version"] !== Stripe.API_VERSION) {
    throw createMalformedError(`The double knows API version ${Stripe.API_VERSION} only.`);
  }
  if (method === "POST" && !headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    throw createMalformedError("The body of a v1 call is form-encoded.");
  }
}

async function readCall(incoming: IncomingMessage, secretKey: string): Promise<ApiCall> {
  const form = await text(incoming);
  checkHeaders(incoming, secretKey);
  const { method = "GET", url = "/", headers } = incoming;
  const [pathname = "", query = ""] = url.split("?");
  const found = findCall(method, pathname);
  if (!found) throw new ApiError(`No such call: ${method} ${pathname}`, { status: 404, malformed: true });
  const params = qs.parse([query, form].filter(Boolean).join("&"), { depth: 20 });
  const request = structuredClone({ method, pathname, params });
  const fault = findFault(found.name, params);
  if (fault !== null) throw createMalformedError(fault);
  const key = method === "POST" ? headers["idempotency-key"]?.toString() : undefined;
  return { ...found, params, key, request };
}

/** Checks an answer against the schema of its type, and the members of a list one by one. */
function checkCallAnswer(answer: { object: string; deleted?: boolean; data?: object[] }): void {
  if (answer.object === "list") for (const one of answer.data ?? []) checkCallAnswer(one as typeof answer);
  else checkAnswer((answer.deleted ? `deleted_${answer.object}` : answer.object) as ObjectName, answer);
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  if (response.destroyed) return;
  response
    .writeHead(status, { "content-type": "application/json", "request-id": createId("req"), ...headers })
    .end(body);
}

function createFaultAnswer(kind: FaultPlan["kind"]): Answer {
  return kind === "rate-limit"
    ? new ApiError("Too many requests hit the API too quickly.", { status: 429, code: "rate_limit" })
    : new ApiError("An unknown error occurred", { status: 500, type: "api_error" });
}

/** The API of an account, with functions that control it in tests. */
export class Api {
  /** The permissions of a restricted key; null for a key without restrictions. */
  permissions: readonly Permission[] | null = null;
  readonly stats: Stats = { validated: 0, rejected: [], calls: {}, replayed: 0, faults: 0, broken: [] };
  readonly faults = {
    failNext: (plan: FaultPlan) => {
      for (let time = 0; time < (plan.times ?? 1); time++) this.#faults.push(plan);
    },
    clear: () => {
      this.#faults = [];
    },
  };
  /** Faults of the next calls. */
  #faults: FaultPlan[] = [];
  readonly #account: Account;
  readonly #secretKey: string;
  /** Answers by idempotency key, errors included, of calls that have begun to take effect. */
  readonly #stored = new Map<string, { request: unknown; answer: Answer; at: number }>();

  constructor(account: Account, secretKey: string) {
    this.#account = account;
    this.#secretKey = secretKey;
  }

  async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(await readCall(incoming, this.#secretKey), response);
      this.stats.validated += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.stats.rejected.push(`${incoming.method} ${incoming.url}: ${error.message}`);
      send(response, error);
    }
  }

  async #answer(call: ApiCall, response: ServerResponse): Promise<void> {
    const { calls } = this.stats;
    calls[call.name] = (calls[call.name] ?? 0) + 1;
    if (this.permissions && !isAllowed(call.name, this.permissions)) {
      const message = "The provided key does not have the required permissions for this endpoint.";
      return send(response, new ApiError(message, { status: 403, code: "more_permissions_required" }));
    }
    const { kind, delayMs, afterEffect = false, keptForKey } = this.#takeFault(call.name) ?? {};
    const fail = (broken: Exclude<FaultPlan["kind"], "slow">) => {
      if (broken === "reset") response.socket?.resetAndDestroy();
      else send(response, createFaultAnswer(broken));
    };
    if (kind === "slow" && !afterEffect) await sleep(delayMs);
    else if (kind && kind !== "slow" && !afterEffect) {
      if (keptForKey) this.#store(call, createFaultAnswer(kind));
      return fail(kind);
    }
    const replayed = this.#findStored(call);
    if (replayed) this.stats.replayed += 1;
    const answer = replayed ?? this.#perform(call);
    if (kind && kind !== "slow") return fail(kind);
    if (kind === "slow" && afterEffect) await sleep(delayMs);
    send(response, answer, replayed && { "idempotent-replayed": "true" });
  }

  #takeFault(call: CallName): FaultPlan | undefined {
    const index = this.#faults.findIndex((plan) => plan.call === undefined || plan.call === call);
    if (index === -1) return undefined;
    this.stats.faults += 1;
    return this.#faults.splice(index, 1)[0];
  }

  #perform(call: ApiCall): Answer {
    try {
      const object = answerCall(this.#account, call.name, call.params, call.id);
      checkCallAnswer(object as never);
      return this.#store(call, { status: 200, body: JSON.stringify(object) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.malformed) throw error;
      return this.#store(call, error);
    }
  }

  #store({ key, request }: ApiCall, answer: Answer): Answer {
    if (key !== undefined) this.#stored.set(key, { request, answer, at: this.#account.now() });
    return answer;
  }

  #findStored({ key, request }: ApiCall): Answer | undefined {
    const stored = key === undefined ? undefined : this.#stored.get(key);
    if (!stored || this.#account.now() - stored.at >= KEY_SECONDS) return undefined;
    if (isDeepStrictEqual(stored.request, request)) return stored.answer;
    const message = `The idempotency key ${key} was used for another request.`;
    throw new ApiError(message, { type: "idempotency_error", malformed: true });
  }
}
