import { type PointerEvent, useRef } from "react";
import { isWideScreen, useWideScreen } from "#lib/wide-screen.ts";

/** The share of its height beyond which a dragged sheet closes. */
const CLOSING_SHARE = 0.35;
/** The speed in pixels per millisecond above which a drag is a flick, which closes the sheet. */
const FLICK_SPEED = 0.5;
/** In milliseconds: a finger that rested this long before it was lifted did not flick. */
const MAX_REST_MS = 80;

type Drag = { sheet: HTMLElement; from: number; y: number; speed: number; at: number };

/** Returns whether dialogs are sheets at the bottom of the screen. On wide screens they are centered, and cannot be dragged. */
export function useIsSheet(): boolean {
  return !useWideScreen();
}

/** Returns the event handlers for the top of a sheet, which follows the finger down and then closes or returns. */
export function useSheetDrag(onClose: () => void) {
  const drag = useRef<Drag | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest<HTMLElement>(".sheet");
    if (!sheet || isWideScreen() || event.button !== 0 || (event.target as Element).closest("button")) return;
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
    const flicked = speed > FLICK_SPEED && event.timeStamp - at < MAX_REST_MS;
    const goes = event.type === "pointerup" && (flicked || y > sheet.offsetHeight * CLOSING_SHARE);
    if (goes) onClose();
    // A closing sheet animates from its present position; one that stays open, perhaps to ask first, moves back.
    setTimeout(() => {
      if (!goes || sheet.dataset.state === "open") sheet.style.transform = "";
    });
  };
  return { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end };
}
