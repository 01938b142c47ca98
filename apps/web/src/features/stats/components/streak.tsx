import type { UserStats } from "@repasa/contract/stats.ts";
import { ChevronRight } from "lucide-react";
import { StreakFlame } from "#features/stats/components/streak-flame.tsx";
import { counted } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

type StreakProps = {
  stats: UserStats;
  /** True during a break. */
  resting: boolean;
  /** True for its name alone. */
  isBrief: boolean;
  className: string;
};

/** The streak in one row, which as a whole links to the progress page. */
export function Streak({ stats, resting, isBrief, className }: StreakProps) {
  return (
    <section aria-labelledby="racha" className={cx(className, "hover:bg-sunken")}>
      <StreakFlame stats={stats} size="sm" />
      <div className="min-w-0 flex-1">
        <h2 id="racha" className="tabular text-base">
          {nameStreak(stats.currentStreak, resting)}
        </h2>
        {!isBrief && (
          <p className="text-pretty text-ink-soft text-sm">
            {resting ? describeRestingStreak(stats) : describeStreak(stats)}
          </p>
        )}
      </div>
      <Link href={paths.progress()} className="text-brand-ink after:absolute after:inset-0">
        <span className="sr-only">Ver mi progreso</span>
        <ChevronRight aria-hidden className="size-5" />
      </Link>
    </section>
  );
}

export function nameStreak(currentStreak: number, resting: boolean): string {
  if (currentStreak > 0) return counted(currentStreak, "día de racha", "días de racha");
  return resting ? "Tu racha descansa" : "Tu racha empieza hoy";
}

function describeRestingStreak(stats: UserStats): string {
  const { currentStreak, reviewedToday } = stats;
  if (currentStreak > 0 && reviewedToday > 0) return describeStreak(stats);
  return currentStreak > 0 ? "Descansa y sigue tras la pausa." : "Sigue tras la pausa.";
}

function describeStreak({ currentStreak, longestStreak, reviewedToday, cardsDueToday }: UserStats): string {
  if (currentStreak === 0) {
    return longestStreak > 1
      ? `Tu mejor racha fue de ${longestStreak} días. A por otra.`
      : "Una carta basta para empezar.";
  }
  if (reviewedToday === 0) {
    return cardsDueToday > 0 ? "Repasa hoy y seguirá creciendo." : "Hoy no toca nada: tu racha está a salvo.";
  }
  if (currentStreak > 1 && currentStreak === longestStreak) return "Es tu mejor racha hasta ahora.";
  return `Hoy llevas ${counted(reviewedToday, "repaso", "repasos")}. Así se aprende.`;
}
