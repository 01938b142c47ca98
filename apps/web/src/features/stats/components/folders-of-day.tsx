import type { UserStats } from "@repasa/contract/stats.ts";
import { donePercent, foldersOfDayText } from "#features/stats/stats.days.ts";
import { ProgressRing } from "#ui/progress-ring.tsx";

export function FoldersOfDay({ stats }: { stats: UserStats }) {
  return (
    <section aria-labelledby="carpetas-del-dia" className="surface-card flex items-center gap-4 p-4 md:p-5">
      <div className="min-w-0 flex-1">
        <h2 id="carpetas-del-dia" className="text-lg">
          Carpetas del día
        </h2>
        <p className="mt-1 text-ink-soft">{foldersOfDayText(stats)}</p>
      </div>
      <ProgressRing percent={donePercent(stats)} label="Carpetas sin nada pendiente" />
    </section>
  );
}
