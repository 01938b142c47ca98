import { type PointerEvent, useEffect, useRef } from "react";

/** Shorter than the time after which browsers open their own menu. */
const LONG_PRESS_MS = 420;
/** A finger that moves farther is scrolling. */
const MAX_MOVEMENT_PX = 10;
/** Elements that handle a press themselves. */
const INTERACTIVE = "button, audio, [data-box]";

/** Detects a long press by a finger. The click event that follows must be ignored, see `wasLong`. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<number | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const pressed = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    /** Returns whether the current click only ends a long press. */
    wasLong(): boolean {
      const was = pressed.current;
      pressed.current = false;
      return was;
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        pressed.current = false;
        if (event.pointerType !== "touch" || !event.isPrimary) return;
        if (event.target instanceof Element && event.target.closest(INTERACTIVE)) return;
        from.current = { x: event.clientX, y: event.clientY };
        timer.current = window.setTimeout(() => {
          pressed.current = true;
          navigator.vibrate?.(10);
          onLongPress();
        }, LONG_PRESS_MS);
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > MAX_MOVEMENT_PX) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  };
}
