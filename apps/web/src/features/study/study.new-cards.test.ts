import { expect, it } from "vitest";
import { newCardsNote } from "#features/study/study.new-cards.ts";

it("says nothing when nothing is held back", () => {
  expect(newCardsNote({ limit: null, pending: 9, brought: 0 })).toBeUndefined();
  expect(newCardsNote({ limit: 3, pending: 2, brought: 2 })).toBeUndefined();
  expect(newCardsNote({ limit: 3, pending: 0, brought: 0 })).toBeUndefined();
  // What is counted may be older than what is brought.
  expect(newCardsNote({ limit: 3, pending: 1, brought: 2 })).toBeUndefined();
});

it("says that the day's new cards are begun, and that the others stay", () => {
  const note = (limit: number) => newCardsNote({ limit, pending: 7, brought: 0 });
  expect(note(3)).toBe("Hoy ya has empezado tus 3 cartas nuevas. El resto sigue pendiente.");
  expect(note(1)).toBe("Hoy ya has empezado tu carta nueva. El resto sigue pendiente.");
  expect(note(0)).toBe("Has elegido no empezar cartas nuevas. Siguen pendientes.");
});

it("says how many may still be begun", () => {
  const note = (brought: number) => newCardsNote({ limit: 3, pending: 7, brought });
  expect(note(2)).toBe("Hoy puedes empezar 2 cartas nuevas. El resto sigue pendiente.");
  expect(note(1)).toBe("Hoy puedes empezar 1 carta nueva. El resto sigue pendiente.");
});
