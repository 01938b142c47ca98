import { findGaps } from "@repasa/card-text/gaps.ts";
import type { CardVersion } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { type CardSide, createSide } from "#features/cards/text/text.sides.ts";
import { endpointQuery } from "#lib/query.ts";

/** What an edit can replace, of a card or of a version. */
export type EditedTexts = Pick<CardVersion, "front" | "back" | "tags" | "format">;

const fields = ["front", "back", "tags", "format"] as const satisfies readonly (keyof EditedTexts)[];

/** Reloaded on each visit, because other devices edit the card, too. */
export const versionsQuery = (cardId: number) =>
  endpointQuery(cardEndpoints.versions, { params: { id: cardId } }, { staleTime: 0 });

/** Returns the fields in which two texts differ. The order of tags does not matter. */
export function findDifferences(one: EditedTexts, other: EditedTexts): ReadonlySet<keyof EditedTexts> {
  return new Set(fields.filter((field) => toComparable(one[field]) !== toComparable(other[field])));
}

function toComparable(value: string | readonly string[]): string {
  return typeof value === "string" ? value : JSON.stringify(value.toSorted());
}

/** Returns a text to be drawn. One with gaps is shown as typed, because it may differ from another in its gaps alone. */
export function createVersionSide(text: string, format: CardVersion["format"]): CardSide {
  return findGaps(text).length > 0 ? { text, format: "plain" } : createSide(text, format);
}
