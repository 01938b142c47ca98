import type { Material, MaterialCard } from "@repasa/card-files/material.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { foldTag, MAX_SIDE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from "@repasa/contract/cards.limits.ts";
import { isStorable, toStorable } from "@repasa/contract/texts.ts";

/** The largest `smallint` of PostgreSQL. */
const MAX_TEMPLATE = 32_767;
const MAX_GUID_LENGTH = 1_000;

/**
 * Yields the cards of a file without characters that the database cannot store, and with tags as the contract requires them.
 * Cards with an empty or too long side are skipped; the reader has reported them as losses. `onCleaned` is called for each card
 * whose sides had such characters.
 */
export function* readStorableCards(
  material: Material,
  onCleaned: (front: string) => void = () => {},
): Generator<MaterialCard> {
  for (const card of material.cards()) {
    const front = toStorable(card.front).trim();
    const back = toStorable(card.back).trim();
    if (!isStorable(card.front) || !isStorable(card.back)) onCleaned(front || back);
    const hasGaps = card.format === "markdown" && parseGapVariant(card.variant) !== null;
    if (front === "" || (back === "" && !hasGaps)) continue;
    if (front.length > MAX_SIDE_LENGTH || back.length > MAX_SIDE_LENGTH) continue;
    yield {
      ...card,
      front,
      back,
      folder: card.folder === null ? null : toStorable(card.folder),
      tags: cleanTags(card.tags),
      note: cleanNote(card),
    };
  }
}

function cleanTags(tags: readonly string[]): string[] {
  const cut = tags
    .map((tag) => toStorable(tag).trim().slice(0, MAX_TAG_LENGTH).toWellFormed().trim())
    .filter((tag) => tag !== "");
  const once = new Map(cut.toReversed().map((tag) => [foldTag(tag), tag]));
  return [...once.values()].toReversed().slice(0, MAX_TAGS);
}

function cleanNote({ note }: MaterialCard): MaterialCard["note"] {
  if (note === null) return null;
  const guid = toStorable(note.guid);
  const fits = guid !== "" && guid.length <= MAX_GUID_LENGTH && note.template >= 0 && note.template <= MAX_TEMPLATE;
  return fits ? { guid, template: note.template } : null;
}
