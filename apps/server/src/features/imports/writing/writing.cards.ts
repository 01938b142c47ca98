import type { Material, MaterialCard } from "@repasa/card-files/material.ts";
import { parseGapVariant } from "@repasa/card-text/variants.ts";
import { foldTag, SIDE_LONGEST, TAG_LONGEST, TAGS_MOST } from "@repasa/contract/cards.forms.ts";
import { asStorable, isStorable } from "@repasa/contract/fields.ts";

/** PostgreSQL's smallest integers. */
const TEMPLATE_MOST = 32_767;
const GUID_LONGEST = 1_000;

/**
 * A file's cards as the database takes them: without signs that it cannot hold, with tags as the contract wants them. What
 * is empty or too long was named by the reader and is left out here. `onCleaned` hears of each card whose sides had such signs.
 */
export function* cardsOf(material: Material, onCleaned: (front: string) => void = () => {}): Generator<MaterialCard> {
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
      tags: tagsOf(card.tags),
      note: noteOf(card),
    };
  }
}

function tagsOf(tags: readonly string[]): string[] {
  const cut = tags
    .map((tag) => asStorable(tag).trim().slice(0, TAG_LONGEST).toWellFormed().trim())
    .filter((tag) => tag !== "");
  const once = new Map(cut.toReversed().map((tag) => [foldTag(tag), tag]));
  return [...once.values()].toReversed().slice(0, TAGS_MOST);
}

function noteOf({ note }: MaterialCard): MaterialCard["note"] {
  if (note === null) return null;
  const guid = asStorable(note.guid);
  const fits = guid !== "" && guid.length <= GUID_LONGEST && note.template >= 0 && note.template <= TEMPLATE_MOST;
  return fits ? { guid, template: note.template } : null;
}
