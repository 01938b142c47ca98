// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createBreakFields } from "#features/pace/pace.fields.ts";
import {
  computePlanPercent,
  describeBreak,
  describeOngoingBreak,
  describePlan,
  describePlanDay,
  describePlanProgress,
  describePlanSessions,
  describePlanStart,
  describePlanToday,
  describeSpread,
  formatBreak,
} from "#features/pace/pace.wording.ts";

const TODAY = "2026-12-05";

describe("the wording of a break", () => {
  it.each([
    [{ from: "2026-12-05", to: "2026-12-14" }, "del 5 al 14 de diciembre", "10 días, en curso"],
    [{ from: "2026-12-28", to: "2027-01-03" }, "del 28 de diciembre al 3 de enero", "7 días. Empieza en 23 días"],
    [{ from: "2026-12-05", to: "2027-12-05" }, "del 5 de diciembre al 5 de diciembre", "366 días, en curso"],
    [{ from: "2026-12-01", to: "2026-12-05" }, "del 1 al 5 de diciembre", "5 días, en curso"],
    [{ from: "2026-12-06", to: "2026-12-06" }, "el 6 de diciembre", "1 día. Empieza mañana"],
    [{ from: "2026-12-08", to: "2026-12-14" }, "del 8 al 14 de diciembre", "7 días. Empieza en 3 días"],
  ])("%o has the dates: %s, and the length and the start: %s", (days, dates, length) => {
    expect(formatBreak(days)).toBe(dates);
    expect(describeBreak(days, TODAY)).toBe(length);
  });

  it("tells how long it lasts, and afterwards how its reviews are spread", () => {
    expect(describeOngoingBreak({ to: "2026-12-14" })).toBe("En pausa hasta el 14 de diciembre");
    const present = { spreadUntil: "2026-12-20" };
    expect(describeSpread(34, present)).toBe("Tras tu pausa, 34 repasos al día hasta el 20 de diciembre");
    expect(describeSpread(1, present)).toBe("Tras tu pausa, 1 repaso al día hasta el 20 de diciembre");
  });
});

describe("the wording of a plan to catch up", () => {
  const suggest = (leftToday: number) => ({
    pending: 186,
    overdue: 150,
    minutes: 28,
    catchUp: null,
    offered: true,
    suggestion: { days: 6, perDay: 45, leftToday },
  });

  it("offers what is left for today, and only to spread the rest if today's part is done", () => {
    expect(describePlanStart(suggest(45))).toBe("Hacer 45 hoy");
    expect(describePlanStart(suggest(12))).toBe("Hacer 12 hoy");
    expect(describePlanStart(suggest(0))).toBe("Repartir el resto");
  });

  it("names today's share, of how many cards it is, and how long it takes", () => {
    expect(describePlanToday(suggest(45))).toBe("45 cartas hoy");
    expect(describePlan(suggest(45), 220)).toBe("De 220 cartas pendientes: al día en 6 días.");
    expect(describePlanToday(suggest(0))).toBeNull();
    expect(describePlan(suggest(0), 220)).toBe("Así estarás al día en 6 días.");
  });

  it("names the size of its sessions if today takes several", () => {
    expect(describePlanSessions(suggest(56), 20)).toBe("en sesiones de 20");
    expect(describePlanSessions(suggest(56), null)).toBeNull();
    expect(describePlanSessions(suggest(40), 20), "up to 40 are one session").toBeNull();
  });

  it("counts in the ring what was done and what is pending, as the button asks it", () => {
    expect(computePlanPercent({ doneToday: 9, pending: 36 })).toBe(20);
    expect(computePlanPercent({ doneToday: 0, pending: 56 })).toBe(0);
    expect(describePlanDay({ doneToday: 0, pending: 56 })).toBe("0 de 56 cartas de hoy");
    expect(describePlanDay({ doneToday: 60, pending: 1 })).toBe("60 de 61 cartas de hoy");
  });

  it("tells when all is done, and whether today's part is", () => {
    const today = (doneToday: number) => ({ perDay: 45, doneToday, until: "2026-12-09" });
    expect(describePlanProgress(today(44))).toBe("Estarás al día el miércoles, 9 de diciembre.");
    expect(describePlanProgress(today(45))).toMatch(/^Tu parte de hoy está hecha\. Estarás al día /);
  });
});

describe("the form of a break", () => {
  const problems = (from: string, to: string) => {
    const { error } = createBreakFields(TODAY).safeParse({ from, to });
    return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
  };

  it("accepts dates from today on", () => {
    expect(problems(TODAY, TODAY)).toEqual([]);
    expect(createBreakFields(TODAY).parse({ from: TODAY, to: "2026-12-14" })).toEqual({
      from: TODAY,
      to: "2026-12-14",
    });
  });

  it("reports which field is invalid, and why", () => {
    expect(problems("", "")).toEqual(["from: Elige el primer día", "to: Elige el último día"]);
    expect(problems(TODAY, "")).toEqual(["to: Elige el último día"]);
    expect(problems("2026-12-04", TODAY)).toEqual(["from: Una pausa empieza hoy o más adelante"]);
    expect(problems(TODAY, "2026-12-04")).toEqual(["to: La pausa no puede terminar antes de empezar"]);
    expect(problems(TODAY, "2027-02-03")).toEqual(["to: Una pausa puede durar hasta 60 días"]);
  });
});
