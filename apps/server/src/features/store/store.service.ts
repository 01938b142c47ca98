import { catalog, type ReadyMadeFolder } from "@repasa/catalog/catalog.ts";
import { resolveFolderFace } from "@repasa/contract/folder-faces.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CatalogFolder, CatalogPreview } from "@repasa/contract/store.ts";
import type { Context } from "#context.ts";
import { limitFirstNewCards } from "#features/account/account.service.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { storeDerived } from "#features/cards/derived/derived.service.ts";
import { listIds } from "#features/feed/feed.service.ts";
import { chooseColors } from "#features/folders/folders.faces.ts";
import { readFolder } from "#features/folders/folders.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { insertReadyMadeFolder, selectTakenFolders } from "./store.queries.ts";

export async function listCatalog(ctx: Pick<Context, "db">, owner: OwnerId): Promise<CatalogFolder[]> {
  const taken = await selectTakenFolders(ctx.db, owner);
  return catalog.map((folder) => describeFolder(folder, taken));
}

export async function previewFolder(ctx: Pick<Context, "db">, owner: OwnerId, slug: string): Promise<CatalogPreview> {
  const folder = requireCatalogFolder(slug);
  const { sources, cards } = folder;
  return { ...describeFolder(folder, await selectTakenFolders(ctx.db, owner)), sources, cards };
}

function describeFolder(folder: ReadyMadeFolder, taken: ReadonlyMap<string, number>): CatalogFolder {
  const { slug, name, description, cards, face } = folder;
  return {
    slug,
    name,
    description,
    ...resolveFolderFace(name, face ?? { color: null, icon: null }),
    cardCount: cards.length,
    folderId: taken.get(slug) ?? null,
  };
}

export async function addFolder(ctx: Context, owner: OwnerId, moment: Moment, slug: string): Promise<Folder> {
  const readyMade = requireCatalogFolder(slug);
  // Until past days are settled, the daily number of new cards decides what was pending on them.
  await settlePastDays(ctx, owner, moment);
  const id = await withinLimits(ctx, owner, ["folders", "cards"], async (transaction, noted) => {
    const [automaticColor = null] = await chooseColors(transaction, owner, [
      { name: readyMade.name, ...readyMade.face },
    ]);
    const copy = await insertReadyMadeFolder(transaction, owner, { ...readyMade, automaticColor }, moment.now);
    if (!copy) return undefined;
    await storeDerived(transaction, owner, copy.cards);
    noted.changed("folder", [copy.folderId]);
    noted.changed("card", listIds(copy.cards));
    await limitFirstNewCards(transaction, owner, noted, moment.now);
    return copy.folderId;
  });
  if (id === undefined) throw new AppError("conflict", "Ya tienes esta carpeta");
  return readFolder(ctx, owner, moment, id);
}

function requireCatalogFolder(slug: string) {
  const folder = catalog.find((candidate) => candidate.slug === slug);
  if (!folder) throw notFound("Esta carpeta no está en la tienda");
  return folder;
}
