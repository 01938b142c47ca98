const DOUBLE_TAP_MS = 250;
const SAME_PLACE_PX = 24;

export type Press = Pick<PointerEvent, "timeStamp" | "clientX" | "clientY" | "pointerType">;

/** Ignores the second half of a double tap, which falls on what the first half has brought on screen. */
export function createTapGuard() {
  let press: Press | undefined;
  let before: Press | undefined;
  return {
    pressed({ timeStamp, clientX, clientY, pointerType }: Press): void {
      before = press;
      press = { timeStamp, clientX, clientY, pointerType };
    },
    /** @param since when the clicked thing appeared, as a `timeStamp` of events */
    accepts({ detail }: { detail: number }, since: number): boolean {
      if (detail === 0 || !press) return true;
      // The press began on something that is gone.
      if (press.timeStamp < since) return false;
      if (!before || before.timeStamp > since || press.timeStamp - before.timeStamp > DOUBLE_TAP_MS) return true;
      // Browsers count the clicks of a mouse themselves.
      if (press.pointerType === "mouse") return detail === 1;
      return Math.hypot(press.clientX - before.clientX, press.clientY - before.clientY) > SAME_PLACE_PX;
    },
  };
}
