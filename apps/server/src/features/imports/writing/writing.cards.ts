import type { Material, MaterialCard } from "@repasa/card-files/material.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { foldTag, SIDE_LONGEST, TAG_LONGEST, TAGS_MOST } from "@repasa/contract/cards.forms.ts";
import { asStorable, isStorable } from "@repasa/contract/fields.ts";

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
    const front = asStorable(card.front).trim();
    const back = asStorable(card.back).trim();
    if (!isStorable(card.front) || !isStorable(card.back)) onCleaned(front || back);
    const hasGaps = card.format === "markdown" && parseGapVariant(card.variant) !== null;
    if (front === "" || (back === "" && !hasGaps)) continue;
    if (front.length > SIDE_LONGEST || back.length > SIDE_LONGEST) continue;
    yield {
      ...card,
      front,
      back,
      folder: card.folder === null ? null : asStorable(card.folder),
      tags: cleanTags(card.tags),
      note: cleanNote(card),
    };
  }
}

function cleanTags(tags: readonly string[]): string[] {
  const cut = tags
    .map((tag) => asStorable(tag).trim().slice(0, TAG_LONGEST).toWellFormed().trim())
    .filter((tag) => tag !== "");
  const once = new Map(cut.toReversed().map((tag) => [foldTag(tag), tag]));
  return [...once.values()].toReversed().slice(0, TAGS_MOST);
}

function cleanNote({ note }: MaterialCard): MaterialCard["note"] {
  if (note === null) return null;
  const guid = asStorable(note.guid);
  const fits = guid !== "" && guid.length <= MAX_GUID_LENGTH && note.template >= 0 && note.template <= MAX_TEMPLATE;
  return fits ? { guid, template: note.template } : null;
}
