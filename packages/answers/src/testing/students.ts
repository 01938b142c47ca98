import { estimate } from "#estimate.ts";
import { sample } from "#sample.ts";
import { createGenerator } from "./generator.ts";

type Card = { recall: number | null; known: boolean; isChosen: boolean };

/**
 * How the cards of students are known: their predicted recall is right on average, and some were never rated.
 *
 * - `choices`, `unrated`: shares of the cards, from 0 to 1.
 * - `spread`: how far the predicted recalls of a student differ.
 */
export type Students = { cards: number; questions: number; choices: number; spread: number; unrated: number };

export const USUAL_STUDENTS: Students = { cards: 140, questions: 20, choices: 0, spread: 0.15, unrated: 0.1 };

/**
 * Returns how often the interval of a quiz covers the truth, and the mean error of its share, for groups of 500 students: the mean
 * over several groups, because chance alone moves the coverage of one by 1.3 %.
 */
export function simulateTests(students: Students, groups = 10): { coverage: number; error: number } {
  const results = Array.from({ length: groups }, (_, seed) => simulateGroup(students, seed));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { coverage: mean(results.map(({ coverage }) => coverage)), error: mean(results.map(({ error }) => error)) };
}

function simulateGroup({ cards, questions, choices, spread, unrated }: Students, seed: number) {
  const random = createGenerator(seed);
  let covered = 0;
  let errors = 0;
  const students = 500;
  for (let student = 0; student < students; student++) {
    const level = 0.55 + 0.35 * random();
    const folder = Array.from({ length: cards }, (): Card => {
      const recall = Math.min(1, Math.max(0, level + spread * (random() + random() - 1)));
      const isUnrated = random() < unrated;
      return {
        recall: isUnrated ? null : recall,
        known: random() < (isUnrated ? 0.3 : recall),
        isChosen: random() < choices,
      };
    });
    const truth = folder.filter(({ known }) => known).length / cards;
    const asked = sample(folder, questions, random);
    const isRight = asked.map(({ known, isChosen }) => known || (isChosen && random() < 1 / 4));
    const isRightChoice = isRight.filter((right, at) => right && asked[at]?.isChosen);
    const { share, low, high } = estimate({
      right: isRight.filter(Boolean).length,
      of: asked.length,
      cards,
      choices: { right: isRightChoice.length, of: asked.filter(({ isChosen }) => isChosen).length },
    });
    errors += share - truth;
    if (low <= truth + 1e-9 && truth <= high + 1e-9) covered++;
  }
  return { coverage: covered / students, error: errors / students };
}
