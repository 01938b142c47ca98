import type * as z from "zod/mini";
import type { ErrorCode } from "#errors.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Schema = z.ZodMiniType;

/**
 * The kinds of data that a response is made from, for clients that cache it. `reviews` stands for ratings and everything that
 * follows from them: due dates, the difficulty of cards, streaks.
 */
export type Noun =
  | "user"
  | "sessions"
  | "factors"
  | "preferences"
  | "folders"
  | "cards"
  | "reviews"
  | "exams"
  | "quizzes"
  | "reminders"
  | "push"
  | "plan"
  | "price"
  | "catalog"
  | "imports"
  | "shares"
  | "classes";

/** The number of calls of a kind that an account may make in a short time: `study` suffices for a quick student all day. */
export type WriteBudget = "study" | "cards";

/** The largest body of a call in bytes, by default and for calls that are marked as `largeBody`. */
export const BODY_LIMIT = 16 * 1024;
export const LARGE_BODY_LIMIT = 1024 * 1024;

/**
 * The way in which the cost of a response grows with the contents of the account. For each account the server computes one such
 * response of a kind at a time.
 *
 * - `list`: the whole list is long; a portion of it is cheap.
 * - `sorted list`: the whole list is long; for a portion of it the whole list still has to be sorted.
 * - `scan`: the response is short, but computing it may require searching all texts of the account.
 * - `count`: the cards that are pending are counted. Home waits for it before all else, so that it waits for no summary.
 * - `summary`: the response, or a page of it, is made from the cards of the whole account.
 * - `statistics`: the response is made from the reviews of the account.
 * - `simulation`: future days of the account's cards are simulated for the response.
 */
type LargeRead = "list" | "sorted list" | "scan" | "count" | "summary" | "statistics" | "simulation";

/**
 * One HTTP call, as the server and its clients share it.
 *
 * - `path` contains parameters in braces, as in `/api/folders/{id}`.
 * - `reads` lists the kinds of data that the response of a GET is made from, and `changes` those that another call alters: a
 *   client reloads all responses that read a kind of data that a call has changed.
 * - `session` is true if the call needs a signed-in user; without one it answers 401 `{"message":"Unauthorized"}`.
 * - `response` is null for a 204 without a body; otherwise a success has the status `status`, 200 by default.
 * - `otherStatuses` lists further statuses of a success. The response's schema covers them.
 * - `upload` is set if the request's body is a file: `raw`, or the parts of a form. Such a call has no `body`.
 * - `download` is set if the response is a file. Such a call has no `response`.
 * - `errors` lists the codes with which this call may fail in addition to those of every call (validation, session, limits,
 *   an unreachable database).
 *
 * The cost for the server, and the limits:
 *
 * - `writeBudget` allows more calls a minute than the default for calls that change something; a GET needs no budget.
 * - `largeBody` is true if a valid body may exceed `BODY_LIMIT`; the limit is then `LARGE_BODY_LIMIT`. Only a call that needs a
 *   session may have one.
 * - `largeRead` is set if the cost of the response grows with the account.
 * - `mayBeStale` is true if the response may be some seconds old, so that a replica of the database may give it.
 * - `securesAccount` marks the calls by which owners see and end the use of a copied session. They do not queue behind other
 *   calls of the account.
 */
export type Endpoint = {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly reads: readonly Noun[];
  readonly changes: readonly Noun[];
  readonly session: boolean;
  readonly status: 200 | 201 | 202 | 204;
  readonly otherStatuses?: readonly (200 | 202)[];
  readonly params: Schema | null;
  readonly query: Schema | null;
  readonly body: Schema | null;
  readonly response: Schema | null;
  readonly upload: "raw" | "form" | null;
  readonly download: boolean;
  readonly errors: readonly ErrorCode[];
  readonly writeBudget?: WriteBudget;
  readonly largeBody?: true;
  readonly largeRead?: LargeRead;
  readonly mayBeStale?: true;
  readonly securesAccount?: true;
};

type Read = {
  readonly reads: readonly [Noun, ...Noun[]];
  readonly changes?: never;
  readonly largeRead?: LargeRead;
  readonly mayBeStale?: true;
  readonly writeBudget?: never;
  readonly largeBody?: never;
};

type Change = {
  readonly changes: readonly Noun[];
  readonly reads?: never;
  readonly largeRead?: never;
  readonly mayBeStale?: never;
  readonly writeBudget?: WriteBudget;
  readonly largeBody?: true;
};

type Description<M extends Method> = (M extends "GET" ? Read : Change) &
  Pick<Endpoint, "summary"> &
  Partial<Omit<Endpoint, keyof Read | "method" | "path">>;

type Defaults = {
  reads: readonly [];
  changes: readonly [];
  session: true;
  status: 200;
  params: null;
  query: null;
  body: null;
  response: null;
  upload: null;
  download: false;
  errors: readonly [];
};

const defaults: Defaults = {
  reads: [],
  changes: [],
  session: true,
  status: 200,
  params: null,
  query: null,
  body: null,
  response: null,
  upload: null,
  download: false,
  errors: [],
};

type Described<M extends Method, P, D> = { readonly method: M; readonly path: P } & Omit<Defaults, keyof D> & D;

function withDefaults<const D extends object>(description: D): Omit<Defaults, keyof D> & D {
  return { ...defaults, ...description };
}

/**
 * Describes an endpoint. By default it needs a session, has no input and no response, and answers 200.
 *
 * @param call Its method and its path, as in `GET /api/folders/{id}`.
 */
export function defineEndpoint<M extends Method, P extends Endpoint["path"], const D extends Description<M>>(
  call: `${M} ${P}`,
  description: D,
): Described<M, P, D> {
  const [method, path] = call.split(" ") as [M, P];
  return { method, path, ...withDefaults(description) };
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** The input that a handler receives: parsed, with defaults filled in. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
};

/** The input that a client passes, with only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = Present<{
  params: E["params"] extends Schema ? PathValues<z.output<E["params"]>> : undefined;
  query: Input<E["query"]>;
  body: Input<E["body"]>;
}>;

/** A client may pass ids as numbers or as the text of a URL. */
type PathValues<T> = { [K in keyof T]: T[K] | string };

/** The parsed body of a success; undefined for a 204. */
export type ResponseOf<E extends Endpoint> = Output<E["response"]>;

/** The parsed body of a call, defaults filled in. */
export type BodyOf<E extends Endpoint> = Output<E["body"]>;

/** The parsed query of a call. */
export type QueryOf<E extends Endpoint> = Output<E["query"]>;

export type EndpointTable = Readonly<Record<string, Endpoint>>;
