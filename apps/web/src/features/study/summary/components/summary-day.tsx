import type { UserStats } from "@repasa/contract/stats.ts";
import { CloudOff, Flame } from "lucide-react";
import { useToday } from "#features/preferences/use-today.ts";
import { DayMark, nameDayStatus } from "#features/stats/components/day-mark.tsx";
import { nameStreak } from "#features/stats/components/streak.tsx";
import { DAYS_AROUND, formatFullDate, formatWeekday } from "#features/stats/stats.days.ts";
import { type StripDay, useStripDays } from "#features/stats/use-days.ts";
import { describeDay, describeTomorrow } from "#features/study/summary/summary.wording.ts";
import { useDayResult } from "#features/study/summary/use-day-result.ts";
import { daysBetween, isInRanges } from "#lib/local-date.ts";
import { formatCount } from "#lib/plural.ts";
import { useOffline } from "#lib/use-offline.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { Link, textLink } from "#ui/link.tsx";
import { Skeleton, SkeletonGroup, Skeletons } from "#ui/skeleton.tsx";

/** The streak, the last days and what tomorrow brings. All states have the same height, so that nothing moves. */
export function SummaryDay() {
  const result = useDayResult();
  return (
    <div className="mt-4 flex min-h-[calc(80px+5.3rem)] flex-col justify-center border-line border-t pt-4">
      {result ? <DayResult stats={result} /> : result === null ? <Unknown /> : <Loading />}
    </div>
  );
}

function DayResult({ stats }: { stats: UserStats }) {
  const today = useToday();
  // Without a connection, nobody has counted yet what the session's ratings bring tomorrow.
  const isOffline = useOffline();
  const isDone = stats.cardsDueToday === 0;
  const days = useStripDays(today, isDone, stats.breaks).slice(0, DAYS_AROUND + 2);
  const tomorrow = days.at(-1);
  return (
    <section aria-labelledby="racha" className="fade-in">
      <div className="flex items-center gap-3">
        <span
          aria-hidden
          className="grid size-11 shrink-0 place-items-center rounded-full bg-medium-soft text-medium-mark"
        >
          <Flame className={cx("size-6 fill-current", isDone && "pops")} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id="racha" className="tabular text-lg leading-tight">
            {nameStreak(stats.currentStreak, isInRanges(today, stats.breaks))}
          </h2>
          <p className="text-ink-soft text-sm">{describeDay(stats)}</p>
        </div>
      </div>
      <div className="@container mt-3">
        <ol aria-label="Tus días" className="grid auto-cols-fr grid-flow-col">
          {days.map(({ asked, ...day }) => (
            <Day
              key={day.date}
              day={{ ...day, asked: isOffline ? undefined : asked }}
              isToday={day.date === today}
              isDone={isDone}
            />
          ))}
        </ol>
      </div>
      {isDone && stats.nextExam && daysBetween(today, stats.nextExam.date) === 1 ? (
        <ExamTomorrow examId={stats.nextExam.id} />
      ) : (
        tomorrow && !isOffline && <p className="mt-2 text-center font-semibold">{describeTomorrow(tomorrow)}</p>
      )}
    </section>
  );
}

/** No card learned today comes back before an exam tomorrow, so the weakest can be repeated on the exam's page. */
function ExamTomorrow({ examId }: { examId: number }) {
  return (
    <p className="mt-2 text-center">
      <Link href={paths.exams(examId)} className={cx(textLink, "inline-flex min-h-6 items-center")}>
        Mañana es tu examen: repasa otra vez lo más débil
      </Link>
    </p>
  );
}

function Day({ day: { date, status, asked }, isToday, isDone }: { day: StripDay; isToday: boolean; isDone: boolean }) {
  // Today counts for the streak with its first review.
  const shown = isToday && !isDone ? "begun" : status;
  return (
    // One line: in large text it begins two or four days later.
    <li className="flex flex-col items-center gap-1 @max-[13rem]:nth-[-n+2]:hidden @max-[9.5rem]:nth-[-n+4]:hidden">
      <span aria-hidden className={cx("text-xs", isToday ? "font-bold text-ink" : "text-ink-soft")}>
        {isToday ? "HOY" : formatWeekday(date)}
      </span>
      <span className="sr-only">
        {formatFullDate(date)}, {nameDayStatus(shown)}
      </span>
      {shown === "future" ? (
        <span
          aria-hidden
          className="tabular grid size-8 place-items-center rounded-full border-2 border-line border-dashed font-bold text-ink-soft text-xs"
        >
          {asked !== undefined && asked < 1000 && formatCount(asked)}
        </span>
      ) : (
        <DayMark status={shown} className={isToday ? "pops" : ""} />
      )}
    </li>
  );
}

function Unknown() {
  return (
    <p className="fade-in flex items-center gap-3 text-ink-soft">
      <CloudOff aria-hidden className="size-6 shrink-0" />
      Tus respuestas están guardadas. Verás tu racha cuando vuelvas a tener conexión.
    </p>
  );
}

function Loading() {
  return (
    <SkeletonGroup className="late-in" text="Cargando tu racha...">
      <div className="flex items-center gap-3">
        <Skeleton className="size-11 rounded-full" />
        <div className="flex-1">
          <Skeletons shapes={["h-5 w-36", "mt-1.5 h-4 w-28"]} />
        </div>
      </div>
      <Skeletons shapes={["mt-4 h-12", "mx-auto mt-3 h-5 w-44"]} />
    </SkeletonGroup>
  );
}
