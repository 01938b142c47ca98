import { foldText } from "@repasa/card-text/folding.ts";

/** The most tags of a card. */
const MAX_TAGS = 20;

/** Returns a card's tags with others that it lacks, as far as there is room. Tags are compared without case and accents. */
export function addTags(tags: readonly string[], added: readonly string[]): readonly string[] {
  return [...tags, ...omitTags(added, tags)].slice(0, Math.max(MAX_TAGS, tags.length));
}

/** Returns the tags that are not among others, compared without case and accents. */
export function omitTags(tags: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others.map(foldText));
  return tags.filter((tag) => !known.has(foldText(tag)));
}
