// @vitest-environment node
import type { Memory } from "@repasa/contract/progress.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildHeatWeeks,
  computeYearStart,
  computeYearTotals,
  createHeatScale,
  getMonday,
  placeMonthLabels,
} from "#features/progress/progress.calendar.ts";
import {
  computeAxisFloor,
  computeCalibration,
  describeCalibration,
  describeMissingReviews,
  formatRange,
  selectDrawnPredictions,
} from "#features/progress/progress.calibration.ts";
import { mergeExamLoad, selectComingDays, selectExamMarks } from "#features/progress/progress.forecast.ts";
import { describeMemory } from "#features/progress/progress.memory.ts";
import {
  computeOverallRecall,
  computeRecallFloor,
  computeRecallWeeks,
  isWeekDrawn,
  selectLineWeeks,
} from "#features/progress/progress.retention.ts";
import { describeLongestStreak } from "#features/progress/progress.streak.ts";
import { computeStudyTimes, computeWeekTimes } from "#features/progress/progress.time.ts";
import { formatDuration } from "#lib/duration.ts";
import { addDays } from "#lib/local-date.ts";
import { longDay, percent, shortDay } from "#lib/wording.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";

const day = (date: string, count: number, minutes = 0) => ({ date, count, durationMs: minutes * 60_000 });
const anyDate = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays("2000-01-01", days));

it.each([
  [{ currentStreak: 0, longestStreak: 0 }, "Una carta basta para empezar."],
  [{ currentStreak: 0, longestStreak: 4 }, "La mejor fue de 4 días."],
  [{ currentStreak: 1, longestStreak: 1 }, "Acaba de empezar."],
  [{ currentStreak: 7, longestStreak: 7 }, "Es la mejor que has tenido."],
])("compares a streak of %o with the longest one", (streak, text) => {
  expect(describeLongestStreak(streak)).toBe(text);
});

describe("describeMemory", () => {
  const memory = { on: true, reviews: 1834, needed: 1000, learned: null };
  const learned = { at: "2026-03-10T12:00:00.000Z", own: true, before: 0.058, after: 0.041 };
  const textOf = (change: Partial<Memory>) => describeMemory({ ...memory, ...change }).text;

  it("counts the reviews until the memory is learned, and then announces it", () => {
    expect(textOf({ reviews: 0 })).toMatch(/Llevas 0\. Cuentan los de cartas que vuelven otro día/);
    expect(textOf({ reviews: 1003 })).toBe("Llevas 1.003 repasos: muy pronto habremos aprendido cómo olvidas tú.");
  });

  it("treats errors as equal if their difference may be chance", () => {
    expect(textOf({ learned: { ...learned, before: 0.044 } })).toMatch(/en 4 de cada 100, igual que antes\.$/);
    expect(textOf({ learned: { ...learned, after: 0.061, before: 0.052 } })).toMatch(
      /en 6 de cada 100; antes, en 5\.$/,
    );
  });

  it("states that a learned memory is not in use", () => {
    expect(textOf({ learned: { ...learned, own: false } })).toMatch(/^De momento, /);
    expect(describeMemory({ ...memory, on: false, learned })).toEqual({
      title: "Tu memoria",
      text: "El calendario no se ajusta a tu memoria: sigue la de la mayoría.",
    });
  });
});

