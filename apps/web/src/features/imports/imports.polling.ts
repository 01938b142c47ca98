// How long to wait before asking again how an import is getting on, in milliseconds.

const FIRST = 400;
const LONGEST = 3000;
const LONGEST_AFTER_FAILURE = 30_000;

/** `asked`: how often it was asked since something last happened. Small files are done in a moment, large ones are not. */
export function pauseAfter(asked: number): number {
  return Math.min(FIRST * 1.25 ** asked, LONGEST);
}

/** `failingFor`: how long nobody has answered. As long again, so that a server that starts anew is not stormed. */
export function pauseAfterFailure(failingFor: number): number {
  return Math.min(Math.max(LONGEST, failingFor), LONGEST_AFTER_FAILURE);
}
