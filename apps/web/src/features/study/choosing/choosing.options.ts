import { type AskedOption, toOptionCard } from "@repasa/answers/card-answers.ts";
import { distractors, type OptionCard, type Options } from "@repasa/answers/distractors.ts";
import { renderPrompt } from "@repasa/answers/prompts.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { listEarlierConfused, loadConfusions } from "#features/cards/confusions/confusions.loading.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { loadFolderCards } from "#features/study/study.other-answers.ts";
import { loadCards } from "#features/study/study.portions.ts";
import type { ChosenAnswer, StudyQueue } from "#features/study/study.state.ts";

/** The options of a folder's questions. A question has the same ones, in the same order, as often as it is asked. */
export class OptionDeck {
  readonly #cards = new Map<number, OptionCard>();
  readonly #asked = new Map<number, AskedOption>();
  readonly #chosen = new Map<number, Options | null>();
  readonly #confused: ReadonlyMap<number, readonly number[]>;
  /** The study date, which determines the options. */
  readonly day: string;
  readonly #language: string | null;

  /** @param confused The cards whose answers the student has given for each card on earlier days, the last first. */
  constructor(
    cards: readonly AskedOption[],
    confused: ReadonlyMap<number, readonly number[]>,
    { day, language }: { day: string; language: string | null },
  ) {
    this.day = day;
    this.#language = language;
    for (const card of cards) {
      const option = toOptionCard(card);
      if (!option) continue;
      this.#cards.set(card.id, option);
      this.#asked.set(card.id, card);
    }
    this.#confused = confused;
  }

  /** Returns the options of a card, null if there are too few good ones. */
  find(cardId: number): Options | null {
    const known = this.#chosen.get(cardId);
    if (known !== undefined) return known;
    const options = this.#choose(cardId);
    this.#chosen.set(cardId, options);
    return options;
  }

  #choose(cardId: number): Options | null {
    const [card, asked] = [this.#cards.get(cardId), this.#asked.get(cardId)];
    if (!card || !asked) return null;
    return distractors(card, [...this.#cards.values()], {
      seed: `${this.day} ${cardId}`,
      prompt: renderPrompt(asked),
      language: this.#language,
      wronglyChosen: (this.#confused.get(cardId) ?? []).flatMap((id) => this.#cards.get(id)?.answer ?? []),
    });
  }

  /** Returns the card whose answer an option is. */
  findOwner(option: string): AskedOption | undefined {
    return this.#asked.get([...this.#cards.values()].find(({ answer }) => answer === option)?.id ?? 0);
  }
}

/**
 * Judges a choice, null for none, and finds out whose answer a wrong one is. A right one is practice that was recalled; another may
 * bring the card nearer.
 */
export function checkChoice(
  { options, right }: Options,
  chosen: string | null,
  deck: Pick<OptionDeck, "findOwner">,
): ChosenAnswer {
  if (chosen === options[right]) return { mode: "choose", preselected: "medium", chosen, belongsTo: null };
  const owner = chosen === null ? undefined : deck.findOwner(chosen);
  const belongsTo = owner ? formatQuestionLine(owner) : null;
  return { mode: "choose", preselected: "forgotten", chosen, belongsTo, confusedWith: owner?.id };
}

let prepared: { folderId: number; deck: OptionDeck } | undefined;

/** Returns the options of a folder, undefined as long as they are not loaded. */
export const findOptionDeck = (folderId: number): OptionDeck | undefined =>
  prepared?.folderId === folderId ? prepared.deck : undefined;

/** The most questions of a session that asks as many as there are. */
const MOST_QUESTIONS = 50;

/** Loads the cards of a session of choosing, due or not, and those of the folder, of which the options are made. */
export async function loadChoosing(
  { id, language }: Pick<Folder, "id" | "language">,
  { size, day }: { size: number | null; day: string },
): Promise<StudyQueue> {
  const query = { folderId: String(id), practice: "true" as const };
  const [{ cards: due }] = await Promise.all([
    loadCards(query, size ?? MOST_QUESTIONS),
    prepareOptions({ id, language }, day),
  ]);
  return due.length === 0 ? { practice: [] } : { due, left: 0, mode: "practice" };
}

/** Loads what the options of a folder are made of. */
export async function prepareOptions({ id, language }: Pick<Folder, "id" | "language">, day: string): Promise<void> {
  if (prepared?.folderId === id && prepared.deck.day === day) return;
  const [cards, confused] = await Promise.all([loadFolderCards(id), loadEarlierConfused(day)]);
  prepared = { folderId: id, deck: new OptionDeck(cards, confused, { day, language }) };
}

/** Those of the day itself do not count, because the options of a day stay as they are. Without any, other options are chosen. */
async function loadEarlierConfused(day: string): Promise<Map<number, number[]>> {
  try {
    return listEarlierConfused((await loadConfusions()).confusions, day);
  } catch {
    return new Map();
  }
}