describe("the year of the heat map", () => {
  it("contains 53 weeks from Monday on, each day once, and ends today", () => {
    fc.assert(
      fc.property(anyDate, (today) => {
        const weeks = buildHeatWeeks(today, []);
        const dates = weeks.flatMap(({ days }) => days.map(({ date }) => date));
        expect(weeks).toHaveLength(53);
        expect(weeks.every(({ monday, days }) => monday === days[0]?.date && getMonday(monday) === monday)).toBe(true);
        expect(weeks.slice(0, -1).every(({ days }) => days.length === 7)).toBe(true);
        expect(dates[0]).toBe(computeYearStart(today));
        expect(dates.at(-1)).toBe(today);
        expect(new Set(dates).size).toBe(dates.length);
        expect(dates.length).toBeGreaterThan(364);
      }),
    );
  });

  it("contains each day's reviews and omits those outside of the year", () => {
    const today = "2026-09-16";
    const weeks = buildHeatWeeks(today, [
      day("2025-01-01", 9),
      day("2026-09-14", 3),
      day(today, 12, 5),
      day("2026-09-17", 4),
    ]);
    expect(weeks.at(-1)?.days.map(({ count }) => count)).toEqual([3, 0, 12]);
    expect(computeYearTotals(weeks)).toEqual({ days: 2, reviews: 15 });
  });

  it("marks the days of breaks, unless something was studied", () => {
    const weeks = buildHeatWeeks("2026-09-16", [day("2026-09-14", 3)], [{ from: "2026-09-13", to: "2026-09-15" }]);
    const resting = weeks.flatMap(({ days }) => days).filter((one) => one.resting);
    expect(resting.map(({ date }) => date)).toEqual(["2026-09-13", "2026-09-15"]);
  });

  it("assigns levels by quartiles of the student's own days, even with an outlier", () => {
    const level = createHeatScale([1, 2, 3, 4, 5, 6, 7, 5000]);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 5000].map(level)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(createHeatScale([])(0)).toBe(0);
    expect(createHeatScale([7])(7)).toBe(1);
    expect(createHeatScale([5, 5, 5])(5)).toBe(1);
  });

  it("labels each month where it begins, without overlapping labels", () => {
    fc.assert(
      fc.property(anyDate, (today) => {
        const marks = placeMonthLabels(buildHeatWeeks(today, []));
        expect(marks.length).toBeGreaterThan(10);
        for (const [index, { week }] of marks.entries())
          expect((marks[index + 1]?.week ?? 53) - week).toBeGreaterThan(2);
      }),
    );
    expect(
      placeMonthLabels(buildHeatWeeks("2026-09-30", []))
        .map(({ label }) => label)
        .slice(-3),
    ).toEqual(["jul", "ago", "sept"]);
  });
});

describe("time studied", () => {
  it.each([
    [0, "0 min", "0 minutos"],
    [20_000, "menos de 1 min", "menos de 1 minuto"],
    [60_000, "1 min", "1 minuto"],
    [59.6 * 60_000, "1 h", "1 hora"],
    [200 * 60_000, "3 h 20 min", "3 horas y 20 minutos"],
    [120 * 60_000, "2 h", "2 horas"],
    [1234 * 3_600_000, "1234 h", "1234 horas"],
  ])("of %i ms reads %s", (milliseconds, short, long) => {
    expect(replaceNoBreakSpaces(formatDuration(milliseconds))).toBe(short);
    expect(replaceNoBreakSpaces(formatDuration(milliseconds, "long"))).toBe(long);
  });

  it("is totalled for today, since Monday, and overall", () => {
    // The 16th is a Wednesday.
    const activity = [
      day("2026-01-01", 1, 60),
      day("2026-09-13", 1, 8),
      day("2026-09-14", 1, 4),
      day("2026-09-16", 1, 2),
    ];
    const inMinutes = Object.entries(computeStudyTimes("2026-09-16", activity)).map(([name, ms]) => [
      name,
      ms / 60_000,
    ]);
    expect(Object.fromEntries(inMinutes)).toEqual({ today: 2, week: 6, total: 74 });
    expect(computeWeekTimes("2026-09-16", activity, 3)).toEqual([
      { monday: "2026-08-31", durationMs: 0 },
      { monday: "2026-09-07", durationMs: 8 * 60_000 },
      { monday: "2026-09-14", durationMs: 6 * 60_000 },
    ]);
  });
});

