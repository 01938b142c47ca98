// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReviewedCard } from "#features/cards/cards.memory.ts";
import { describeNextDates, describeRecall, explainPractice, explainWhyToday } from "#features/cards/cards.wording.ts";
import { addDays, daysBetween } from "#lib/local-date.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";

const TODAY = "2026-03-13";
const seen = (changes: Partial<ReviewedCard> = {}): ReviewedCard => ({
  lastDate: "2026-03-01",
  lastRating: "medium",
  dueDate: TODAY,
  recall: 0.89,
  ...changes,
});
const anatomy = { name: "Anatomía", date: "2026-12-12" };

describe("explainWhyToday", () => {
  const explain = (changes: Partial<ReviewedCard> | null, circumstances = {}) =>
    replaceNoBreakSpaces(
      explainWhyToday(changes === null ? null : seen(changes), {
        today: TODAY,
        retention: 0.9,
        ...circumstances,
      }),
    );

  it.each<[Partial<ReviewedCard> | null, string]>([
    [null, "Es nueva: todavía no la has visto."],
    [{}, "La viste hace 12 días y fue Medio: hoy la recordarías con un 89 % de probabilidad, y repasamos al 90 %."],
    // 90.41 % is shown as 90 %, so it counts as having fallen to the desired retention.
    [
      { recall: 0.9041 },
      "La viste hace 12 días y fue Medio: hoy la recordarías con un 90 % de probabilidad, y repasamos al 90 %.",
    ],
    // A card may be due before its recall has fallen to the desired retention, for example by a minimum interval.
    [
      { lastDate: "2026-03-10", recall: 0.962 },
      "La viste hace 3 días y fue Medio: le toca hoy, cuando la recordarías con un 96 % de probabilidad.",
    ],
    [
      { lastDate: "2026-03-12", lastRating: "hard", recall: 0.8 },
      "La viste ayer y fue Difícil: por eso vuelve hoy, cuando la recordarías con un 80 % de probabilidad.",
    ],
    [
      { lastDate: "2026-03-12", lastRating: "forgotten", recall: 0.72 },
      "La fallaste ayer: por eso vuelve hoy, cuando la recordarías con un 72 % de probabilidad.",
    ],
    [{ lastDate: "2026-03-12", lastRating: "forgotten", recall: null }, "La fallaste ayer: por eso vuelve hoy."],
    [
      { dueDate: "2026-03-09", recall: 0.81 },
      "La viste hace 12 días y fue Medio; le tocaba el 9 de marzo: hoy la recordarías con un 81 % de probabilidad, y repasamos al 90 %.",
    ],
    [
      { lastDate: "2026-03-11", lastRating: "forgotten", dueDate: "2026-03-12", recall: 0.6 },
      "La fallaste anteayer; le tocaba ayer: hoy la recordarías con un 60 % de probabilidad.",
    ],
    [{ lastDate: "2025-12-31", lastRating: "easy", recall: null }, "La viste hace 72 días y fue Fácil: le toca hoy."],
    [
      { lastDate: "2025-11-02", dueDate: "2025-12-30", lastRating: "easy", recall: null },
      "La viste hace 131 días y fue Fácil; le tocaba el 30 de diciembre de 2025.",
    ],
    // After crossing the date line, today may be the day before the review.
    [{ lastDate: "2026-03-14", recall: null }, "La viste hoy y fue Medio: le toca hoy."],
  ])("explains %o", (changes, text) => {
    expect(explain(changes)).toBe(text);
  });

  it("does not mention an unknown retention", () => {
    expect(explain({}, { retention: null })).toBe(
      "La viste hace 12 días y fue Medio: le toca hoy, cuando la recordarías con un 89 % de probabilidad.",
    );
  });

  it("names the exam that moved the due date forward", () => {
    expect(explain({}, { exam: anatomy })).toBe(
      "La viste hace 12 días y fue Medio: vuelve hoy porque tu examen «Anatomía» es en 274 días.",
    );
    expect(explain({}, { exam: { name: "Anatomía", date: "2026-03-14" } })).toMatch(
      / porque tu examen «Anatomía» es mañana\.$/,
    );
  });

  it("returns one complete sentence, whatever is known", () => {
    const card = fc.record<ReviewedCard>({
      lastDate: fc.integer({ min: 0, max: 800 }).map((days) => addDays(TODAY, -days)),
      lastRating: fc.constantFrom("easy", "medium", "hard", "forgotten"),
      dueDate: fc.integer({ min: -400, max: 365 }).map((days) => addDays(TODAY, days)),
      recall: fc.option(fc.double({ min: 0.001, max: 0.999, noNaN: true })),
    });
    const retention = fc.option(fc.double({ min: 0.7, max: 0.97, noNaN: true }));
    fc.assert(
      fc.property(card, retention, fc.option(fc.constant(anatomy), { nil: undefined }), (card, retention, exam) => {
        const text = replaceNoBreakSpaces(explainWhyToday(card, { today: TODAY, retention, exam }));
        expect(text).toMatch(/^La (viste|fallaste) .+[^.]\.$/);
        expect(text).not.toMatch(/undefined|null|NaN| {2}|\.\.|estabilidad/);
        if (card.dueDate <= TODAY) expect(text.match(/\. /)).toBeNull();
        if (text.includes("repasamos al")) {
          expect(card.recall ?? 1).toBeLessThan((retention ?? 0) + 0.01);
        }
      }),
    );
  });
});

