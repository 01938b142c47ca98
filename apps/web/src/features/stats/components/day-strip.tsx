import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { DayMark, nameDayStatus } from "#features/stats/components/day-mark.tsx";
import { formatMonth, formatOfMonth, formatWeekday, getDayOfMonth } from "#features/stats/stats.days.ts";
import type { StripDay } from "#features/stats/use-days.ts";
import { useDragScroll } from "#features/stats/use-drag-scroll.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { cx } from "#ui/cx.ts";
import { Skeleton } from "#ui/skeleton.tsx";

const SELECTION_LOCK_MS = 300;

type DayStripProps = {
  days: readonly StripDay[];
  today: string;
  selected: string;
  onSelect: (date: string) => void;
  panelId: string;
};

const stripFrame = "border-line border-t pt-3 pb-2 md:pt-4";

export const dayTabId = (date: string) => `dia-${date}`;

export function DayStrip({ days, today, selected, onSelect, panelId }: DayStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const drag = useDragScroll(strip);
  const lockedUntil = useRef(0);

  useLayoutEffect(() => {
    const element = strip.current;
    const tile = document.getElementById(dayTabId(today));
    if (!element || !tile) return;
    element.scrollLeft = tile.offsetLeft + tile.offsetWidth / 2 - element.clientWidth / 2;
  }, [today]);

  const select = (date: string) => {
    const now = performance.now();
    if (date === selected || now < lockedUntil.current) return;
    lockedUntil.current = now + SELECTION_LOCK_MS;
    onSelect(date);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = days.findIndex(({ date }) => dayTabId(date) === document.activeElement?.id);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key];
    const day = to === undefined || at < 0 ? undefined : days[to];
    if (!day) return;
    event.preventDefault();
    const tile = document.getElementById(dayTabId(day.date));
    tile?.focus({ preventScroll: true });
    tile?.scrollIntoView({ inline: "center", block: "nearest" });
  };

  return (
    <section aria-labelledby="mes" className={stripFrame}>
      <h2 id="mes" className="mb-2 px-4 text-lg md:px-6">
        {formatMonth(selected)}
      </h2>
      <div
        ref={strip}
        role="tablist"
        aria-label="Días"
        tabIndex={-1}
        {...drag}
        onKeyDown={onKeyDown}
        className={
          "mask-x-from-[calc(100%-1.25rem)] mask-x-to-100% relative pointer-fine:cursor-grab " +
          "overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:none] data-dragging:cursor-grabbing"
        }
      >
        <div role="presentation" className="flex w-max min-w-full gap-2">
          {days.map((day) => (
            <DayTile
              key={day.date}
              day={day}
              isToday={day.date === today}
              isSelected={day.date === selected}
              panelId={panelId}
              onSelect={() => select(day.date)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

type DayTileProps = { day: StripDay; isToday: boolean; isSelected: boolean; panelId: string; onSelect: () => void };

function DayTile({ day: { date, status, asked }, isToday, isSelected, panelId, onSelect }: DayTileProps) {
  const cards = asked ? counted(asked, "carta", "cartas") : "";
  const said = [isToday && "hoy", status !== "current" && nameDayStatus(status), cards].filter(Boolean);
  return (
    <button
      type="button"
      role="tab"
      id={dayTabId(date)}
      aria-selected={isSelected}
      aria-controls={panelId}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
      className={cx(
        "relative flex w-16 shrink-0 grow select-none flex-col items-center rounded-card border-2 pt-2 pb-1.5 transition-colors duration-100",
        isSelected ? "border-brand bg-surface" : "border-transparent hover:bg-sunken",
      )}
    >
      <span className={cx("font-semibold text-xs", isSelected ? "text-brand-ink" : "text-ink-soft")}>
        {formatWeekday(date)}
      </span>{" "}
      <span className="tabular font-bold text-lg">{getDayOfMonth(date)}</span>
      {/* Completes the visible text, which users of voice control say. */}
      <span className="sr-only">
        {" "}
        {formatOfMonth(date)}, {said.join(", ")}
      </span>
      <DayMark status={status} className="mt-1" />
      <span aria-hidden className="tabular mt-1 min-h-4 text-[0.75rem] text-ink-soft leading-[1.35]">
        {asked ? formatAsked(asked, cards) : ""}
      </span>
    </button>
  );
}

/** Omits the unit from a thousand on, because only the number fits into a tile. */
function formatAsked(count: number, text: string): string {
  return count < 1000 ? text : formatCount(count);
}

export function DayStripSkeleton() {
  return (
    <div className={stripFrame}>
      <Skeleton className="mb-2 ml-4 h-6.5 w-44 md:ml-6" />
      <Skeleton className="mx-4 h-31.5 rounded-card" />
    </div>
  );
}
