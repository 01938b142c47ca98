// Apart from the schemas, so that the web app reads it without loading these.

/** Of ratings in one call. */
export const MAX_LISTED_RATINGS = 100;