describe("describeRecall", () => {
  const describeCard = (changes: Partial<ReviewedCard> = {}, more = {}) =>
    replaceNoBreakSpaces(
      describeRecall(seen({ lastDate: "2026-03-11", dueDate: "2026-03-20", recall: 0.96, ...changes }), {
        today: TODAY,
        retention: 0.9,
        ...more,
      }),
    );

  it("names the due date of a card that is not due, and the recall on that date", () => {
    expect(describeCard({}, { recallDue: 0.9 })).toBe(
      "La viste anteayer y fue Medio: hoy la recordarías con un 96 % de probabilidad. Vuelve el 20 de marzo, cuando quede un 90 %.",
    );
    expect(describeCard({ dueDate: "2026-03-14", lastRating: "forgotten", recall: null })).toBe(
      "La fallaste anteayer. Vuelve mañana.",
    );
  });

  it("names the exam that moved the due date forward", () => {
    expect(describeCard({ dueDate: "2026-12-09", recall: null }, { exam: anatomy, recallDue: 0.9 })).toBe(
      "La viste anteayer y fue Medio. Vuelve el 9 de diciembre porque tu examen «Anatomía» es en 274 días.",
    );
  });
});

it("explains the practice of a card that is not due by the student's request", () => {
  const circumstances = { today: TODAY, retention: 0.9 };
  expect(explainPractice(seen({ dueDate: "2027-01-02" }), circumstances)).toBe(
    "No le toca hasta el 2 de enero de 2027: la practicas porque lo has pedido.",
  );
  expect(explainPractice(null, circumstances)).toBe("Es nueva: todavía no la has visto.");
  expect(explainPractice(seen(), circumstances)).toMatch(/^La viste hace 12 días/);
});

it("names the due date that each rating would lead to", () => {
  expect(describeNextDates({ easy: 30, medium: 2, hard: 1 }, TODAY)).toBe(
    "Si pulsas Fácil volverá el 12 de abril; con Medio, pasado mañana; con Difícil, mañana.",
  );
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 365 }), (days) => {
      const [, day = "", , year] = /volverá el (\d+) de (\S+)(?: de (\d+))?;/.exec(
        describeNextDates({ easy: days, medium: 3, hard: 1 }, TODAY),
      ) ?? ["", ""];
      const date = addDays(TODAY, days);
      expect(Number(day)).toBe(Number(date.slice(8)));
      expect(year).toBe(date.startsWith("2026") ? undefined : date.slice(0, 4));
      expect(daysBetween(TODAY, date)).toBe(days);
    }),
  );
});
