import { type PointerEvent, useEffect, useRef } from "react";

/** In milliseconds; shorter than it takes a browser to open its own menu. */
const LONG = 420;
/** In pixels: further is scrolling. */
const STILL = 10;
/** What does something of its own at a press. */
const OWN_PRESS = "button, audio, [data-box]";

/** A finger that rests on something. The click that follows is not one. */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<number | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const pressed = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    /** Whether the click at hand only ends a long press. */
    wasLong(): boolean {
      const was = pressed.current;
      pressed.current = false;
      return was;
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        pressed.current = false;
        if (event.pointerType !== "touch" || !event.isPrimary) return;
        if (event.target instanceof Element && event.target.closest(OWN_PRESS)) return;
        from.current = { x: event.clientX, y: event.clientY };
        timer.current = window.setTimeout(() => {
          pressed.current = true;
          navigator.vibrate?.(10);
          onLongPress();
        }, LONG);
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > STILL) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  };
}
