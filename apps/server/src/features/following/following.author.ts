// The author's cards as texts, which a follower's folder merges.
import type { AuthorText } from "@repasa/following/followed-text.ts";
import { turnSides } from "@repasa/following/text.ts";
import type { SharedPlace } from "#features/followers/followers.service.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type SharedCardRow, selectNews, selectSharedCardIds, selectSharedCards } from "./following.queries.ts";

/** Returns the texts of the given cards that are in the shared folder, with all their cards there. */
export async function readAuthorTexts(
  db: Queryable,
  { author, folderId }: SharedPlace,
  ids: readonly number[],
): Promise<AuthorText[]> {
  const rows = await selectSharedCards(db, author, folderId, ids);
  const groups = Map.groupBy(rows, ({ id, groupId }) => groupId ?? id);
  return [...groups.values()].map(toAuthorText);
}

function toAuthorText(rows: readonly SharedCardRow[]): AuthorText {
  const [{ front, back, format, variant }] = rows as [SharedCardRow];
  return {
    text: turnSides({ front, back, format }, variant),
    cards: rows.map(({ id, variant, tags }) => ({ id, variant, tags })),
  };
}

/** The author's cards that may have changed since a pull, and the position in her feed up to which they are known. */
export type News = {
  readonly cursor: number;
  readonly shared: readonly number[];
  readonly elsewhere: readonly number[];
};

export async function readNews(
  db: Queryable,
  { author, folderId }: SharedPlace,
  cursor: number,
): Promise<News & { readonly isPruned: boolean }> {
  const rows = await selectNews(db, author, { folderId, cursor });
  const position = rows[0]?.position ?? cursor;
  const isPruned = rows[0]?.isPruned ?? false;
  if (isPruned) {
    return { cursor: position, shared: await selectSharedCardIds(db, author, folderId), elsewhere: [], isPruned };
  }
  const listIds = (isShared: boolean) =>
    rows.flatMap((row) => (row.id !== null && row.isShared === isShared ? row.id : []));
  return { cursor: position, shared: listIds(true), elsewhere: listIds(false), isPruned };
}
