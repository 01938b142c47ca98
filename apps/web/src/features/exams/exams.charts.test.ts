import type { ExamLoad, ExamOutcome } from "@repasa/contract/exams.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { courseFloor, courseReadout, courseText, courseTitle } from "#features/exams/exams.course.ts";
import {
  costText,
  examLabel,
  foretoldText,
  shownText,
  todayText,
  usualDayText,
  verdictText,
} from "#features/exams/exams.wording.ts";
import { addDays } from "#lib/local-date.ts";

/** Intl writes no-break spaces between numbers and units. */
const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, " ") ?? null;
const TODAY = "2026-11-22";
const day = (mean: number, low: number, high: number, ifStopped: number, date = TODAY) => ({
  date,
  mean,
  low,
  high,
  ifStopped,
});

describe("the course until an exam", () => {
  const course = [day(0.571, 0.55, 0.59, 0.571), day(0.98, 0.958, 0.992, 0.514, "2026-12-12")];

  it("is told day by day and in one sentence", () => {
    const last = course[1] as (typeof course)[number];
    expect(plain(courseReadout(last))).toBe("12 dic: 98 % (96–99 %), o 51 % si lo dejas hoy");
    expect(plain(courseText(last))).toBe(
      "sábado, 12 de diciembre: 98 %, entre el 96 % y el 99 %; si lo dejas hoy, 51 %",
    );
    expect(plain(courseTitle(course))).toBe(
      "Lo que recordarías de todas las cartas: hoy el 57 % y el día del examen el 98 %, entre el 96 % y el 99 %. Si lo dejas hoy, ese día el 51 %.",
    );
  });

  it("is drawn from a quarter of the scale on, with room below everything", () => {
    expect(courseFloor(course)).toBe(0.25);
    expect(courseFloor([day(0.9, 0.8, 0.95, 0.7)])).toBe(0.5);
    expect(courseFloor([day(0, 0, 0, 0)])).toBe(0);
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(share, share), { minLength: 1 }), (pairs) => {
        const floor = courseFloor(pairs.map(([low, ifStopped]) => day(low, low, low, ifStopped)));
        expect([0, 0.25, 0.5]).toContain(floor);
        for (const [low, ifStopped] of pairs) expect(Math.min(low, ifStopped)).toBeGreaterThanOrEqual(floor);
      }),
    );
  });
});

describe("what the days ask for", () => {
  const plan = (...minutes: number[]) =>
    minutes.map((each, i) => ({ date: addDays(TODAY, i), reviews: 6 * each, newCards: 0, minutes: each }));

  it("names the usual day, and the longest if it is another thing", () => {
    expect(usualDayText(plan(3, 4, 3))).toBe("Unos 3 minutos al día, si los días se parecen a los últimos.");
    expect(usualDayText(plan(0.2))).toBe("Menos de un minuto al día, si los días se parecen a los últimos.");
    expect(usualDayText(plan(3, 3, 3, 3, 3, 16.4))).toBe(
      "Unos 5 minutos al día, y hasta 16 los días que más, si los días se parecen a los últimos.",
    );
    // Twice as long as usual, and short all the same.
    expect(usualDayText(plan(1, 1, 1, 4))).not.toMatch(/hasta/);
  });

  it("says what today asks", () => {
    expect(todayText({ plan: plan(2, 3) })).toBe("Hoy: 12 cartas, unos 2 minutos");
    expect(todayText({ plan: plan(0) })).toBe("Hoy no toca nada.");
    expect(todayText({ plan: [] })).toBe("Hoy es el día. Suerte.");
  });
});

