import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { type CSSProperties, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { announce } from "#ui/announcer.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { dismissToast, type ToastItem, type ToastVariant } from "#ui/toast.ts";
import { useFreePlace } from "#ui/use-free-place.ts";

const DURATION = 5000;
const SWIPE_THRESHOLD = 50;
/** In milliseconds: the duration of the exit animation in motion.css. */
const EXIT_MS = 140;

const icons: Record<ToastVariant, ReactNode> = {
  default: <Info className="text-brand-ink" />,
  success: <CircleCheck className="text-easy" />,
  destructive: <TriangleAlert className="text-danger" />,
  error: <CircleAlert className="text-danger" />,
};

/** Dismisses the toast after a while. Paused while it is hovered or focused, and while the window is not focused. */
function useCountdown(id: number, open: boolean) {
  const remaining = useRef(DURATION);
  const [paused, setPaused] = useState(false);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const onBlur = () => setAway(true);
    const onFocus = () => setAway(false);
    window.addEventListener("blur", onBlur);
    window.addEventListener("focus", onFocus);
    return () => {
      window.removeEventListener("blur", onBlur);
      window.removeEventListener("focus", onFocus);
    };
  }, []);
  useEffect(() => {
    if (!open || paused || away) return;
    const start = performance.now();
    const timer = setTimeout(() => dismissToast(id), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - start;
    };
  }, [id, open, paused, away]);
  return setPaused;
}

export type ToastMessageProps = { item: ToastItem };

export function ToastMessage({ item }: ToastMessageProps) {
  const { id, open, title, description, variant = "default", action } = item;
  const isFailure = variant === "destructive" || variant === "error";
  const { element, isHeld } = useFreePlace(open, isFailure);
  const pauseCountdown = useCountdown(id, open && !isHeld);
  const swipe = useSwipeRight(() => dismissToast(id));
  const [removed, setRemoved] = useState(false);
  useEffect(
    () => (open ? announce([title, description].filter(Boolean).join(". ")) : undefined),
    [open, title, description],
  );
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setRemoved(true), EXIT_MS);
    return () => clearTimeout(timer);
  }, [open]);
  if (removed) return null;
  return (
    <li
      ref={element}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the hotkey focuses the list, and focus pauses the countdown
      tabIndex={0}
      data-state={open ? "open" : "closed"}
      data-variant={variant}
      className={cx(
        "toast flex touch-pan-y select-none items-start gap-[12px] rounded-card border bg-raised py-2 pr-[8px] pl-[16px] shadow-soft",
        open && "pointer-events-auto",
        isHeld && "invisible",
        isFailure ? "border-danger/40" : "border-line",
      )}
      onMouseEnter={() => pauseCountdown(true)}
      onMouseLeave={() => pauseCountdown(false)}
      onFocus={() => pauseCountdown(true)}
      onBlur={() => pauseCountdown(false)}
      onKeyDown={(event) => {
        if (event.key === "Escape") dismissToast(id);
      }}
      {...swipe}
    >
      <span aria-hidden className="py-3 [&_svg]:size-[20px]">
        {icons[variant]}
      </span>
      <div className="min-w-0 flex-1 py-2.5">
        {title && <p className="font-semibold">{title}</p>}
        {description && <p className={cx(title && "text-ink-soft")}>{description}</p>}
      </div>
      {action && (
        <Button
          variant="ghost"
          onClick={() => {
            dismissToast(id);
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Cerrar notificación" icon={<X />} onClick={() => dismissToast(id)} className="size-[44px]" />
    </li>
  );
}

function useSwipeRight(onSwiped: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const [swipe, setSwipe] = useState<{ phase: "move" | "cancel" | "end"; x: number } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    // Otherwise a dialog below would close, because the press is outside of it.
    event.stopPropagation();
    if (event.button === 0) start.current = { x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return;
    const x = event.clientX - start.current.x;
    const y = event.clientY - start.current.y;
    const moving = swipe?.phase === "move";
    if (!moving && (x < 10 || Math.abs(y) > x)) return;
    if (!moving) event.currentTarget.setPointerCapture?.(event.pointerId);
    setSwipe({ phase: "move", x: Math.max(0, x) });
  };
  const finish = () => {
    start.current = null;
    if (swipe?.phase !== "move") return;
    if (swipe.x > SWIPE_THRESHOLD) {
      setSwipe({ phase: "end", x: swipe.x });
      onSwiped();
    } else setSwipe({ phase: "cancel", x: 0 });
  };
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: finish,
    onPointerCancel: finish,
    "data-swipe": swipe?.phase,
    style: swipe ? ({ "--swipe-x": `${swipe.x}px` } as CSSProperties) : undefined,
  };
}
