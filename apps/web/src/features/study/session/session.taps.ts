const DOUBLE_TAP_MS = 250;
const SAME_PLACE_PX = 24;

export type Press = Pick<PointerEvent, "timeStamp" | "clientX" | "clientY" | "pointerType">;

/** Ignores the second tap of a double tap, which hits an element that appeared after the first tap. */
export function createTapGuard() {
  let press: Press | undefined;
  let before: Press | undefined;
  return {
    pressed({ timeStamp, clientX, clientY, pointerType }: Press): void {
      before = press;
      press = { timeStamp, clientX, clientY, pointerType };
    },
    /** @param since When the clicked element appeared, on the time scale of `Event.timeStamp`. */
    accepts({ detail }: { detail: number }, since: number): boolean {
      if (detail === 0 || !press) return true;
      // The press started on an element that was replaced in the meantime.
      if (press.timeStamp < since) return false;
      if (!before || before.timeStamp > since || press.timeStamp - before.timeStamp > DOUBLE_TAP_MS) return true;
      // For a mouse, browsers count the clicks of a double click in `detail`.
      if (press.pointerType === "mouse") return detail === 1;
      return Math.hypot(press.clientX - before.clientX, press.clientY - before.clientY) > SAME_PLACE_PX;
    },
  };
}
