export const difficulties = ["new", "hard", "medium", "easy"] as const;
export type Difficulty = (typeof difficulties)[number];

export const difficultyLabels: Record<Difficulty, string> = {
  new: "nuevo",
  hard: "difícil",
  medium: "medio",
  easy: "fácil",
};

/** A missing difficulty means new; `good` is an older name of medium. */
export function parseDifficulty(stored: string | null | undefined): Difficulty {
  if (stored === "good") return "medium";
  return difficulties.find((difficulty) => difficulty === stored) ?? "new";
}
