/** One card of a ready-made folder. */
export type CatalogCard = { front: string; back: string };

/** A folder that we made, ready to be added; `sources` name where its facts can be checked. */
export type CatalogFolder = {
  slug: string;
  name: string;
  description: string;
  sources: string[];
  cards: CatalogCard[];
};

export const catalog: readonly CatalogFolder[] = [];