describe("retention", () => {
  const weeks = [
    { from: "2026-08-31", reviews: 10, recalled: 9, predicted: 0.8 },
    { from: "2026-09-14", reviews: 30, recalled: 15, predicted: 0.9 },
  ];

  it("is null in a week without reviews", () => {
    expect(computeRecallWeeks(weeks)).toEqual([
      { monday: "2026-08-31", reviews: 10, recalled: 0.9, predicted: 0.8 },
      { monday: "2026-09-07", reviews: 0, recalled: null, predicted: null },
      { monday: "2026-09-14", reviews: 30, recalled: 0.5, predicted: 0.9 },
    ]);
    expect(computeRecallWeeks([])).toEqual([]);
  });

  it("is drawn from ten reviews a week on, with a line over weeks of fewer and a break at weeks without any", () => {
    const counts = [12, 9, 0, 1, 10];
    const all = computeRecallWeeks(
      counts.map((reviews, index) => ({
        from: addDays("2026-08-31", 7 * index),
        reviews,
        recalled: reviews,
        predicted: 0.9,
      })),
    );
    expect(all.filter(isWeekDrawn).map(({ reviews }) => reviews)).toEqual([12, 10]);
    expect(selectLineWeeks(all).map(({ reviews }) => reviews)).toEqual([12, 0, 10]);
  });

  it("weights each review equally in the total", () => {
    expect(computeOverallRecall(weeks)).toEqual({ reviews: 40, recalled: 0.6, predicted: expect.closeTo(0.875, 10) });
    expect(computeOverallRecall([])).toBeNull();
  });

  it("is drawn from a tenth below the lowest week, and never as a flat line at the bottom", () => {
    expect(computeRecallFloor(computeRecallWeeks(weeks))).toBe(0.4);
    expect(
      computeRecallFloor(computeRecallWeeks([{ from: "2026-08-31", reviews: 1, recalled: 1, predicted: 0.99 }])),
    ).toBe(0.8);
    expect(
      computeRecallFloor(computeRecallWeeks([{ from: "2026-08-31", reviews: 1, recalled: 0, predicted: 0.9 }])),
    ).toBe(0);
  });
});

