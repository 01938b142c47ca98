declare const owner: unique symbol;

/**
 * The user on whose behalf a call runs. Only the session gate mints it, and every query takes it first: a query
 * without an owner does not compile, and one with somebody else's cannot be written by accident.
 */
export type OwnerId = number & { readonly [owner]: true };
