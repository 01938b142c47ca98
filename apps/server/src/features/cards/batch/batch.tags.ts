import { foldTag, TAGS_MOST, TOO_MANY_TAGS } from "@repasa/contract/cards.forms.ts";
import { AppError } from "#platform/http/app-error.ts";

type TaggedCard = { id: number; tags: string[] };

/** The cards whose tags change, with the new ones. A tag that a card has already stays as it is written there. */
export function withTags(cards: readonly TaggedCard[], added: readonly string[]): TaggedCard[] {
  const wanted = added.map((tag) => ({ tag, folded: foldTag(tag) }));
  const folded = createFolding();
  return cards.flatMap(({ id, tags }) => {
    const present = new Set(tags.map(folded));
    const missing = wanted.filter((one) => !present.has(one.folded)).map(({ tag }) => tag);
    if (missing.length === 0) return [];
    if (tags.length + missing.length > TAGS_MOST) {
      throw new AppError("validation_failed", TOO_MANY_TAGS, { issues: [{ path: "tags", message: TOO_MANY_TAGS }] });
    }
    return [{ id, tags: [...tags, ...missing] }];
  });
}

export function withoutTags(cards: readonly TaggedCard[], gone: readonly string[]): TaggedCard[] {
  const unwanted = new Set(gone.map(foldTag));
  const folded = createFolding();
  return cards.flatMap(({ id, tags }) => {
    const left = tags.filter((tag) => !unwanted.has(folded(tag)));
    return left.length === tags.length ? [] : [{ id, tags: left }];
  });
}

/** Thousands of cards have few different tags. */
function createFolding(): (tag: string) => string {
  const known = new Map<string, string>();
  return (tag) => {
    const folded = known.get(tag) ?? foldTag(tag);
    known.set(tag, folded);
    return folded;
  };
}
