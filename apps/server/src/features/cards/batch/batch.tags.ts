import { foldTag, MAX_TAGS, TOO_MANY_TAGS } from "@repasa/contract/cards.limits.ts";
import { AppError } from "#platform/http/app-error.ts";

type TaggedCard = { id: number; tags: string[] };

/** Returns the cards whose tags change, with their new tags. A tag that a card already has keeps its spelling. */
export function addTags(cards: readonly TaggedCard[], added: readonly string[]): TaggedCard[] {
  const wanted = added.map((tag) => ({ tag, folded: foldTag(tag) }));
  const foldCached = createTagFolder();
  return cards.flatMap(({ id, tags }) => {
    const present = new Set(tags.map(foldCached));
    const missing = wanted.filter((one) => !present.has(one.folded)).map(({ tag }) => tag);
    if (missing.length === 0) return [];
    if (tags.length + missing.length > MAX_TAGS) {
      throw new AppError("validation_failed", TOO_MANY_TAGS, { issues: [{ path: "tags", message: TOO_MANY_TAGS }] });
    }
    return [{ id, tags: [...tags, ...missing] }];
  });
}

/** Returns the cards whose tags change, with the remaining tags. */
export function removeTags(cards: readonly TaggedCard[], removed: readonly string[]): TaggedCard[] {
  const unwanted = new Set(removed.map(foldTag));
  const foldCached = createTagFolder();
  return cards.flatMap(({ id, tags }) => {
    const left = tags.filter((tag) => !unwanted.has(foldCached(tag)));
    return left.length === tags.length ? [] : [{ id, tags: left }];
  });
}

/** Caches the folded tags, because thousands of cards have few different ones. */
function createTagFolder(): (tag: string) => string {
  const known = new Map<string, string>();
  return (tag) => {
    const folded = known.get(tag) ?? foldTag(tag);
    known.set(tag, folded);
    return folded;
  };
}
