import { type Difficulty, difficultyLabels } from "#lib/difficulty.ts";

const plurals: Record<Difficulty, string> = {
  new: "nuevos",
  hard: "difíciles",
  medium: "medios",
  easy: "fáciles",
};

/** Returns the name of a difficulty beside a number of cards: "nuevo" beside 1, "nuevos" beside 3. */
export function nameDifficulty(difficulty: Difficulty, count: number): string {
  return (count === 1 ? difficultyLabels : plurals)[difficulty];
}
