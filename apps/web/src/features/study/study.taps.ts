/** Two taps of one double tap are this near in time, in milliseconds, and in place, in CSS pixels. */
const DOUBLE_TAP = 250;
const SAME_PLACE = 24;

export type Press = Pick<PointerEvent, "timeStamp" | "clientX" | "clientY" | "pointerType">;

/**
 * Tells a double tap from two taps that are meant. What a first tap brings on screen lies under the same finger, and
 * the second tap is no answer to it. Keys and screen readers click without a press, and are never held up.
 */
export function createTapGuard() {
  let press: Press | undefined;
  let before: Press | undefined;
  return {
    /** Told of every press on the screen. */
    pressed({ timeStamp, clientX, clientY, pointerType }: Press): void {
      before = press;
      press = { timeStamp, clientX, clientY, pointerType };
    },
    /** Whether a click counts; `since` is when the thing clicked appeared, on the clock of the events. */
    accepts({ detail }: { detail: number }, since: number): boolean {
      if (detail === 0 || !press) return true;
      // The finger came down on something else, which has gone since.
      if (press.timeStamp < since) return false;
      if (!before || before.timeStamp > since || press.timeStamp - before.timeStamp > DOUBLE_TAP) return true;
      // A mouse knows its double clicks itself.
      if (press.pointerType === "mouse") return detail === 1;
      return Math.hypot(press.clientX - before.clientX, press.clientY - before.clientY) > SAME_PLACE;
    },
  };
}
