import { distractors, type OptionCard } from "#distractors.ts";
import { judge } from "#judge.ts";
import { findKind } from "#kinds.ts";

/**
 * What many questions with options give away.
 *
 * - `equal`, `secondRight`: pairs of options that are the same text, or of which `judge` finds one right for the other.
 * - `kinds`: questions whose options are not all of one kind.
 * - `ranks`: how often the right option is the shortest, the second shortest and so on; among equal lengths each has its share.
 * - `positions`: how often it is the first, the second and so on.
 */
export type Inspection = {
  questions: number;
  equal: number;
  secondRight: number;
  kinds: number;
  ranks: number[];
  positions: number[];
};

/** Makes at least a number of questions of the cards of folders, and counts what is wrong with their options. */
export function inspectQuestions(
  folders: readonly (readonly (OptionCard & { readonly prompt: string })[])[],
  least: number,
): Inspection {
  const found = { questions: 0, equal: 0, secondRight: 0, kinds: 0, ranks: [0, 0, 0, 0], positions: [0, 0, 0, 0] };
  for (let round = 0; found.questions < least; round++) {
    for (const cards of folders) {
      for (const question of cards) {
        const chosen = distractors(question, cards, { seed: `test ${round}`, prompt: question.prompt });
        if (chosen !== null) inspect(found, chosen.options, chosen.right);
      }
    }
  }
  return found;
}

function inspect(found: Inspection, options: readonly string[], right: number): void {
  found.questions++;
  found.positions[right] = (found.positions[right] ?? 0) + 1;
  if (new Set(options.map((option) => findKind(option))).size > 1) found.kinds++;
  for (const [at, option] of options.entries()) {
    for (const other of options.slice(at + 1)) {
      if (option === other) found.equal++;
      if (isRightFor(option, other) || isRightFor(other, option)) found.secondRight++;
    }
  }
  const lengths = options.map((option) => [...option].length);
  const shorter = lengths.filter((length) => length < (lengths[right] ?? 0)).length;
  const alike = lengths.filter((length) => length === lengths[right]).length;
  // A student who picks by length chooses at random among equal ones.
  for (let rank = shorter; rank < shorter + alike; rank++) found.ranks[rank] = (found.ranks[rank] ?? 0) + 1 / alike;
}

function isRightFor(answer: string, option: string): boolean {
  return ["right", "accent"].includes(judge(answer, option).verdict);
}
