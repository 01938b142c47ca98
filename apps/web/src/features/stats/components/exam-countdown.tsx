import type { NextExam } from "@repasa/contract/stats.ts";
import { CalendarClock } from "lucide-react";
import { useToday } from "#features/preferences/use-today.ts";
import { daysBetween } from "#lib/local-date.ts";
import { inDays } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

/** Shows "En 12 días: Anatomía". */
export function ExamCountdown({ exam: { id, name, date } }: { exam: NextExam }) {
  const daysLeft = daysBetween(useToday(), date);
  // After midnight the cached response is up to a minute old.
  if (daysLeft < 0) return null;
  return (
    <p className="flex items-center gap-2 text-sm">
      <CalendarClock aria-hidden className="size-5 shrink-0 text-brand-ink" />
      <span className="line-clamp-2 min-w-0 wrap-anywhere">
        <span className="tabular text-ink-soft">{inDays(daysLeft)}:</span>{" "}
        <Link href={paths.exams(id)} className={textLink}>
          {name}
        </Link>
      </span>
    </p>
  );
}
