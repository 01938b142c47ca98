// Delays between two requests for the status of an import, in milliseconds.

const FIRST_DELAY = 400;
const MAX_DELAY = 3000;
const MAX_DELAY_AFTER_FAILURE = 30_000;

/**
 * The delay grows, because small files are done in a moment and large ones are not.
 *
 * @param requests The number of requests since the status last changed.
 */
export function computePollDelay(requests: number): number {
  return Math.min(FIRST_DELAY * 1.25 ** requests, MAX_DELAY);
}

/**
 * Waits as long again as requests have been failing, so that a restarting server is not flooded.
 *
 * @param failingFor The time since the last response, in milliseconds.
 */
export function computeRetryDelay(failingFor: number): number {
  return Math.min(Math.max(MAX_DELAY, failingFor), MAX_DELAY_AFTER_FAILURE);
}
