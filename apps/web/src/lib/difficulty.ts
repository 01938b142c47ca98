export const difficulties = ["new", "hard", "medium", "easy"] as const;
export type Difficulty = (typeof difficulties)[number];

export const difficultyLabels: Record<Difficulty, string> = {
  new: "nuevo",
  hard: "difícil",
  medium: "medio",
  easy: "fácil",
};

/** Nothing means new, and `good` is an older word for medium. */
export function difficultyOf(stored: string | null | undefined): Difficulty {
  if (stored === "good") return "medium";
  return difficulties.find((difficulty) => difficulty === stored) ?? "new";
}
