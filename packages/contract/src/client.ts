import type { Endpoint } from "#endpoint.ts";
import type { Shape } from "#shape.ts";

/**
 * What a client needs to make a call and to read the response: the endpoint `E` without schemas, of which the types are left.
 * The tables in `client/` are made from the contract by `npm run client-tables`.
 */
export type ClientEndpoint<E extends Endpoint = Endpoint> = Pick<E, "method" | "path"> &
  Pick<Endpoint, "reads" | "changes"> & {
    /** What the response has to look like; null if it has no body that is JSON. */
    readonly shape: Shape | null;
    /** Never set: it lets functions infer `E`. */
    readonly endpoint?: E;
  };

/** The endpoint that a client's one stands for. */
export type EndpointOf<C extends ClientEndpoint> = C extends ClientEndpoint<infer E> ? E : never;