describe("what exams cost", () => {
  const cards = (count: number) => ({ cards: count, minutes: count / 6 });
  const load = (change: Partial<ExamLoad>): ExamLoad => ({
    exams: [{ id: 1, name: "Anatomía", date: "2026-12-12" }],
    until: "2026-12-12",
    extraMinutes: 6.2,
    busiest: { date: "2026-12-11", withExams: cards(20), without: cards(18) },
    days: [{ date: TODAY, withExams: cards(9), without: cards(9) }],
    ...change,
  });

  it("is added or saved, or next to nothing", () => {
    const until = "hasta el 12 de diciembre";
    expect(costText(load({}))).toBe(`El examen «Anatomía» suma unos 6 minutos al día ${until}.`);
    expect(costText(load({ extraMinutes: -2 }))).toBe(
      `El examen «Anatomía» te ahorra unos 2 minutos al día ${until}, porque hasta los últimos días sus cartas vuelven más espaciadas.`,
    );
    expect(costText(load({ extraMinutes: -0.6 }))).toMatch(/ te ahorra un minuto al día /);
    expect(costText(load({ extraMinutes: 0.4 }))).toBe("El examen «Anatomía» apenas cambia lo que estudias al día.");
  });

  it("names the busiest day only where exams make it another", () => {
    const busiest = { date: "2026-12-11", withExams: cards(114.6), without: cards(40) };
    expect(costText(load({ extraMinutes: 0.2, busiest }))).toBe(
      "El examen «Anatomía» apenas cambia lo que estudias al día. El día más lleno será el 11 de diciembre, con unas 115 cartas.",
    );
    const few = { date: "2026-12-11", withExams: cards(9), without: cards(2) };
    expect(costText(load({ busiest: few }))).not.toMatch(/más lleno/);
  });

  it("is told of several together, without today's and without those that have no cards", () => {
    const exams = [
      { id: 1, name: "Hoy", date: TODAY },
      { id: 2, name: "Uno", date: "2026-12-01" },
      { id: 3, name: "Otro", date: "2026-12-12" },
      { id: 4, name: "Vacío", date: "2026-12-20" },
    ];
    expect(costText(load({ exams }))).toBe("Tus 2 exámenes suman unos 6 minutos al día hasta el 12 de diciembre.");
    expect(costText(load({ exams, extraMinutes: 0 }))).toBe("Tus 2 exámenes apenas cambian lo que estudias al día.");
    expect(costText(load({ exams: exams.slice(0, 1), until: null, days: [] }))).toBeNull();
  });

  it("calls a day by its exam", () => {
    expect(examLabel({ name: "Anatomía" })).toBe("Examen Anatomía");
    expect(examLabel({ name: "Examen final" })).toBe("Examen final");
    expect(examLabel({ name: "exámenes de junio" })).toBe("exámenes de junio");
  });
});

describe("what became of an exam", () => {
  const foretold = { on: "2026-11-19", mean: 0.94, low: 0.9, high: 0.97 };
  const outcome = (reviews: number, recalled: number): ExamOutcome => ({
    foretold,
    reviews,
    recalled,
    predicted: reviews === 0 ? null : 0.91,
  });

  it("says what was foretold, or why nothing was", () => {
    expect(plain(foretoldText(outcome(0, 0)))).toBe(
      "El 19 nov se esperaba que recordaras el 94 % de las cartas, entre el 90 % y el 97 %.",
    );
    expect(foretoldText({ foretold: null })).toMatch(/^No se guardó ninguna previsión/);
  });

  it("draws nothing from no reviews or a few", () => {
    expect(shownText(outcome(0, 0))).toMatch(/ no volvió ninguna de sus cartas, así que no hay con qué compararlo\.$/);
    expect(shownText({ ...outcome(0, 0), foretold: null })).toMatch(/ no volvió ninguna de sus cartas\.$/);
    expect(shownText(outcome(3, 2))).toBe(
      "En los repasos de esos días recordaste 2 de 3 cartas: son pocas para compararlas con lo previsto.",
    );
    expect([verdictText(outcome(0, 0)), verdictText(outcome(9, 0))]).toEqual([null, null]);
  });

  it("compares many, and takes for a difference only what chance does not make", () => {
    expect(plain(shownText(outcome(40, 38)))).toBe(
      "En 40 repasos de esos días recordaste el 95 %; para esos repasos se esperaba el 91 %.",
    );
    expect(verdictText(outcome(40, 38))).toBe("Casi lo que se esperaba.");
    expect(verdictText(outcome(40, 29))).toMatch(/^Recordaste menos de lo que se esperaba\. .* vuelven antes\.$/);
    expect(verdictText(outcome(400, 396))).toMatch(/^Recordaste más de lo que se esperaba\./);
  });
});
