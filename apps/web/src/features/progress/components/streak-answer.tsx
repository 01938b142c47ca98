import type { UserStats } from "@repasa/contract/stats.ts";
import { Flame } from "lucide-react";
import { Answer } from "#features/progress/components/answer.tsx";
import { describeLongestStreak } from "#features/progress/progress.streak.ts";
import { formatCount } from "#lib/plural.ts";
import { cx } from "#ui/cx.ts";

export function StreakAnswer({ stats }: { stats: UserStats }) {
  const { currentStreak, reviewedToday } = stats;
  return (
    <Answer
      title="Tu racha"
      figure={formatCount(currentStreak)}
      unit={currentStreak === 1 ? "día" : "días"}
      text={describeLongestStreak(stats)}
      aside={
        <span
          aria-hidden
          className={cx(
            "grid size-12 place-items-center rounded-full",
            currentStreak > 0 ? "bg-medium-soft text-medium-mark" : "bg-sunken text-ink-soft",
          )}
        >
          <Flame className={cx("size-6", reviewedToday > 0 && currentStreak > 0 && "fill-current")} />
        </span>
      }
    />
  );
}
