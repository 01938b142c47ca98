import { BookOpen, CalendarClock, Check, CircleDashed, Contrast, type LucideIcon, Minus, TreePalm } from "lucide-react";
import type { DayStatus } from "#features/stats/stats.days.ts";
import { cx } from "#ui/cx.ts";

type Look = { Icon: LucideIcon | null; label: string; mark: string };

const looks: Record<DayStatus, Look> = {
  // The icon is a circle whose right half is filled.
  begun: { Icon: Contrast, label: "a medias", mark: "bg-medium-soft text-medium-mark [&_path]:fill-current" },
  break: { Icon: TreePalm, label: "en pausa", mark: "bg-brand-soft text-brand-ink" },
  completed: { Icon: Check, label: "completado", mark: "bg-easy-soft text-easy" },
  current: { Icon: BookOpen, label: "hoy", mark: "bg-brand text-on-brand" },
  future: { Icon: CalendarClock, label: "próximo", mark: "bg-sunken text-ink-soft" },
  // An empty ring: whoever returns after three weeks has no use for a cross a day.
  missed: { Icon: null, label: "sin completar", mark: "border-2 border-hard-mark" },
  neutral: { Icon: Minus, label: "antes de tu cuenta", mark: "text-ink-soft" },
  unknown: { Icon: CircleDashed, label: "sin datos todavía", mark: "bg-sunken text-ink-soft" },
};

export const nameDayStatus = (status: DayStatus): string => looks[status].label;

/** How a day went, as a coloured circle with an icon, or empty without study. */
export function DayMark({ status, className }: { status: DayStatus; className?: string }) {
  const { Icon, mark } = looks[status];
  return (
    <span aria-hidden className={cx("grid size-8 shrink-0 place-items-center rounded-full", mark, className)}>
      {Icon && <Icon className="size-4.5" strokeWidth={2.5} />}
    </span>
  );
}
