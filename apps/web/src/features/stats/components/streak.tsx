import type { UserStats } from "@repasa/contract/stats.ts";
import { ChevronRight, Flame } from "lucide-react";
import { counted } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { Link } from "#ui/link.tsx";

export function Streak({ stats }: { stats: UserStats }) {
  const { currentStreak, reviewedToday } = stats;
  return (
    <section aria-labelledby="racha" className="surface-card flex items-center gap-4 p-4 md:p-5">
      <div
        aria-hidden
        className={cx(
          "grid size-14 shrink-0 place-items-center rounded-full",
          currentStreak > 0 ? "bg-medium-soft text-medium-mark" : "bg-sunken text-ink-soft",
        )}
      >
        <Flame className={cx("size-7", reviewedToday > 0 && currentStreak > 0 && "fill-current")} />
      </div>
      <div className="min-w-0 flex-1">
        <h2 id="racha" className="tabular text-lg">
          {currentStreak > 0 ? counted(currentStreak, "día de racha", "días de racha") : "Tu racha empieza hoy"}
        </h2>
        <p className="mt-1 text-ink-soft">{encouragement(stats)}</p>
        <Link
          href={paths.progress()}
          className="-mx-2 -mb-2 inline-flex min-h-11 items-center gap-0.5 rounded-control px-2 font-semibold text-brand-ink text-sm hover:bg-brand-soft"
        >
          Ver mi progreso
          <ChevronRight aria-hidden className="size-4" />
        </Link>
      </div>
    </section>
  );
}

function encouragement({ currentStreak, longestStreak, reviewedToday, cardsDueToday }: UserStats): string {
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
