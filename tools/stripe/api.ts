// The API over HTTP: headers, forms, validation, idempotency, and faults on demand.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import qs from "qs";
import Stripe from "stripe";
import { type Account, newId } from "./account.ts";
import { ApiError, malformed } from "./api-error.ts";
import { answerCall, findCall } from "./calls.ts";
import { isAllowed, type Permission } from "./permissions.ts";
import { checkAnswer, findFault } from "./schemas.ts";
import type { CallName, ObjectName } from "./stripe-types.ts";

const KEY_SECONDS = 24 * 3600;

export interface FaultPlan {
  /** `server-error` 500, `rate-limit` 429, `reset` a cut connection, `slow` a late answer. */
  kind: "server-error" | "rate-limit" | "reset" | "slow";
  /** How many calls it hits; one by default. */
  times?: number;
  /** Only this call; any by default. */
  call?: CallName;
  /** For `slow`. */
  delayMs?: number;
  /** The call takes effect and its answer is lost or late: what idempotency keys are for. */
  afterEffect?: boolean;
  /** The error is kept for the call's idempotency key, and replayed, as Stripe does when a call breaks half-way. */
  keptForKey?: boolean;
}

/** Faults that wait for the next calls. */
function createFaults() {
  const waiting: FaultPlan[] = [];
  return {
    failNext: (plan: FaultPlan) => {
      for (let time = 0; time < (plan.times ?? 1); time++) waiting.push(plan);
    },
    clear: () => {
      waiting.length = 0;
    },
    take: (call: CallName): FaultPlan | undefined => {
      const index = waiting.findIndex((plan) => plan.call === undefined || plan.call === call);
      return index === -1 ? undefined : waiting.splice(index, 1)[0];
    },
  };
}

/** What the double has seen. Tests assert on it: nothing rejected, nothing broken. */
export interface Stats {
  /** Well-formed requests, whatever their answer. */
  validated: number;
  /** Malformed requests: unknown, missing or senseless parameters, no such call, no key. */
  rejected: string[];
  /** How often each call was made, whatever came of it. */
  calls: Partial<Record<CallName, number>>;
  /** Answers repeated for an idempotency key. */
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
  /** What any further request with the same key must be equal to. */
  request: unknown;
}

/** Requires what the official client always sends. */
function checkHeaders({ method, headers }: IncomingMessage, secretKey: string): void {
  if (headers.authorization !== `Bearer ${secretKey}`) {
    throw new ApiError("Invalid API Key provided.", { status: 401, code: "api_key_invalid", malformed: true });
  }
  if (headers["stripe-version"] !== Stripe.API_VERSION) {
    throw malformed(`The double knows API version ${Stripe.API_VERSION} only.`);
  }
  if (method === "POST" && !headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    throw malformed("The body of a v1 call is form-encoded.");
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
  if (fault !== null) throw malformed(fault);
  const key = method === "POST" ? headers["idempotency-key"]?.toString() : undefined;
  return { ...found, params, key, request };
}

/** Checks an answer against the schema of its type, and the members of a list one by one. */
function checkAnswerOfCall(answer: { object: string; deleted?: boolean; data?: object[] }): void {
  if (answer.object === "list") for (const one of answer.data ?? []) checkAnswerOfCall(one as typeof answer);
  else checkAnswer((answer.deleted ? `deleted_${answer.object}` : answer.object) as ObjectName, answer);
}

function answerOfFault({ kind }: FaultPlan): Answer {
  return kind === "rate-limit"
    ? new ApiError("Too many requests hit the API too quickly.", { status: 429, code: "rate_limit" })
    : new ApiError("An unknown error occurred", { status: 500, type: "api_error" });
}

function answerForbidden(): Answer {
  const message = "The provided key does not have the required permissions for this endpoint.";
  return new ApiError(message, { status: 403, code: "more_permissions_required" });
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json", "request-id": newId("req"), ...headers }).end(body);
}

function sendFault(response: ServerResponse, fault: FaultPlan): void {
  if (fault.kind === "reset") response.socket?.resetAndDestroy();
  else send(response, answerOfFault(fault));
}

/** The API of an account, with what tests may ask of it. */
export class Api {
  readonly faults = createFaults();
  /** The permissions of a restricted key; null for a key without restrictions. */
  permissions: readonly Permission[] | null = null;
  readonly stats: Stats = { validated: 0, rejected: [], calls: {}, replayed: 0, faults: 0, broken: [] };
  readonly #account: Account;
  readonly #secretKey: string;
  /** Answers by idempotency key, of calls that began to act, errors included. */
  readonly #kept = new Map<string, { request: unknown; answer: Answer; at: number }>();

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
    const { stats, faults } = this;
    stats.calls[call.name] = (stats.calls[call.name] ?? 0) + 1;
    if (this.permissions && !isAllowed(call.name, this.permissions)) return send(response, answerForbidden());
    const fault = faults.take(call.name);
    if (fault) stats.faults += 1;
    const isSlow = fault?.kind === "slow";
    if (fault && !fault.afterEffect && !isSlow) {
      if (fault.keptForKey) this.#keep(call, answerOfFault(fault));
      return sendFault(response, fault);
    }
    if (isSlow && !fault.afterEffect) await sleep(fault.delayMs);
    const replayed = this.#find(call);
    if (replayed) stats.replayed += 1;
    const answer = replayed ?? this.#perform(call);
    if (isSlow && fault.afterEffect) await sleep(fault.delayMs);
    if (fault && !isSlow) return sendFault(response, fault);
    send(response, answer, replayed && { "idempotent-replayed": "true" });
  }

  #perform(call: ApiCall): Answer {
    try {
      const object = answerCall(this.#account, call.name, call.params, call.id);
      checkAnswerOfCall(object as never);
      return this.#keep(call, { status: 200, body: JSON.stringify(object) });
    } catch (error) {
      if (!(error instanceof ApiError) || error.malformed) throw error;
      return this.#keep(call, error);
    }
  }

  #keep({ key, request }: ApiCall, answer: Answer): Answer {
    if (key !== undefined) this.#kept.set(key, { request, answer, at: this.#account.now() });
    return answer;
  }

  #find({ key, request }: ApiCall): Answer | undefined {
    const known = key === undefined ? undefined : this.#kept.get(key);
    if (!known || this.#account.now() - known.at >= KEY_SECONDS) return undefined;
    if (isDeepStrictEqual(known.request, request)) return known.answer;
    const message = `The idempotency key ${key} was used for another request.`;
    throw new ApiError(message, { type: "idempotency_error", malformed: true });
  }
}
