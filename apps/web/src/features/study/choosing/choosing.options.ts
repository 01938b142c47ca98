import { type AskedOption, toOptionCard } from "@repasa/answers/card-answers.ts";
import { distractors, type OptionCard, type Options } from "@repasa/answers/distractors.ts";
import { renderPrompt } from "@repasa/answers/prompts.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { noteWrongChoice, readWrongChoices } from "#features/study/choosing/choosing.wrong-choices.ts";
import { loadFolderCards } from "#features/study/study.other-answers.ts";
import { loadCards } from "#features/study/study.portions.ts";
import type { ChosenAnswer, StudyCard, StudyQueue } from "#features/study/study.state.ts";

/** The options of a folder's questions. A question has the same ones, in the same order, as often as it is asked. */
export class OptionDeck {
  readonly #cards = new Map<number, OptionCard>();
  readonly #asked = new Map<number, AskedOption>();
  readonly #chosen = new Map<number, Options | null>();
  readonly #wrongChoices: ReadonlyMap<number, readonly number[]>;
  /** The study date, which determines the options. */
  readonly day: string;
  readonly #language: string | null;

  constructor(
    cards: readonly AskedOption[],
    wrongChoices: ReadonlyMap<number, readonly number[]>,
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
    this.#wrongChoices = wrongChoices;
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
      wronglyChosen: (this.#wrongChoices.get(cardId) ?? []).flatMap((id) => this.#cards.get(id)?.answer ?? []),
    });
  }

  /** Returns the card whose answer an option is. */
  findOwner(option: string): number | undefined {
    return [...this.#cards.values()].find(({ answer }) => answer === option)?.id;
  }

  /** Returns the question that an option answers, as plain words; null if no card of the folder has it. */
  findQuestion(option: string): string | null {
    const card = this.#asked.get(this.findOwner(option) ?? 0);
    return card ? formatQuestionLine(card) : null;
  }
}

/** Judges a choice, null for none. A right one is practice that was recalled; another may bring the card nearer. */
export function checkChoice({ options, right }: Options, chosen: string | null): ChosenAnswer {
  return { mode: "choose", preselected: chosen === options[right] ? "medium" : "forgotten", chosen };
}

/** Notes a wrong choice, so that it comes first among the options of another day. */
export function noteChoice({ id, folderId }: StudyCard, chosen: string | null): void {
  const deck = findOptionDeck(folderId);
  const options = deck?.find(id);
  const owner = chosen === null || chosen === options?.options[options.right] ? undefined : deck?.findOwner(chosen);
  if (deck && owner !== undefined) noteWrongChoice(folderId, id, owner, deck.day);
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
  const cards = await loadFolderCards(id);
  prepared = { folderId: id, deck: new OptionDeck(cards, readWrongChoices(id, day), { day, language }) };
}
