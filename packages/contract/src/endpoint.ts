import type * as z from "zod/mini";
import type { ErrorCode } from "#errors.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Schema = z.ZodMiniType;

/**
 * One HTTP call, as both sides see it.
 *
 * - `path` holds parameters in braces, as in `/api/folders/{id}`.
 * - `session` says whether the call needs a signed-in user; without one it answers 401 `{"message":"Unauthorized"}`.
 * - `response` is null for a 204 without a body; otherwise success is `status`, 200 unless told.
 * - `errors` lists the codes that this call may answer beside those every call may (validation, session, limits,
 *   a database that is away).
 */
export type Endpoint = {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly session: boolean;
  readonly status: 200 | 201 | 204;
  readonly params: Schema | null;
  readonly query: Schema | null;
  readonly body: Schema | null;
  readonly response: Schema | null;
  readonly errors: readonly ErrorCode[];
};

type Description = Pick<Endpoint, "method" | "path" | "summary"> & Partial<Endpoint>;
type Defaults = {
  session: true;
  status: 200;
  params: null;
  query: null;
  body: null;
  response: null;
  errors: readonly [];
};

const defaults: Defaults = {
  session: true,
  status: 200,
  params: null,
  query: null,
  body: null,
  response: null,
  errors: [],
};

/** Describes an endpoint; what is left out takes the defaults: a session, status 200, nothing in, nothing out. */
export function defineEndpoint<const D extends Description>(description: D): Omit<Defaults, keyof D> & D {
  return { ...defaults, ...description };
}

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;
type Present<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a handler receives: parsed and with defaults filled in. */
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

/** Path parameters are text in the path, and ids are numbers in JSON: a client may pass either. */
type PathValues<T> = { [K in keyof T]: T[K] | string };

/** The parsed body of a success; undefined for a 204. */
export type ResponseOf<E extends Endpoint> = Output<E["response"]>;

/** The parsed body of a call, defaults filled in. */
export type BodyOf<E extends Endpoint> = Output<E["body"]>;

/** The parsed query of a call. */
export type QueryOf<E extends Endpoint> = Output<E["query"]>;

/** A feature's endpoints by name. */
export type EndpointTable = Readonly<Record<string, Endpoint>>;
