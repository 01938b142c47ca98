import { and, eq, isNotNull } from "drizzle-orm";
import type { Queryable } from "#db/pool.ts";
import { cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { OwnerId } from "#owner.ts";

export type ReadyMade = {
  slug: string;
  name: string;
  description: string;
  cards: readonly { front: string; back: string }[];
};

/** Which ready-made folders the user has a copy of. */
export async function selectCopies(db: Queryable, owner: OwnerId): Promise<{ slug: string; folderId: number }[]> {
  const rows = await db
    .select({ slug: folders.catalogSlug, folderId: folders.id })
    .from(folders)
    .where(and(eq(folders.userId, owner), isNotNull(folders.catalogSlug)));
  return rows.flatMap(({ slug, folderId }) => (slug === null ? [] : [{ slug, folderId }]));
}

/** Copies a ready-made folder with its cards, all or nothing; undefined when the user has one already. */
export async function insertCopy(
  db: Queryable,
  owner: OwnerId,
  { slug, name, description, cards: contents }: ReadyMade,
  now: Date,
): Promise<number | undefined> {
  return db.transaction(async (transaction) => {
    const [folder] = await transaction
      .insert(folders)
      .values({ userId: owner, name, description, catalogSlug: slug, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
      .returning({ id: folders.id });
    if (!folder) return undefined;
    // Ids grow in the order of the values: the cards are studied in the order in which they were written.
    await transaction.insert(cards).values(
      contents.map(({ front, back }) => ({
        userId: owner,
        folderId: folder.id,
        front,
        back,
        createdAt: now,
        updatedAt: now,
      })),
    );
    return folder.id;
  });
}
