import type { NextExam } from "@repasa/contract/stats.ts";
import { CalendarClock } from "lucide-react";
import { useToday } from "#features/preferences/use-today.ts";
import { daysBetween } from "#lib/local-date.ts";
import { inDays } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { Link, textLink } from "#ui/link.tsx";

/** Shows "En 12 días: Anatomía". */
export function ExamCountdown({ exam: { id, name, date }, className }: { exam: NextExam; className: string }) {
  const daysLeft = daysBetween(useToday(), date);
  // After midnight the cached response is up to a minute old.
  if (daysLeft < 0) return null;
  return (
    <p className={cx(className, "hover:bg-sunken")}>
      <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <CalendarClock className="size-5" />
      </span>
      <span className="line-clamp-2 wrap-anywhere min-w-0">
        <span className="tabular text-ink-soft">{inDays(daysLeft)}:</span>{" "}
        <Link href={paths.exams(id)} className={cx(textLink, "after:absolute after:inset-0")}>
          {name}
        </Link>
      </span>
    </p>
  );
}
