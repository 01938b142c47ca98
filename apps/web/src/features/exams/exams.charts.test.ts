import { expect, it } from "vitest";
import { describeSufficientPace, describeToday, describeUnseenCards } from "#features/exams/exams.wording.ts";

it("describes how many cards the daily number of new cards leaves unseen, and which number is sufficient", () => {
  expect(describeUnseenCards({ missed: 23, limit: 10, enough: 13 })).toBe(
    "Con 10 cartas nuevas al día no verás 23 antes del examen.",
  );
  expect(describeUnseenCards({ missed: 1200, limit: 1, enough: 200 })).toBe(
    "Con 1 carta nueva al día no verás 1.200 antes del examen.",
  );
  expect(describeUnseenCards({ missed: 4, limit: 0, enough: 1 })).toBe(
    "Sin cartas nuevas no verás 4 antes del examen.",
  );
  expect(describeSufficientPace(13)).toBe("Con 13 cartas nuevas al día las verás todas antes del examen.");
  expect(describeSufficientPace(null)).toBe("Sin límite de cartas nuevas las verás todas antes del examen.");
});

it("describes the cards planned for today", () => {
  const day = { date: "2026-03-10", reviews: 20, newCards: 3, minutes: 5.2 };
  expect(describeToday({ plan: [day] })).toBe("Hoy: 23 cartas, unos 5 minutos");
  expect(describeToday({ plan: [{ ...day, reviews: 0, newCards: 0, minutes: 0 }] })).toBe("Hoy no toca nada.");
  expect(describeToday({ plan: [] })).toBe("Hoy es el día. Suerte.");
});
