import { distractors, type OptionCard, type Options } from "@repasa/answers/distractors.ts";
import { hasFormula } from "@repasa/answers/short-answers.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { type AnsweredCard, renderAnswers } from "#features/study/study.answers.ts";
import { loadFolderCards } from "#features/study/study.other-answers.ts";
import type { ChosenAnswer } from "#features/study/study.session.ts";
import { readWrongChoices } from "#features/study/study.wrong-choices.ts";

export type OptionSource = AnsweredCard & Pick<Card, "tags" | "groupId">;

/** The options of a folder's questions. A question has the same ones, in the same order, as often as it is asked. */
export class OptionDeck {
  readonly #cards = new Map<number, OptionCard>();
  readonly #chosen = new Map<number, Options | null>();
  readonly #wrongChoices: ReadonlyMap<number, readonly number[]>;
  readonly #settings: { day: string; language: string | null };

  constructor(
    cards: readonly OptionSource[],
    wrongChoices: ReadonlyMap<number, readonly number[]>,
    settings: { day: string; language: string | null },
  ) {
    for (const card of cards) this.#cards.set(card.id, toOptionCard(card));
    this.#wrongChoices = wrongChoices;
    this.#settings = settings;
  }

  /** Returns the options of a card, null if there are too few good ones. */
  find(cardId: number): Options | null {
    const known = this.#chosen.get(cardId);
    if (known !== undefined) return known;
    const card = this.#cards.get(cardId);
    const { day, language } = this.#settings;
    const wronglyChosen = (this.#wrongChoices.get(cardId) ?? []).flatMap((id) => this.#cards.get(id)?.answer ?? []);
    const seed = `${day} ${cardId}`;
    const options = card ? distractors(card, [...this.#cards.values()], { seed, language, wronglyChosen }) : null;
    this.#chosen.set(cardId, options);
    return options;
  }

  /** Returns the card whose answer an option is. */
  findOwner(option: string): number | undefined {
    return [...this.#cards.values()].find(({ answer }) => answer === option)?.id;
  }
}

function toOptionCard(card: OptionSource): OptionCard {
  const { id, back, format, tags, groupId } = card;
  const answer = renderAnswers(card).join(", ");
  return { id, answer, tags, siblings: groupId, hasFormula: format === "markdown" && hasFormula(back) };
}

/** Judges a choice. A right one is practice that was recalled; a wrong one may bring the card nearer. */
export function checkChoice({ options, right }: Options, chosen: string): ChosenAnswer {
  return { mode: "choose", preselected: chosen === options[right] ? "medium" : "forgotten", chosen };
}

let prepared: { folderId: number; deck: OptionDeck } | undefined;

/** Returns the options of a folder, undefined as long as they are not loaded. */
export const findOptionDeck = (folderId: number): OptionDeck | undefined =>
  prepared?.folderId === folderId ? prepared.deck : undefined;

/** Loads the cards of a folder, of which the options are made. */
export async function prepareOptions({ id, language }: Pick<Folder, "id" | "language">, day: string): Promise<void> {
  const cards = await loadFolderCards(id);
  prepared = { folderId: id, deck: new OptionDeck(cards, readWrongChoices(id, day), { day, language }) };
}
