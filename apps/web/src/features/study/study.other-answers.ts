import { type AskedCard, type AskedOption, renderAnswers } from "@repasa/answers/card-answers.ts";
import { OtherAnswer } from "@repasa/answers/others.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { callApi } from "#lib/api.ts";
import { readLocally } from "#lib/local-responses.ts";
import { toPortion } from "#lib/portions.ts";

export type AnsweredCard = AskedCard & Pick<AskedOption, "id">;

/** An answer of a card of the folder, which is read once for all that a session judges. */
export type FolderAnswer = { answer: OtherAnswer; card: AnsweredCard };

/** Cards are read in parts of this size, so that a key is never delayed. */
const CARDS_AT_ONCE = 100;

/** Loads all cards of a folder: from the copy of this device, or, without one, from the server. */
export async function loadFolderCards(folderId: number): Promise<AskedOption[]> {
  const input = { params: { id: folderId }, query: {} };
  const local = (await readLocally(cardEndpoints.listInFolder, input)) as Awaited<ReturnType<typeof ask>> | undefined;
  const ask = () => callApi(cardEndpoints.listInFolder, input);
  return toPortion(local ?? (await ask())).cards;
}

export function listOtherAnswers(cards: readonly AnsweredCard[]): FolderAnswer[] {
  return cards.flatMap((card) => renderAnswers(card).map((text) => ({ answer: new OtherAnswer(text), card })));
}

/** Loads the answers of all cards of a folder, in the background. */
export async function loadOtherAnswers(folderId: number): Promise<FolderAnswer[]> {
  const cards = await loadFolderCards(folderId);
  const answers: FolderAnswer[] = [];
  for (let at = 0; at < cards.length; at += CARDS_AT_ONCE) {
    answers.push(...listOtherAnswers(cards.slice(at, at + CARDS_AT_ONCE)));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return answers;
}
