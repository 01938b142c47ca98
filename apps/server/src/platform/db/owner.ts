declare const owner: unique symbol;

/**
 * A user's id, read from the database. Only the columns `users.id` and `user_id` have this type and nothing casts to it,
 * so every value comes from a row: the session gate reads it from a session, a link from its token, a job from JSON that was
 * written from a row. It is the first parameter of queries after the database.
 */
export type OwnerId = number & { readonly [owner]: true };
