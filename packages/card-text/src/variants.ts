// A text may make several cards. Their variants tell them apart: "c3" asks for gap 3, "reverse" asks for what the back shows,
// and null is the card of a text that makes no others, or the counterpart of a reversed one.

/** The variant of the card that asks for what the back shows. */
export const REVERSE = "reverse";

/** Returns the variant of the card that asks for a gap. */
export function formatGapVariant(number: number): string {
  return `c${number}`;
}

/** Returns the number of the gap that a card of this variant asks for; null for all other cards. */
export function parseGapVariant(variant: string | null): number | null {
  return variant !== null && /^c[1-9]\d{0,2}$/.test(variant) ? Number(variant.slice(1)) : null;
}
