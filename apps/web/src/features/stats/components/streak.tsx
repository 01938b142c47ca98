import type { UserStats } from "@repasa/contract/stats.ts";
import { ChevronRight, Flame } from "lucide-react";
import { counted } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

/** The streak in one row, which as a whole links to the progress page. */
export function Streak({ stats, resting }: { stats: UserStats; resting: boolean }) {
  const { currentStreak, reviewedToday } = stats;
  return (
    <section
      aria-labelledby="racha"
      className="surface-card relative flex min-h-15 items-center gap-3 px-4 py-2 hover:bg-sunken lg:flex-col lg:items-start lg:justify-center lg:p-5"
    >
      <div
        aria-hidden
        className={cx(
          "grid size-10 shrink-0 place-items-center rounded-full lg:size-12",
          currentStreak > 0 ? "bg-medium-soft text-medium-mark" : "bg-sunken text-ink-soft",
        )}
      >
        <Flame className={cx("size-5 lg:size-6", reviewedToday > 0 && currentStreak > 0 && "fill-current")} />
      </div>
      <div className="min-w-0 flex-1 lg:flex-none">
        <h2 id="racha" className="tabular text-base lg:text-lg">
          {currentStreak > 0 ? counted(currentStreak, "día de racha", "días de racha") : "Tu racha empieza hoy"}
        </h2>
        <p className="text-ink-soft text-sm">
          {resting && currentStreak > 0 && reviewedToday === 0 ? "En pausa: no se pierde." : describeStreak(stats)}
        </p>
      </div>
      <Link
        href={paths.progress()}
        className="flex items-center gap-0.5 rounded-card font-semibold text-brand-ink text-sm after:absolute after:inset-0 after:rounded-card"
      >
        <span className="max-lg:sr-only">Ver mi progreso</span>
        <ChevronRight aria-hidden className="size-5 lg:size-4" />
      </Link>
    </section>
  );
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
