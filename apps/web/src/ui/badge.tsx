import type { ReactNode } from "react";
import { type Difficulty, difficultyLabels } from "#lib/difficulty.ts";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";

type BadgeTone = "neutral" | "brand" | Difficulty;

const tones: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink-soft",
  brand: "bg-brand-soft text-brand-ink",
  new: "bg-new-soft text-new",
  hard: "bg-hard-soft text-hard",
  medium: "bg-medium-soft text-medium",
  easy: "bg-easy-soft text-easy",
};

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode };

export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "tabular inline-flex min-h-6 max-w-full items-center gap-1.5 whitespace-nowrap rounded-chip px-2 py-0.5 font-semibold text-xs [&_svg]:size-3.5 [&_svg]:shrink-0",
        tones[tone],
      )}
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

export function DifficultyBadge({ difficulty }: { difficulty: Difficulty }) {
  return (
    <span
      className={cx(
        "tabular inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-chip px-2 py-0.5 font-semibold text-xs",
        tones[difficulty],
      )}
    >
      <DifficultyDot difficulty={difficulty} decorative className="size-2.5" />
      <span>{difficultyLabels[difficulty]}</span>
    </span>
  );
}
