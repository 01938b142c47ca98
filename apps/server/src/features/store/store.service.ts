import { catalog } from "@repasa/catalog/catalog.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CatalogFolder, CatalogPreview } from "@repasa/contract/store.ts";
import { AppError, notFound } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import type { WithinLimits } from "#features/billing/billing.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { insertCopy, selectCopies } from "./store.queries.ts";

type Dependencies = {
  db: Queryable;
  withinLimits: WithinLimits;
  readFolder: (owner: OwnerId, moment: Moment, id: number) => Promise<Folder>;
};

export type StoreService = ReturnType<typeof createStoreService>;

export function createStoreService({ db, withinLimits, readFolder }: Dependencies) {
  async function copiesOf(owner: OwnerId): Promise<Map<string, number>> {
    return new Map((await selectCopies(db, owner)).map(({ slug, folderId }) => [slug, folderId]));
  }

  return {
    async catalog(owner: OwnerId): Promise<CatalogFolder[]> {
      const copies = await copiesOf(owner);
      return catalog.map(({ slug, name, description, cards }) => ({
        slug,
        name,
        description,
        cardCount: cards.length,
        folderId: copies.get(slug) ?? null,
      }));
    },

    async preview(owner: OwnerId, slug: string): Promise<CatalogPreview> {
      const { name, description, cards, sources } = readyMade(slug);
      const folderId = (await copiesOf(owner)).get(slug) ?? null;
      return { slug, name, description, cardCount: cards.length, folderId, sources, cards };
    },

    async add(owner: OwnerId, moment: Moment, slug: string): Promise<Folder> {
      const id = await withinLimits(owner, ["folders", "cards"], (transaction) =>
        insertCopy(transaction, owner, readyMade(slug), moment.now),
      );
      if (id === undefined) throw new AppError("conflict", "Ya tienes esta carpeta");
      return readFolder(owner, moment, id);
    },
  };
}

function readyMade(slug: string) {
  const folder = catalog.find((candidate) => candidate.slug === slug);
  if (!folder) throw notFound("Esta carpeta no está en la tienda");
  return folder;
}
