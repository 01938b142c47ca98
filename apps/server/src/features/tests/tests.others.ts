import { renderAnswers } from "@repasa/answers/card-answers.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { ReadOthers } from "./tests.judging.ts";
import { selectShortCards } from "./tests.queries.ts";

type Answers = { readonly cardId: number; readonly texts: readonly string[] };

/** Returns a function that reads the present answers of a folder's other cards, of each folder once. */
export function createOthersReader({ db }: Pick<Context, "db">, owner: OwnerId): ReadOthers {
  const folders = new Map<number, Promise<Answers[]>>();
  const readFolder = async (folderId: number): Promise<Answers[]> =>
    (await selectShortCards(db, owner, folderId)).map((card) => ({
      cardId: card.id,
      texts: renderAnswers(card),
    }));
  return async ({ cardId, folderId }) => {
    const answers = folders.get(folderId) ?? readFolder(folderId);
    folders.set(folderId, answers);
    return (await answers).flatMap((other) => (other.cardId === cardId ? [] : other.texts));
  };
}
