import { type Difficulty, difficultyLabels } from "#lib/difficulty.ts";
import { cx } from "#ui/cx.ts";

/** Each difficulty has a shape as well as a colour, for people who are colour-blind. */
const shapes: Record<Difficulty, { color: string; path: string }> = {
  new: {
    color: "text-new-mark",
    path: "M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6Zm0 2.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2Z",
  },
  hard: {
    color: "text-hard-mark",
    path: "M6 1.1a.9.9 0 0 1 .78.45l4.4 7.7a.9.9 0 0 1-.78 1.35H1.6a.9.9 0 0 1-.78-1.35l4.4-7.7A.9.9 0 0 1 6 1.1Z",
  },
  medium: {
    color: "text-medium-mark",
    path: "M5.36.9a.9.9 0 0 1 1.28 0l4.46 4.46a.9.9 0 0 1 0 1.28L6.64 11.1a.9.9 0 0 1-1.28 0L.9 6.64a.9.9 0 0 1 0-1.28L5.36.9Z",
  },
  easy: { color: "text-easy-mark", path: "M6 1a5 5 0 1 1 0 10A5 5 0 0 1 6 1Z" },
};

type DifficultyDotProps = {
  difficulty: Difficulty;
  decorative?: boolean;
  className?: string;
};

export function DifficultyDot({ difficulty, decorative = false, className }: DifficultyDotProps) {
  const { color, path } = shapes[difficulty];
  return (
    <svg
      role="img"
      aria-label={difficultyLabels[difficulty]}
      aria-hidden={decorative || undefined}
      viewBox="0 0 12 12"
      className={cx("size-3 shrink-0", color, className)}
    >
      <path fill="currentColor" d={path} />
    </svg>
  );
}
