import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

const DELAY_MS = 700;
const SKIP_MS = 300;
const GAP = 6;

// When the pointer moves along a row of icons, the next tooltip appears without a delay.
let lastHidden = Number.NEGATIVE_INFINITY;

type Place = { x: number; y: number };

type TooltipProps = {
  /** Hidden from screen readers, because the element has its own label. */
  label: string;
  children: ReactNode;
};

/** Shown on hover and keyboard focus, never on touch. */
export function Tooltip({ label, children }: TooltipProps) {
  const [place, setPlace] = useState<Place | null>(null);
  const timer = useRef<number | undefined>(undefined);

  const hide = () => {
    window.clearTimeout(timer.current);
    if (place) lastHidden = performance.now();
    setPlace(null);
  };
  const showAt = (box: DOMRect) => setPlace({ x: box.left + box.width / 2, y: box.top - GAP });
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === "touch") return;
    const box = event.currentTarget.firstElementChild?.getBoundingClientRect();
    if (!box) return;
    const wait = performance.now() - lastHidden < SKIP_MS ? 0 : DELAY_MS;
    timer.current = window.setTimeout(showAt, wait, box);
  };
  const focus = (event: FocusEvent<HTMLElement>) => {
    if (event.target.matches(":focus-visible")) showAt(event.target.getBoundingClientRect());
  };

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!place) return;
    const forget = () => setPlace(null);
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && forget();
    window.addEventListener("scroll", forget, { capture: true, passive: true });
    window.addEventListener("keydown", onKey);
    return () => {
      window.removeEventListener("scroll", forget, { capture: true });
      window.removeEventListener("keydown", onKey);
    };
  }, [place]);

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the listeners are for events of the child */}
      <span
        className="contents"
        onPointerEnter={point}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={focus}
        onBlur={hide}
      >
        {children}
      </span>
      {place && createPortal(<Bubble label={label} place={place} />, document.body)}
    </>
  );
}

function Bubble({ label, place }: { label: string; place: Place }) {
  return (
    <span
      aria-hidden
      style={{ left: place.x, top: place.y }}
      className="tooltip -translate-x-1/2 -translate-y-full pointer-events-none fixed z-60 max-w-64 rounded-chip bg-ink px-2.5 py-1.5 text-paper text-xs"
    >
      {label}
    </span>
  );
}
