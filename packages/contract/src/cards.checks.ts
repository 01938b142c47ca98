import { gapNumbers, MAX_GAPS } from "@repasa/card-text/gaps.ts";
import * as z from "zod/mini";
import { CARD_SIDES_REQUIRED } from "#cards.limits.ts";

export const GAP_NUMBERS = `Los números de los huecos van del 1 al ${MAX_GAPS}`;

type Format = "plain" | "markdown";
type Sides = { front: string; back: string };

/** Returns whether a card's sides make a question: the back may be empty only if the front has gaps. */
export function hasSides({ front, back }: Sides, format: Format): boolean {
  return back !== "" || (format === "markdown" && gapNumbers(front).length > 0);
}

/** Returns whether all gaps of a card have valid numbers, so that each number makes a card. */
export function hasValidGaps({ front }: Pick<Sides, "front">, format: Format): boolean {
  return format === "plain" || gapNumbers(front).every((number) => number >= 1 && number <= MAX_GAPS);
}

/**
 * Returns the checks that concern the front and the back together.
 *
 * @param defaultFormat The format of a form that names none.
 * @param isComplete Returns whether the sides of a form are those that the card gets.
 */
export function createSideChecks<Fields extends Sides & { format?: Format | undefined }>(
  defaultFormat: Format,
  isComplete: (fields: Fields) => boolean = () => true,
) {
  // These checks also run when the front itself is invalid: it may then be a value of any type.
  const hasText = ({ front }: Fields) => typeof front === "string";
  return [
    z.refine<Fields>(
      (fields) =>
        fields.back !== "" ||
        !isComplete(fields) ||
        (hasText(fields) && hasSides(fields, fields.format ?? defaultFormat)),
      {
        path: ["back"],
        error: CARD_SIDES_REQUIRED,
        // Runs even if the front is invalid, so that a form shows all problems at once.
        when: ({ value }) => typeof value === "object" && value !== null,
      },
    ),
    z.refine<Fields>(
      (fields) => !hasText(fields) || !isComplete(fields) || hasValidGaps(fields, fields.format ?? "plain"),
      { path: ["front"], error: GAP_NUMBERS },
    ),
  ] as const;
}
