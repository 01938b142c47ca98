import type { UserStats } from "@repasa/contract/stats.ts";
import { Flame } from "lucide-react";
import { cx } from "#ui/cx.ts";

type StreakFlameProps = { stats: Pick<UserStats, "currentStreak" | "reviewedToday">; size: "sm" | "lg" };

/** The sign of the streak: coloured while there is one, filled once today counts for it. */
export function StreakFlame({ stats: { currentStreak, reviewedToday }, size }: StreakFlameProps) {
  const hasStreak = currentStreak > 0;
  return (
    <span
      aria-hidden
      className={cx(
        "grid shrink-0 place-items-center rounded-full",
        size === "sm" ? "size-10 [&_svg]:size-5" : "size-12 [&_svg]:size-6",
        hasStreak ? "bg-medium-soft text-medium-mark" : "bg-sunken text-ink-soft",
      )}
    >
      <Flame className={hasStreak && reviewedToday > 0 ? "fill-current" : undefined} />
    </span>
  );
}
