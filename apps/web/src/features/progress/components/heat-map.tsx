import type { BreakDays } from "@repasa/contract/pace.ts";
import type { ActivityDay } from "@repasa/contract/stats.ts";
import { type PointerEvent, useState } from "react";
import {
  buildHeatWeeks,
  computeYearTotals,
  type HeatDay,
  type HeatLevel,
  placeMonthLabels,
} from "#features/progress/progress.calendar.ts";
import { formatDuration } from "#lib/duration.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { longDay } from "#lib/wording.ts";
import { ChartCard, Readout } from "#ui/chart-card.tsx";
import { ChartOrTable } from "#ui/chart-or-table.tsx";
import { cx } from "#ui/cx.ts";

const looks: Record<HeatLevel, string> = {
  0: "bg-sunken",
  1: "bg-brand/30",
  2: "bg-brand/55",
  3: "bg-brand/80",
  4: "bg-brand",
};
/** The look of a day of a break: a border without a fill. */
const RESTING = "border border-brand/60";
const LEVELS = [0, 1, 2, 3, 4] as const;
/** Only every second day has a label, because more would not fit. */
const WEEKDAYS = ["L", "", "X", "", "V", "", "D"];

const formatReviews = ({ count }: ActivityDay) => counted(count, "repaso", "repasos");

function describePoint(day: HeatDay): string {
  if (day.count === 0) return `${longDay(day.date)}: ${day.resting ? "en pausa" : "sin repasos"}`;
  return `${longDay(day.date)}: ${formatReviews(day)}${day.durationMs > 0 ? `, ${formatDuration(day.durationMs)}` : ""}`;
}

/** On narrow screens, the end of the year is shown first. */
function scrollToEnd(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollLeft = scroller.scrollWidth;
}

type HeatMapProps = { today: string; activity: readonly ActivityDay[]; breaks: readonly BreakDays[] };

export function HeatMap({ today, activity, breaks }: HeatMapProps) {
  const weeks = buildHeatWeeks(today, activity, breaks);
  const totals = computeYearTotals(weeks);
  const days = weeks.flatMap((week) => week.days);
  const [pointed, setPointed] = useState<string | null>(null);

  const point = ({ target }: PointerEvent) => {
    setPointed(target instanceof HTMLElement ? (target.dataset.date ?? null) : null);
  };
  const day = days.find(({ date }) => date === pointed);
  const rested = days.filter(({ resting }) => resting).length;
  const studied = `${counted(totals.reviews, "repaso", "repasos")} en ${counted(totals.days, "día", "días")} del último año`;
  const summary = rested > 0 ? `${studied} y ${counted(rested, "día", "días")} de pausa.` : `${studied}.`;
  return (
    <ChartCard title="Tu año" summary={summary}>
      <ChartOrTable
        table={{
          caption: "Repasos por día en el último año",
          head: ["Día", "Repasos", "Tiempo"],
          rows: () =>
            days
              .filter(({ count }) => count > 0)
              .reverse()
              .map(({ date, count, durationMs }) => [longDay(date), formatCount(count), formatDuration(durationMs)]),
        }}
      >
        <section
          ref={scrollToEnd}
          aria-label="Calendario del año"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          className="-mx-1 mt-4 overflow-x-auto px-1 pb-1"
        >
          <div
            role="img"
            aria-label={`Calendario de repasos: ${summary}`}
            className="grid min-w-176 grid-flow-col grid-cols-[auto_repeat(53,minmax(0,1fr))] grid-rows-[auto_repeat(7,auto)] gap-0.75 forced-color-adjust-none"
            onPointerOver={point}
            onPointerDown={point}
            onPointerLeave={() => setPointed(null)}
          >
            <HeatLabels weeks={weeks} />
            <HeatSquares weeks={weeks} pointed={pointed} />
          </div>
        </section>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <Readout>{day ? describePoint(day) : null}</Readout>
          <HeatLegend withRest={rested > 0} />
        </div>
      </ChartOrTable>
    </ChartCard>
  );
}

type Weeks = ReturnType<typeof buildHeatWeeks>;

function HeatLabels({ weeks }: { weeks: Weeks }) {
  return (
    <>
      {placeMonthLabels(weeks).map(({ week, label }) => (
        <span key={week} style={{ gridColumn: `${week + 2} / span 3`, gridRow: 1 }} className="text-ink-soft text-xs">
          {label}
        </span>
      ))}
      {WEEKDAYS.map((name, row) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by the day of the week
          key={row}
          style={{ gridColumn: 1, gridRow: row + 2 }}
          className="relative h-0 min-h-full self-center pr-1.5 text-[0.6875rem] text-ink-soft leading-none"
        >
          <span className="flex h-full items-center">{name}</span>
        </span>
      ))}
    </>
  );
}

function HeatSquares({ weeks, pointed }: { weeks: Weeks; pointed: string | null }) {
  return weeks.map((week, column) =>
    week.days.map(({ date, level, resting }, row) => (
      <span
        key={date}
        data-date={date}
        style={{ gridColumn: column + 2, gridRow: row + 2 }}
        className={cx(
          "aspect-square rounded-[3px]",
          resting ? RESTING : looks[level],
          date === pointed && "outline-2 outline-ink",
        )}
      />
    )),
  );
}

function HeatLegend({ withRest }: { withRest: boolean }) {
  return (
    <div aria-hidden className="ml-auto flex items-center gap-1 text-ink-soft text-xs forced-color-adjust-none">
      {withRest && (
        <>
          <span className={cx("size-3 rounded-[3px]", RESTING)} />
          <span className="mr-3 ml-1">En pausa</span>
        </>
      )}
      <span className="mr-1">Menos</span>
      {LEVELS.map((level) => (
        <span key={level} className={cx("size-3 rounded-[3px]", looks[level])} />
      ))}
      <span className="ml-1">Más</span>
    </div>
  );
}
