import { type MouseEvent, type PointerEvent, type RefObject, useRef } from "react";

/** A mouse that moves farther is dragging instead of clicking. */
const DRAG_THRESHOLD_PX = 6;

/** Lets a mouse drag a strip sideways, as fingers can. The click event at the end of a drag is suppressed. */
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
        if (Math.abs(moved) < DRAG_THRESHOLD_PX || element.scrollWidth <= element.clientWidth) return;
        press.current.dragging = true;
        // Captured only now, because a captured pointer would click the strip instead of the day.
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
