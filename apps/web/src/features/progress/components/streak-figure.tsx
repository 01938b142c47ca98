import type { UserStats } from "@repasa/contract/stats.ts";
import { KeyFigure } from "#features/progress/components/key-figure.tsx";
import { describeLongestStreak } from "#features/progress/progress.streak.ts";
import { StreakFlame } from "#features/stats/components/streak-flame.tsx";
import { isInRanges } from "#lib/local-date.ts";
import { formatCount } from "#lib/plural.ts";
import { paths } from "#paths.ts";

export function StreakFigure({ today, stats }: { today: string; stats: UserStats }) {
  const { currentStreak, breaks } = stats;
  const isResting = isInRanges(today, breaks);
  return (
    <KeyFigure
      title="Tu racha"
      figure={formatCount(currentStreak)}
      unit={currentStreak === 1 ? "día" : "días"}
      text={describeLongestStreak(stats)}
      action={{ href: `${paths.settingsStudy()}#pausas`, label: isResting ? "Ver tu pausa" : "Hacer una pausa" }}
      aside={<StreakFlame stats={stats} size="lg" />}
    />
  );
}
