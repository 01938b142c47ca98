import type { UserStats } from "@repasa/contract/stats.ts";
import { CalendarCheck, Flame, Layers, type LucideIcon, Trophy } from "lucide-react";
import { formatCount } from "#lib/plural.ts";
import { cx } from "#ui/cx.ts";

type StreaksProps = {
  stats: UserStats;
  studied: { days: number; reviews: number };
};

export function Streaks({ stats, studied }: StreaksProps) {
  const { currentStreak, longestStreak } = stats;
  return (
    <ul aria-label="Rachas y totales" className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
      <Tile
        Icon={Flame}
        look="bg-medium-soft text-medium-mark"
        label="Racha actual"
        value={currentStreak}
        unit={["día", "días"]}
      />
      <Tile
        Icon={Trophy}
        look="bg-easy-soft text-easy-mark"
        label="Mejor racha"
        value={longestStreak}
        unit={["día", "días"]}
      />
      <Tile
        Icon={CalendarCheck}
        look="bg-brand-soft text-brand-ink"
        label="Has estudiado"
        value={studied.days}
        unit={["día", "días"]}
      />
      <Tile
        Icon={Layers}
        look="bg-new-soft text-new-mark"
        label="Has hecho"
        value={studied.reviews}
        unit={["repaso", "repasos"]}
      />
    </ul>
  );
}

type TileProps = { Icon: LucideIcon; look: string; label: string; value: number; unit: [one: string, many: string] };

function Tile({ Icon, look, label, value, unit }: TileProps) {
  return (
    <li className="surface-card flex min-w-0 items-center gap-2.5 p-3 md:gap-3 md:p-5">
      <span
        aria-hidden
        className={cx(
          "hidden size-9 shrink-0 place-items-center rounded-full min-[23rem]:grid md:size-11 [&_svg]:size-4.5 md:[&_svg]:size-5.5",
          look,
        )}
      >
        <Icon />
      </span>
      <div className="min-w-0">
        <p className="text-ink-soft text-sm">{label}</p>
        <p className="tabular font-bold text-lg">
          {formatCount(value)} <span className="font-semibold text-ink-soft text-sm">{unit[value === 1 ? 0 : 1]}</span>
        </p>
      </div>
    </li>
  );
}
