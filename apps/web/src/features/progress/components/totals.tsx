import type { ActivityDay, UserStats } from "@repasa/contract/stats.ts";
import { counted } from "#lib/plural.ts";

type TotalsProps = { stats: UserStats; days: readonly ActivityDay[] };

/** The longest streak and what was studied in all, in one row. */
export function Totals({ stats: { longestStreak }, days }: TotalsProps) {
  const reviews = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul
      aria-label="Rachas y totales"
      className="surface-card flex flex-wrap justify-between gap-x-3 gap-y-3 p-4 md:p-5"
    >
      <Total label="Mejor racha" value={counted(longestStreak, "día", "días")} />
      <Total label="Has estudiado" value={counted(days.length, "día", "días")} />
      <Total label="Has hecho" value={counted(reviews, "repaso", "repasos")} />
    </ul>
  );
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <li>
      <span className="block text-ink-soft text-sm">{label}</span>
      <span className="tabular font-bold">{value}</span>
    </li>
  );
}
