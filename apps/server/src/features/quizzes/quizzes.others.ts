import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { selectOtherCards } from "./quizzes.queries.ts";

/** At most a megabyte of texts. */
const CARDS_AT_ONCE = 500;

/** Reads the cards of a folder in portions, each as JSON for the thread that judges. */
export async function* readFolder({ db }: Pick<Context, "db">, owner: OwnerId, folderId: number) {
  let after: Awaited<ReturnType<typeof selectOtherCards>>["last"] = null;
  do {
    const portion = await selectOtherCards(db, owner, folderId, after, CARDS_AT_ONCE);
    if (portion.last !== null) yield portion.cards;
    after = portion.last;
  } while (after !== null);
}
