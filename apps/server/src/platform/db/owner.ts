declare const owner: unique symbol;

/**
 * A user's id, read from the database. Only the columns `users.id` and `user_id` have this type and nothing casts to it,
 * so whoever holds one got it from a row: the session gate from a session, a link from its token, a job from JSON that
 * was written from a row. Queries take it first.
 */
export type OwnerId = number & { readonly [owner]: true };
