import type { UserStats } from "@repasa/contract/stats.ts";
import { Flame } from "lucide-react";
import { counted } from "#lib/plural.ts";
import { cx } from "#ui/cx.ts";

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
      <div className="min-w-0">
        <h2 id="racha" className="tabular text-lg">
          {currentStreak > 0 ? counted(currentStreak, "día de racha", "días de racha") : "Tu racha empieza hoy"}
        </h2>
        <p className="mt-1 text-ink-soft">{encouragement(stats)}</p>
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
