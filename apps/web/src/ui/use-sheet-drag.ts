import { type PointerEvent, useRef } from "react";

/** Further than this share of its height, or faster than this in pixels a millisecond, and the sheet goes. */
const SHARE = 0.35;
const FLICK = 0.5;
/** In milliseconds: a finger that rested this long before it left did not flick. */
const REST = 80;

type Drag = { sheet: HTMLElement; from: number; y: number; speed: number; at: number };

/** Where it is a dialog in the middle of the screen, it stays there. */
const isSheet = () => window.matchMedia("(width < 48rem)").matches;

/** For the top of a sheet: it follows the finger downwards, and closes or comes back. */
export function useSheetDrag(onClose: () => void) {
  const drag = useRef<Drag | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest<HTMLElement>(".sheet");
    if (!sheet || !isSheet() || event.button !== 0 || (event.target as Element).closest("button")) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { sheet, from: event.clientY, y: 0, speed: 0, at: event.timeStamp };
    sheet.dataset.dragged = "";
  };
  const onPointerMove = ({ clientY, timeStamp }: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const { sheet, from, y, at } = drag.current;
    const next = Math.max(0, clientY - from);
    const speed = timeStamp > at ? (next - y) / (timeStamp - at) : 0;
    drag.current = { sheet, from, y: next, speed, at: timeStamp };
    sheet.style.transform = `translateY(${next}px)`;
  };
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const { sheet, y, speed, at } = drag.current;
    drag.current = null;
    delete sheet.dataset.dragged;
    const flicked = speed > FLICK && event.timeStamp - at < REST;
    const goes = event.type === "pointerup" && (flicked || y > sheet.offsetHeight * SHARE);
    if (goes) onClose();
    // A sheet that goes leaves from where it is; one that asks first, or stays, comes back.
    setTimeout(() => {
      if (!goes || sheet.dataset.state === "open") sheet.style.transform = "";
    });
  };
  return { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end };
}
