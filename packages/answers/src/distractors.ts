import { createReader, readsAlike } from "#forms.ts";
import { judge } from "#judge.ts";
import { type AnswerKind, findKind } from "#kinds.ts";
import { readList } from "#lists.ts";
import { foldAccents } from "#normal-form.ts";
import { createSought, OtherAnswer, type Sought } from "#others.ts";
import { hashText } from "#random.ts";

/**
 * A card of which an option may be made.
 *
 * - `answer`: its answer as plain text, which is the text of the option.
 * - `tags`: its tags, as they are compared.
 * - `siblings`: the same for all cards of one text, or of one pair with its reverse; null for a card without siblings.
 * - `hasFormula`: true if the card has its answer as a formula, of which the plain text may have lost the signs.
 */
export type OptionCard = {
  readonly id: number;
  readonly answer: string;
  readonly tags?: readonly string[] | undefined;
  readonly siblings?: number | string | null | undefined;
  readonly hasFormula?: boolean | undefined;
};

export type OptionSettings = {
  /** Determines the options and their order. Another seed gives others. */
  readonly seed: string;
  /** The options that this student chose for this card and that were wrong, in the order of preference. */
  readonly wronglyChosen?: readonly string[] | undefined;
  /** The question as plain text: an option that repeats a word of it would give itself away. */
  readonly prompt?: string | undefined;
  /** A BCP 47 tag; Spanish by default. */
  readonly language?: string | null | undefined;
};

/** The texts of the options in their order, and the index of the right one. */
export type Options = { readonly options: readonly string[]; readonly right: number };

const OPTIONS = 4;

/**
 * Chooses the options of a question: its answer and three answers of other cards, of the same kind, none of which is right, is
 * the answer of a sibling, or the same as another one. Answers that the student chose wrongly come first, then those of cards
 * with the same tags and those that are near in length.
 *
 * The length of an option gives nothing away: as many options are shorter than the right one as the seed determines, from none to
 * all three, where there are enough of them.
 *
 * @param question The card that is asked; `cards` may contain it.
 * @param cards The cards of the same folder, or exam, in any order. What is computed of each is kept as long as the object.
 * @returns null if there are fewer than three good answers, or if the right one repeats a word of the question.
 */
export function distractors(
  question: OptionCard,
  cards: readonly OptionCard[],
  settings: OptionSettings,
): Options | null {
  const right = describe(question, settings.language);
  const isSibling = ({ siblings }: OptionCard) => siblings != null && siblings === question.siblings;
  const excluded = [right, ...cards.filter(isSibling).map((card) => describe(card, settings.language))];
  const asked = new Set(listLongWords(settings.prompt ?? ""));
  const repeatsWord = ({ readLongWords }: Described) => readLongWords().some((word) => asked.has(word));
  if (repeatsWord(right)) return null;
  const candidates = cards
    .map((card) => describe(card, settings.language))
    .filter(
      (candidate) =>
        candidate.kind === right.kind && isNearInLength(candidate.length, right.length) && !repeatsWord(candidate),
    );
  const chosen = takeDistinct(rank(candidates, right, settings), right, excluded, settings);
  if (chosen === null) return null;
  const position = ({ card }: Described) => hashText(`${settings.seed}\n${card.answer}`);
  const options = [right, ...chosen].sort((a, b) => position(a) - position(b));
  return { options: options.map(({ card }) => card.answer), right: options.indexOf(right) };
}

/** Lists the words of four letters or more, without accents. What is in parentheses does not count. */
function listLongWords(text: string): string[] {
  return foldAccents(text.replace(/\([^()]*\)/g, " ").toLowerCase()).match(/\p{L}{4,}/gu) ?? [];
}

/**
 * What is known of a card. The functions compute their result once.
 *
 * - `length`: in characters.
 * - `readKeys`: the forms without accents of all texts that the answer accepts.
 * - `readOther`, `readSought`: the answer as that of another card, and as a text that is sought among these.
 */
type Described = {
  readonly card: OptionCard;
  readonly language: string | null | undefined;
  readonly kind: AnswerKind;
  readonly length: number;
  readonly readKeys: () => readonly string[];
  readonly readLongWords: () => readonly string[];
  readonly readOther: () => OtherAnswer;
  readonly readSought: () => Sought;
};

