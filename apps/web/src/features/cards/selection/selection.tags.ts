import { foldTag } from "@repasa/contract/cards.limits.ts";

export type TagUse = { tag: string; cards: number };

/** Counts the tags of cards, the most frequent first. Tags that differ only in case or accents are the same. */
export function countTagUses(cards: readonly { tags: readonly string[] }[]): TagUse[] {
  const uses = new Map<string, TagUse>();
  for (const { tags } of cards) {
    for (const tag of tags) {
      const use = uses.get(foldTag(tag));
      if (use) use.cards += 1;
      else uses.set(foldTag(tag), { tag, cards: 1 });
    }
  }
  return [...uses.values()].sort((a, b) => b.cards - a.cards || a.tag.localeCompare(b.tag, "es"));
}