describe("calibration", () => {
  const bin = (from: number, to: number, reviews: number, recalled: number, predicted: number) => ({
    from,
    to,
    reviews,
    recalled,
    predicted,
  });
  const bins = [bin(0, 0.5, 2, 0, 0.4), bin(0.85, 0.9, 100, 80, 0.87), bin(0.9, 0.95, 300, 276, 0.918)];
  const calibrationOf = (list = bins) => {
    const calibration = computeCalibration(list);
    if (!calibration) throw new Error("there are enough reviews");
    return calibration;
  };

  it("returns the bin with the most reviews, and the mean deviation from the predictions", () => {
    const { reviews, usual, deviation } = calibrationOf();
    expect({ reviews, usual }).toEqual({
      reviews: 402,
      usual: { from: 0.9, to: 0.95, reviews: 300, recalled: 0.92, predicted: 0.918 },
    });
    expect(deviation).toBeCloseTo((2 * 0.4 + 100 * 0.07 + 300 * 0.002) / 402, 12);
    expect(replaceNoBreakSpaces(describeCalibration(calibrationOf()))).toBe(
      "Cuando esperábamos un 92 %, recordaste el 92 %. De media, la previsión se desvía 2 puntos.",
    );
    expect(replaceNoBreakSpaces(describeCalibration(calibrationOf([bin(0.9, 0.95, 100, 91, 0.9)])))).toMatch(
      /se desvía 1 punto\.$/,
    );
    expect(replaceNoBreakSpaces(describeCalibration(calibrationOf([bin(0.9, 0.95, 100, 91, 0.91)])))).toMatch(
      /se desvía menos de 1 punto\.$/,
    );
  });

  it("describes how many reviews are missing until there are enough", () => {
    expect(computeCalibration([])).toBeNull();
    expect(computeCalibration([bin(0.9, 0.95, 49, 40, 0.92)])).toBeNull();
    expect(computeCalibration([bin(0.9, 0.95, 50, 40, 0.92)])).not.toBeNull();
    expect(describeMissingReviews(0)).toBe(
      "Cuando tus cartas vuelvan, aquí verás si recuerdas tantas como esperábamos.",
    );
    expect(describeMissingReviews(1)).toMatch(/^Con 49 repasos más verás .*; por ahora hay 1 repaso que comparar\.$/);
    expect(describeMissingReviews(49)).toMatch(/^Con 1 repaso más .*; por ahora hay 49 repasos que comparar\.$/);
  });

  it("draws the bins with enough reviews, within the axes", () => {
    expect(selectDrawnPredictions(calibrationOf()).map(({ from }) => from)).toEqual([0.85, 0.9]);
    const share = fc.double({ min: 0.001, max: 0.999, noNaN: true });
    const lists = fc.array(fc.record({ reviews: fc.integer({ min: 1, max: 900 }), share, predicted: share }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(lists, (list) => {
        const calibration = computeCalibration(
          list.map(({ reviews, share, predicted }, index) =>
            bin(index / 8, (index + 1) / 8, reviews, Math.round(share * reviews), predicted),
          ),
        );
        if (!calibration) return;
        const drawn = selectDrawnPredictions(calibration);
        const floor = computeAxisFloor(drawn);
        expect(drawn.length).toBeGreaterThan(0);
        expect(calibration.deviation).toBeLessThanOrEqual(1);
        expect(floor).toBeGreaterThanOrEqual(0);
        expect(floor).toBeLessThan(1);
        for (const { predicted, recalled } of drawn)
          expect(Math.min(predicted, recalled)).toBeGreaterThanOrEqual(floor);
      }),
    );
  });

  it("formats the ranges of its bins", () => {
    const names = [bin(0, 0.5, 1, 1, 0), bin(0.85, 0.9, 1, 1, 0), bin(0.95, 1, 1, 1, 0)].map(formatRange);
    expect(names.map(replaceNoBreakSpaces)).toEqual(["Menos del 50 %", "85–90 %", "95–100 %"]);
  });
});

describe("the wording", () => {
  it("writes dates and percentages in Spanish", () => {
    expect(shortDay("2026-09-14")).toBe("14 sept");
    expect(longDay("2026-09-14")).toBe("lunes, 14 de septiembre de 2026");
    expect(replaceNoBreakSpaces(percent(0.914))).toBe("91 %");
  });
});

describe("the coming days with an exam", () => {
  const days = Array.from({ length: 10 }, (_, index) => ({ date: addDays("2026-03-02", index), count: 0, asked: 8 }));
  const estimate = (cards: number) => ({ cards, minutes: cards / 6 });
  const load = {
    exams: [
      { id: 1, name: "Anatomía", date: "2026-03-03" },
      { id: 2, name: "Lejano", date: "2026-04-01" },
    ],
    until: "2026-04-01",
    extraMinutes: 0,
    busiest: null,
    days: days.map(({ date }) => ({ date, withExams: estimate(10.2), without: estimate(12) })),
  };

  it("are as many as each day asks for a week, of which the exam's part is estimated, and then as estimated", () => {
    const merged = mergeExamLoad(days, load).map(({ count, without }) => [count, without]);
    expect(merged).toEqual([[8, 8], ...Array(7).fill([8, 10]), [10, 12], [10, 12]]);
  });

  it("name the exams that are among them", () => {
    const merged = mergeExamLoad(days, load);
    expect(selectExamMarks(load.exams, merged)).toEqual([{ date: "2026-03-03", label: "Examen Anatomía" }]);
    const week = selectComingDays(merged, load.exams).map(({ label, count, exams }) => [label, count, ...exams]);
    expect(week.slice(0, 3)).toEqual([
      ["Hoy", 8],
      ["Mañana", 8, "Examen Anatomía"],
      ["Miércoles 4", 8],
    ]);
    expect(week).toHaveLength(7);
  });
});
