import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { codeOf } from "#platform/db/database-errors.ts";
import { encryptMessage } from "./message-encryption.ts";
import type { PushResult, SendPush } from "./push.ts";
import { parseEndpoint } from "./push-endpoint.ts";
import { authorize } from "./vapid.ts";

const DEADLINE_MS = 10_000;
/** Nothing of a response's body is used; a short one is read, so that its connection can be used again. */
const MAX_RESPONSE_BYTES = 4096;

type Options = {
  /** Origins to which pushes are sent beside those of the known services. */
  origins: ReadonlySet<string>;
  /** How a push service reaches the operator: an address of https or mailto. */
  subject: () => string;
  deadlineMs?: number;
};

/** Each call of the function makes one attempt; the caller retries. Redirects are not followed. */
export function openPush({ origins, subject, deadlineMs = DEADLINE_MS }: Options): SendPush {
  return async ({ target, message, ttlSeconds, topic, keys, now }) => {
    const url = parseEndpoint(target.endpoint, origins);
    if (url === null) return { outcome: "refused", reason: "the endpoint is not allowed" };
    const body = encryptMessage(Buffer.from(message), target);
    const headers = {
      authorization: authorize(url.origin, { keys, subject: subject(), now }),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      "content-length": body.length,
      ttl: ttlSeconds,
      topic,
      urgency: "normal",
    };
    try {
      return judge(await post(url, headers, body, deadlineMs), now);
    } catch (error) {
      const reason = `a push service could not be reached: ${codeOf(error) ?? "unknown reason"}`;
      return { outcome: "failed", reason, retryAfterSeconds: null };
    }
  };
}

type PushResponse = { status: number; retryAfter: string | undefined };

/** Sends a body, and returns the response without its body. */
function post(url: URL, headers: OutgoingHttpHeaders, body: Buffer, deadlineMs: number): Promise<PushResponse> {
  const { request } = url.protocol === "https:" ? https : http;
  const signal = AbortSignal.timeout(deadlineMs);
  return new Promise((resolve, reject) => {
    let response: PushResponse | undefined;
    const outgoing = request(url, { method: "POST", headers, signal });
    // Once there is a response, it counts, even if the rest of it does not arrive.
    outgoing.on("error", (error) => (response ? resolve(response) : reject(error)));
    outgoing.on("response", (incoming) => {
      response = { status: incoming.statusCode ?? 0, retryAfter: incoming.headers["retry-after"] };
      const known = response;
      incoming.on("error", () => {});
      incoming.on("close", () => resolve(known));
      cutLongResponse(incoming);
    });
    outgoing.end(body);
  });
}

function cutLongResponse(incoming: IncomingMessage): void {
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) incoming.destroy();
  });
}

function judge({ status, retryAfter }: PushResponse, now: Date): PushResult {
  if (status >= 200 && status < 300) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  const reason = `a push service answered ${status}`;
  if (status !== 429 && status < 500) return { outcome: "refused", reason };
  return { outcome: "failed", reason, retryAfterSeconds: readRetryAfter(retryAfter, now) };
}

/** Reads the header `Retry-After`: seconds, or a date of HTTP. Null without a valid one. */
function readRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const seconds = text.endsWith(" GMT") ? Math.ceil((Date.parse(text) - now.getTime()) / 1000) : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
