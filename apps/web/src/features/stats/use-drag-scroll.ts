import { type MouseEvent, type PointerEvent, type RefObject, useRef } from "react";

/** How far a mouse may move and still click, in pixels. */
const THRESHOLD = 6;

/** Lets a mouse drag a strip sideways, as fingers can; the end of a drag is not a click. */
export function useDragScroll(strip: RefObject<HTMLElement | null>) {
  const press = useRef<{ x: number; left: number; dragging: boolean } | null>(null);
  const dragged = useRef(false);

  const finish = () => {
    dragged.current = press.current?.dragging ?? false;
    press.current = null;
    strip.current?.removeAttribute("data-dragging");
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      dragged.current = false;
      if (event.pointerType !== "mouse" || event.button !== 0 || !strip.current) return;
      press.current = { x: event.clientX, left: strip.current.scrollLeft, dragging: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const element = strip.current;
      if (!press.current || !element) return;
      const moved = event.clientX - press.current.x;
      if (!press.current.dragging) {
        if (Math.abs(moved) < THRESHOLD || element.scrollWidth <= element.clientWidth) return;
        press.current.dragging = true;
        // Only now, because a captured pointer would click the strip instead of the day.
        element.setPointerCapture(event.pointerId);
        element.setAttribute("data-dragging", "");
      }
      element.scrollLeft = press.current.left - moved;
    },
    onPointerUp: finish,
    onPointerCancel: finish,
    onLostPointerCapture: () => {
      if (press.current) finish();
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      if (!dragged.current) return;
      dragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
