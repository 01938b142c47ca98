import type * as z from "zod/mini";
import type { ErrorCode } from "#errors.ts";
import type { Shape } from "#shape.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Schema = z.ZodMiniType;

/**
 * What an answer is made from, for clients that cache it. `reviews` stands for ratings and everything that follows from
 * them: when a card falls due, how hard it is, streaks.
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
  | "reminders"
  | "plan"
  | "price"
  | "catalog"
  | "imports";

/** How many calls of a kind an account may make in a short time: `study` for what a quick student does all day. */
export type WriteBudget = "study" | "cards";

/**
 * How the cost of an answer grows with what the account holds. The server computes one such answer of a kind per account at a time.
 *
 * - `list`: the whole list is long; a portion of it is cheap.
 * - `sorted list`: the whole list is long; for a portion of it the whole list still has to be sorted.
 * - `scan`: the answer is short, but may take reading everything that the account holds.
 */
export type LargeRead = "list" | "sorted list" | "scan";

/**
 * One HTTP call, shared by both sides.
 *
 * - `path` holds parameters in braces, as in `/api/folders/{id}`.
 * - `reads` lists what the answer of a GET is made from, and `changes` what another call alters: a client reloads
 *   whatever reads a noun that a call has changed.
 * - `session` says whether the call needs a signed-in user; without one it answers 401 `{"message":"Unauthorized"}`.
 * - `response` is null for a 204 without a body; otherwise a success has the status `status`, 200 by default.
 * - `upload` says that the request's body is a file: `raw`, or as the parts of a form. Such a call has no `body`.
 * - `download` says that the answer is a file. Such a call has no `response`.
 * - `shape` is a short form of the response, with which the web app's build replaces the schema.
 * - `errors` lists the codes that this call may answer besides those of every call (validation, session, limits,
 *   an unreachable database).
 *
 * What it costs the server, and how it is limited:
 *
 * - `writeBudget` allows more calls a minute than other calls that change something have; a GET needs no budget.
 * - `largeRead` says that the cost of the answer grows with the account.
 * - `mayBeStale` says that the answer may be some seconds old, so that it may come from a replica of the database.
 * - `securesAccount` marks the calls by which owners see and end what somebody does with a copied session. They do not queue
 *   behind other calls of the account.
 */
export type Endpoint = {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly reads: readonly Noun[];
  readonly changes: readonly Noun[];
  readonly session: boolean;
  readonly status: 200 | 201 | 202 | 204;
  readonly params: Schema | null;
  readonly query: Schema | null;
  readonly body: Schema | null;
  readonly response: Schema | null;
  readonly shape: Shape | null;
  readonly upload: "raw" | "form" | null;
  readonly download: boolean;
  readonly errors: readonly ErrorCode[];
  readonly writeBudget?: WriteBudget;
  readonly largeRead?: LargeRead;
  readonly mayBeStale?: true;
  readonly securesAccount?: true;
};

type Read = {
  readonly method: "GET";
  readonly reads: readonly [Noun, ...Noun[]];
  readonly changes?: never;
  readonly largeRead?: LargeRead;
  readonly mayBeStale?: true;
  readonly writeBudget?: never;
};

type Change = {
  readonly method: Exclude<Method, "GET">;
  readonly changes: readonly Noun[];
  readonly reads?: never;
  readonly largeRead?: never;
  readonly mayBeStale?: never;
  readonly writeBudget?: WriteBudget;
};

type Description = (Read | Change) & Pick<Endpoint, "path" | "summary"> & Partial<Omit<Endpoint, keyof Read | "shape">>;

type Defaults = {
  reads: readonly [];
  changes: readonly [];
  session: true;
  status: 200;
  params: null;
  query: null;
  body: null;
  response: null;
  shape: null;
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
  shape: null,
  upload: null,
  download: false,
  errors: [],
};

/** Describes an endpoint. The defaults are: a session, status 200, nothing in, nothing out. */
export function defineEndpoint<const D extends Description>(description: D): Omit<Defaults, keyof D> & D {
  return { ...defaults, ...description };
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a handler receives: parsed, with defaults filled in. */
export type HandlerInput<E extends Endpoint> = {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
};

/** What a client passes: only the parts that the endpoint has. */
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
