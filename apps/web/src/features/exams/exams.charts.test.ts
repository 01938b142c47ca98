// @vitest-environment node
import type { CourseDay } from "@repasa/contract/exams.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compareWithForecast, computeCourseAxis } from "#features/exams/exams.course.ts";
import {
  describeSufficientPace,
  describeToday,
  describeUnseenCards,
  describeUsualDay,
} from "#features/exams/exams.wording.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";

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
  expect(describeUnseenCards({ missed: 5, limit: null, enough: null }), "in a break until the exam").toBe(
    "Con tus pausas no verás 5 cartas antes del examen.",
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

it("mentions the longest day where it takes at least twice as long as usual", () => {
  const plan = (minutes: number[]) =>
    minutes.map((each) => ({ date: "2026-03-10", reviews: 1, newCards: 0, minutes: each }));
  expect(describeUsualDay(plan([3, 1, 1, 1, 4.8]))).toMatch(/^Unos 2 minutos al día, y hasta 5 los días que más,/);
  expect(describeUsualDay(plan([1, 1, 1, 2.4]))).toMatch(/^Un minuto al día, si los días/);
  expect(describeUsualDay(plan([10, 12]))).toMatch(/^Unos 11 minutos al día, si los días/);
});

it("sets the recall axis so that the lines stay inside and use at least half of its height", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const day = fc.tuple(share, share, share, share).map(([one, two, three, ifStopped]): CourseDay => {
    const [low = 0, mean = 0, high = 0] = [one, two, three].sort((a, b) => a - b);
    return { date: "2026-03-10", low, mean, high, ifStopped };
  });
  fc.assert(
    fc.property(fc.array(day, { minLength: 2, maxLength: 5 }), (course) => {
      const { floor, top } = computeCourseAxis(course);
      const values = course.flatMap(({ low, high, ifStopped }) => [low, high, ifStopped]);
      const [lowest, highest] = [Math.min(...values), Math.max(...values)];
      expect(floor).toBeGreaterThanOrEqual(0);
      expect(floor).toBeLessThanOrEqual(lowest);
      expect(top).toBeGreaterThanOrEqual(highest - 1e-9);
      expect(top).toBeLessThanOrEqual(1);
      // The ends are steps of five points, at least two of them apart.
      if (highest - lowest > 0.11) expect((highest - lowest) / (top - floor)).toBeGreaterThan(0.5);
    }),
  );
  const course = [{ date: "2026-03-10", low: 0.92, mean: 0.95, high: 0.97, ifStopped: 0.93 }];
  expect(computeCourseAxis(course).floor).toBeCloseTo(0.9);
});

it("sets the score of a quiz beside what the forecast says of all cards, today and on the exam's day", () => {
  const quiz = { date: "2026-03-10", right: 4, of: 20, share: 0.2, low: 0.1, high: 0.4 };
  const day = { date: "2026-03-12", low: 0.2, mean: 0.22, high: 0.24, ifStopped: 0.22 };
  const expected = { mean: 0.94, low: 0.9, high: 0.97 };
  const compare = (course: CourseDay[]) => replaceNoBreakSpaces(compareWithForecast(quiz, { course, expected }));
  expect(compare([day])).toBe(
    "En el test del 10 de marzo acertaste 4 de 20; vistas ya las respuestas, hoy recordarías el 22 % de todas las cartas, y el día del examen, con el plan, el 94 %.",
  );
  expect(compare([])).toBe(
    "En el test del 10 de marzo acertaste 4 de 20; el día del examen, con el plan, el 94 % de todas las cartas.",
  );
});
