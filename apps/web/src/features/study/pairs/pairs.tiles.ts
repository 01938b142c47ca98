import { judge } from "@repasa/answers/judge.ts";
import { isShortAnswer, renderAnswer } from "@repasa/answers/short-answers.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { shuffle } from "#features/study/study.state.ts";

export type Pair = { id: number; question: string; answer: string };

type PairedCard = Pick<Card, "id" | "front" | "back" | "format" | "variant" | "groupId">;

export const MOST_PAIRS = 6;
export const FEWEST_PAIRS = 3;

/** In characters: longer questions do not fit into half a phone. */
const LONGEST_QUESTION = 70;

/** Chooses cards at random whose question and answer are short and fit only each other. */
export function choosePairs(cards: readonly PairedCard[], language: string | null, random: () => number): Pair[] {
  const pairs: Pair[] = [];
  const groups = new Set<string>();
  for (const card of shuffle(cards, random)) {
    if (pairs.length === MOST_PAIRS) break;
    const pair = toPair(card);
    if (!pair || (card.groupId !== null && groups.has(card.groupId))) continue;
    const isTaken = pairs.some(
      (other) => isSame(other.question, pair.question, language) || isSame(other.answer, pair.answer, language),
    );
    if (isTaken) continue;
    if (card.groupId !== null) groups.add(card.groupId);
    pairs.push(pair);
  }
  return pairs;
}

function toPair({ id, front, back, format, variant }: PairedCard): Pair | null {
  if (parseGapVariant(variant) !== null || !isShortAnswer({ text: back, format })) return null;
  const question = renderAnswer({ text: front, format });
  const isShort = question !== "" && question.length <= LONGEST_QUESTION;
  return isShort ? { id, question, answer: renderAnswer({ text: back, format }) } : null;
}

function isSame(one: string, other: string, language: string | null): boolean {
  const isRight = (accepted: string, typed: string) => {
    const { verdict } = judge(accepted, typed, { language });
    return verdict === "right" || verdict === "accent";
  };
  return isRight(one, other) || isRight(other, one);
}

type Side = "question" | "answer";
export type Tile = { side: Side; id: number };

export type PairsState = {
  /** The ids of the pairs, in the order of their questions and in that of their answers. */
  questions: readonly number[];
  answers: readonly number[];
  found: readonly number[];
  selected: Tile | null;
  /** The last two tiles that were no pair, until another tile is picked. */
  missed: readonly Tile[];
  misses: number;
};

export function startPairs(pairs: readonly Pair[], random: () => number): PairsState {
  const ids = pairs.map(({ id }) => id);
  const [questions, answers] = [shuffle(ids, random), shuffle(ids, random)];
  return { questions, answers, found: [], selected: null, missed: [], misses: 0 };
}

export function isFinished({ questions, found }: PairsState): boolean {
  return found.length === questions.length;
}

/** Picks a tile: the first of two, another one of the same side, or the second one. */
export function pickTile(state: PairsState, tile: Tile): PairsState {
  const { found, selected } = state;
  if (found.includes(tile.id)) return state;
  if (!selected) return { ...state, selected: tile, missed: [] };
  if (selected.side === tile.side) return { ...state, selected: selected.id === tile.id ? null : tile, missed: [] };
  if (selected.id === tile.id) return { ...state, found: [...found, tile.id], selected: null, missed: [] };
  return { ...state, selected: null, missed: [selected, tile], misses: state.misses + 1 };
}
