// Reads the properties of a note apart from its fields: deck, tags and special fields.
import { foldTag, MAX_TAG_LENGTH, MAX_TAGS } from "@repasa/contract/cards.limits.ts";
import type { LossCounter } from "#losses.ts";
import type { CardRow, Note } from "./collection.ts";
import type { NoteType } from "./note-types.ts";

const MAX_FOLDER_LENGTH = 255;

/** Converts a deck's name: `A::B` becomes `A / B`, and a deck without a name null. */
export function deckToFolder(deck: string): string | null {
  const parts = deck.split("::").map((part) => part.replace(/\s+/g, " ").trim());
  const name = parts.filter((part) => part !== "").join(" / ");
  return name === "" ? null : name.slice(0, MAX_FOLDER_LENGTH).toWellFormed().trim();
}

/** Returns the tags of a note, which Anki separates by white space, as `selectTags` does. */
export function readTags({ tags }: Pick<Note, "tags">, losses: LossCounter): string[] {
  return selectTags(tags.split(/[\s\u3000]+/), losses);
}

/** Returns the tags that fit a card, each once, and reports the others. */
export function selectTags(tags: readonly string[], losses: LossCounter): string[] {
  const all = [
    ...new Map(
      tags
        .map((tag) => tag.trim())
        .filter(Boolean)
        .map((tag) => [foldTag(tag), tag]),
    ).values(),
  ];
  const short = all.filter((tag) => tag.length <= MAX_TAG_LENGTH);
  const lost = all.find((tag) => tag.length > MAX_TAG_LENGTH) ?? short[MAX_TAGS];
  if (lost !== undefined) losses.add("excessTags", 1, lost);
  return short.slice(0, MAX_TAGS);
}

/** Returns the first words of a note, so that people can find it. */
export function createSample({ fields }: Pick<Note, "fields">): string {
  for (const field of fields) {
    const words = field
      .slice(0, 2000)
      .replace(/<[^<>]*>/g, " ")
      .replace(/&nbsp;|\s+/g, " ")
      .trim();
    if (words !== "") return words;
  }
  return "";
}

/**
 * Returns Anki's special fields, such as `Subdeck`, by name. Their texts are escaped for HTML, because templates insert them.
 *
 * @param template The name of the card's template.
 * @param deck The full name of its deck, `A::B`.
 */
export function createSpecialFields(
  note: Note,
  type: NoteType,
  template: string,
  deck: string,
  row: CardRow,
): ReadonlyMap<string, string> {
  const values = {
    Tags: note.tags.trim(),
    Type: type.name,
    Deck: deck,
    Subdeck: deck.split("::").at(-1) ?? "",
    CardID: String(row.id),
    Card: template,
    CardFlag: (row.flags & 7) === 0 ? "" : `flag${row.flags & 7}`,
  };
  return new Map(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]));
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
