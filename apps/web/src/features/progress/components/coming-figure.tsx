import type { UserStats } from "@repasa/contract/stats.ts";
import { KeyFigure, KeyFigureState } from "#features/progress/components/key-figure.tsx";
import { type ComingDay, selectComingDays, WEEK } from "#features/progress/progress.forecast.ts";
import { useForecast } from "#features/progress/use-forecast.ts";
import { daysBetween } from "#lib/local-date.ts";
import { formatCount } from "#lib/plural.ts";
import { cx } from "#ui/cx.ts";

const TITLE = "Lo que viene";

/** Today's cards in a figure, and those of each day of the coming week. */
export function ComingFigure({ today, nextExam }: { today: string; nextExam: UserStats["nextExam"] }) {
  const { query, load, days } = useForecast(nextExam !== null);
  if (!days) {
    const marksExam = nextExam !== null && daysBetween(today, nextExam.date) < WEEK;
    const size = marksExam ? "h-54.5" : "h-49";
    return <KeyFigureState title={TITLE} query={query} more={`${size} rounded-control`} />;
  }
  const week = selectComingDays(days, load.data?.exams);
  const now = week[0]?.count ?? 0;
  return (
    <KeyFigure title={TITLE} figure={formatCount(now)} unit={now === 1 ? "carta hoy" : "cartas hoy"}>
      <ol className="mt-2 grid">
        {week.map((day, index) => (
          <Day key={day.date} day={day} most={Math.max(1, ...week.map(({ count }) => count))} strong={index === 0} />
        ))}
      </ol>
    </KeyFigure>
  );
}

function Day({ day: { label, count, exams }, most, strong }: { day: ComingDay; most: number; strong: boolean }) {
  return (
    <li className="flex min-h-7 flex-wrap items-center gap-x-3">
      <span className={cx("w-[6.5rem] shrink-0", strong && "font-semibold")}>{label}</span>
      <span aria-hidden className="flex min-w-0 flex-1 forced-color-adjust-none">
        <span
          style={{ width: `${(100 * count) / most}%` }}
          className={cx("h-3 min-w-1 rounded-full", count === 0 ? "bg-line" : strong ? "bg-brand" : "bg-brand/60")}
        />
      </span>
      <span className="tabular min-w-8 shrink-0 text-right">
        {formatCount(count)}
        <span className="sr-only">{count === 1 ? " carta" : " cartas"}</span>
      </span>
      {exams.map((exam) => (
        <span key={exam} className="flex w-full min-w-0 items-baseline gap-2 pb-1 text-ink-soft text-sm">
          <span aria-hidden className="size-2 shrink-0 rotate-45 bg-medium-mark forced-color-adjust-none" />
          <span className="wrap-anywhere min-w-0">{exam}</span>
        </span>
      ))}
    </li>
  );
}
