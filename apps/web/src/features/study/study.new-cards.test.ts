import { expect, it } from "vitest";
import { newCardsNote } from "#features/study/study.new-cards.ts";

it("names the new cards that wait for another day, if there are any", () => {
  expect(newCardsNote(undefined)).toBeUndefined();
  expect(newCardsNote(0)).toBeUndefined();
  expect(newCardsNote(1)).toBe("1 nueva espera su día");
  expect(newCardsNote(1200)).toBe("1.200 nuevas esperan su día");
});