const described = new WeakMap<OptionCard, Described>();

function describe(card: OptionCard, language: string | null | undefined): Described {
  const known = described.get(card);
  if (known && known.language === language) return known;
  const { answer } = card;
  const reader = createReader(language);
  const result: Described = {
    card,
    language,
    kind: card.hasFormula ? "formula" : findKind(answer, language),
    length: [...answer].length,
    readKeys: computeOnce(() => reader.readAnswer(answer).flatMap(({ folded }) => folded)),
    readLongWords: computeOnce(() => listLongWords(answer)),
    readOther: computeOnce(() => new OtherAnswer(answer)),
    readSought: computeOnce(() => createSought(reader, answer, "folded")),
  };
  described.set(card, result);
  return result;
}

function computeOnce<T extends object>(compute: () => T): () => T {
  let result: T | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}

/** Returns whether lengths are near enough for two options of one question. */
function isNearInLength(one: number, other: number): boolean {
  return Math.max(one, other) <= 3 * Math.min(one, other) + 10;
}

/** Sorts candidates: wrongly chosen before, then by the number of tags in common, then by length, then at random. */
function rank(candidates: readonly Described[], right: Described, settings: OptionSettings): Described[] {
  const { seed, wronglyChosen = [] } = settings;
  const ranked = candidates.map((candidate) => ({
    candidate,
    // All that were never chosen follow.
    wrong: [...wronglyChosen, candidate.card.answer].indexOf(candidate.card.answer),
    tags: countCommonTags(candidate.card, right.card),
    distance: Math.abs(candidate.length - right.length),
    chance: hashText(`${seed}\n${candidate.card.id}\n${candidate.card.answer}`),
  }));
  ranked.sort((a, b) => a.wrong - b.wrong || b.tags - a.tags || a.distance - b.distance || a.chance - b.chance);
  return ranked.map(({ candidate }) => candidate);
}

function countCommonTags(one: OptionCard, other: OptionCard): number {
  return one.tags?.filter((tag) => other.tags?.includes(tag)).length ?? 0;
}

/** Takes the first candidates that differ from each other and from what is excluded, and fit the wanted lengths if any do. */
function takeDistinct(
  ranked: readonly Described[],
  right: Described,
  excluded: readonly Described[],
  { seed, wronglyChosen = [] }: OptionSettings,
): Described[] | null {
  const others = OPTIONS - 1;
  const shorter = Math.floor(hashText(`${seed}\n${right.card.id}`) * OPTIONS);
  const left = { shorter, longer: others - shorter };
  const taken: Described[] = [];
  const take = (candidate: Described, isFree: boolean) => {
    if (taken.length === others || taken.includes(candidate)) return;
    const side = pickSide(candidate.length - right.length, left);
    if (left[side] <= 0 && !isFree) return;
    if (candidate.readKeys().join("") === "" || [...excluded, ...taken].some((one) => isSame(one, candidate))) return;
    left[side]--;
    taken.push(candidate);
  };
  const wrong = ranked.filter(({ card }) => wronglyChosen.includes(card.answer));
  const tagged = ranked.filter(({ card }) => countCommonTags(card, right.card) > 0);
  for (const candidate of wrong) take(candidate, true);
  for (const tier of [tagged, ranked]) {
    for (const candidate of tier) take(candidate, false);
    for (const candidate of tier) take(candidate, true);
  }
  return taken.length === others && right.readKeys().join("") !== "" ? taken : null;
}

type Sides = { shorter: number; longer: number };

/** An option that is as long as the right one fits on either side. */
function pickSide(difference: number, left: Sides): keyof Sides {
  if (difference === 0) return left.shorter > 0 ? "shorter" : "longer";
  return difference < 0 ? "shorter" : "longer";
}

/** Returns whether two cards accept a common text, accents aside, or `judge` finds one right for the other. */
function isSame(one: Described, other: Described): boolean {
  return readsAlike(one.readKeys(), other.readKeys()) || isRightFor(one, other) || isRightFor(other, one);
}

function isRightFor(given: Described, { card: { answer }, language, readOther }: Described): boolean {
  if (!readList(answer)) return readOther().accepts(given.readSought());
  return ["right", "accent"].includes(judge(answer, given.card.answer, { language }).verdict);
}
