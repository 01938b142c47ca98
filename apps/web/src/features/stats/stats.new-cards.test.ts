// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computePaces, describeAllAtOnce, describePace, recommendPace } from "#features/stats/stats.new-cards.ts";

describe("a daily number of new cards", () => {
  it("is described in days and minutes", () => {
    expect(computePaces(680).map(describePace)).toEqual([
      "68 días, unos 4 minutos al día con sus repasos",
      "34 días, unos 8 minutos al día con sus repasos",
      "17 días, unos 16 minutos al día con sus repasos",
    ]);
  });

  it.each([
    [101, 10],
    [450, 10],
    [451, 20],
    [900, 20],
    [901, 40],
    [5000, 40],
  ])("for %i unseen cards is recommended to be %i", (unseen, perDay) => {
    expect(recommendPace(unseen).perDay).toBe(perDay);
  });

  it("takes exactly as many days as all cards need", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (unseen) => {
        for (const { perDay, days, minutes } of computePaces(unseen)) {
          expect(days * perDay).toBeGreaterThanOrEqual(unseen);
          expect((days - 1) * perDay).toBeLessThan(unseen);
          expect(minutes).toBeGreaterThan(0);
        }
      }),
    );
  });

  it("is compared with seeing all cards at once", () => {
    expect([110, 411, 680, 900, 6000].map(describeAllAtOnce)).toEqual([
      "unos 15 minutos hoy, y luego sus repasos",
      "alrededor de una hora hoy, y luego sus repasos",
      "alrededor de una hora y media hoy, y luego sus repasos",
      "unas 2 horas hoy, y luego sus repasos",
      "unas 13 horas hoy, y luego sus repasos",
    ]);
  });
});
