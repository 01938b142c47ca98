// When a study day may begin. Apart from the schemas, so that the web app reads it without loading these.

/** Not midnight, so that somebody who studies at half past midnight still studies for the day before. */
export const DEFAULT_DAY_START_HOUR = 4;
export const LATEST_DAY_START_HOUR = 6;
