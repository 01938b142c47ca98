// The API over HTTP: headers, forms and validation.
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import qs from "qs";
import Stripe from "stripe";
import { type Account, createId } from "./account.ts";
import { ApiError } from "./api-error.ts";
import { findCall } from "./calls.ts";
import { checkAnswer, findFault } from "./schemas.ts";
import type { ObjectName } from "./stripe-types.ts";

type Answer = { object: string; deleted?: boolean; data?: Answer[] };

/** Requires the headers that the official client always sends. */
function checkHeaders({ method, headers }: IncomingMessage, secretKey: string): void {
  if (headers.authorization !== `Bearer ${secretKey}`) {
    throw new ApiError("Invalid API Key provided.", { status: 401, code: "api_key_invalid", malformed: true });
  }
  if (headers["stripe-version"] !== Stripe.API_VERSION) {
    throw new ApiError(`The double knows API version ${Stripe.API_VERSION} only.`, { malformed: true });
  }
  if (method === "POST" && !headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    throw new ApiError("The body of a v1 call is form-encoded.", { malformed: true });
  }
}

/** Checks an answer against the schema of its type, and the members of a list one by one. */
function checkCallAnswer(answer: Answer): void {
  if (answer.object === "list") for (const one of answer.data ?? []) checkCallAnswer(one);
  else checkAnswer((answer.deleted ? `deleted_${answer.object}` : answer.object) as ObjectName, answer);
}

async function perform(account: Account, secretKey: string, request: IncomingMessage): Promise<object> {
  const form = await text(request);
  checkHeaders(request, secretKey);
  const { method = "GET", url = "/" } = request;
  const [pathname = "", query = ""] = url.split("?");
  const found = findCall(method, pathname);
  if (!found) throw new ApiError(`No such call: ${method} ${pathname}`, { status: 404, malformed: true });
  const params = qs.parse([query, form].filter(Boolean).join("&"), { depth: 20 });
  const fault = findFault(found.name, params);
  if (fault !== null) throw new ApiError(fault, { malformed: true });
  const answer = found.answer(account, params);
  checkCallAnswer(answer as Answer);
  return answer;
}

/** Returns a function that serves the calls of the API, and lists malformed requests in `problems`. */
export const createApi =
  (account: Account, secretKey: string, problems: string[]) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, body: string) =>
      response.writeHead(status, { "content-type": "application/json", "request-id": createId("req") }).end(body);
    try {
      send(200, JSON.stringify(await perform(account, secretKey, request)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.malformed) problems.push(`${request.method} ${request.url}: ${error.message}`);
      send(error.status, error.body);
    }
  };
