// @vitest-environment node
import { expect, it } from "vitest";
import { formatCostly, formatSpent } from "#features/cards/costly/costly.wording.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";

const costly = (count: number, share: number) => {
  return { cards: Array.from({ length: count }, (_, id) => ({ id, spentMs: 1, reviews: 3 })), share };
};

it.each([
  [3, 0.25, "3 cartas te han costado un cuarto del tiempo"],
  [3, 0.269, "3 cartas te han costado un cuarto del tiempo"],
  [1, 0.3, "1 carta te ha costado más de un cuarto del tiempo"],
  [2, 1 / 3, "2 cartas te han costado un tercio del tiempo"],
  [2, 0.4, "2 cartas te han costado más de un tercio del tiempo"],
  [1, 0.5, "1 carta te ha costado la mitad del tiempo"],
  [1, 0.8, "1 carta te ha costado más de la mitad del tiempo"],
])("%i cards that took %f of the time are: %s", (count, share, text) => {
  expect(replaceNoBreakSpaces(formatCostly(costly(count, share)))).toBe(text);
});

it("says what one of them has taken", () => {
  const text = formatSpent({ id: 1, spentMs: 372_000, reviews: 9 });
  expect(replaceNoBreakSpaces(text)).toBe("Te ha costado 6 min en 9 repasos de las últimas 4 semanas.");
});
