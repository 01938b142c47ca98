import type { ReadyMadeFolder } from "@repasa/catalog/catalog.ts";
import { and, eq, isNotNull } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";

/** Returns the ids of the user's copies of ready-made folders, by slug. */
export async function selectTakenFolders(db: Queryable, owner: OwnerId): Promise<Map<string, number>> {
  const rows = await db
    .select({ slug: folders.catalogSlug, folderId: folders.id })
    .from(folders)
    .where(and(eq(folders.userId, owner), isNotNull(folders.catalogSlug)));
  return new Map(rows.map(({ slug, folderId }) => [slug as string, folderId]));
}

/**
 * Copies a ready-made folder with its cards; undefined if the user already has it. The caller stores the derived data that searches
 * need.
 */
export async function insertReadyMadeFolder(
  transaction: Queryable,
  owner: OwnerId,
  {
    slug,
    name,
    description,
    face,
    automaticColor,
    cards: contents,
  }: ReadyMadeFolder & { automaticColor: string | null },
  now: Date,
) {
  const [folder] = await transaction
    .insert(folders)
    .values({
      userId: owner,
      name,
      description,
      catalogSlug: slug,
      ...face,
      automaticColor,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: folders.id });
  if (!folder) return undefined;
  // New cards are studied in the order of their ids, which grow in the order of these values.
  const copies = await transaction
    .insert(cards)
    .values(
      contents.map(({ front, back }) => ({
        userId: owner,
        folderId: folder.id,
        front,
        back,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning();
  return { folderId: folder.id, cards: copies };
}
