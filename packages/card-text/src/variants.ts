// A text may make several cards, which their variants distinguish: "c3" asks for gap 3, "reverse" has the sides of
// its sibling exchanged, and null is the only card of a text, or that sibling.

/** The variant of a card that has the sides of its sibling exchanged. */
export const REVERSE = "reverse";

/** Returns the variant of the card that asks for a gap, "c3" for gap 3. */
export function formatGapVariant(number: number): string {
  return `c${number}`;
}

/** Returns the number of the gap that a card of this variant asks for; null for all other cards. */
export function parseGapVariant(variant: string | null): number | null {
  return variant !== null && /^c[1-9]\d{0,2}$/.test(variant) ? Number(variant.slice(1)) : null;
}
