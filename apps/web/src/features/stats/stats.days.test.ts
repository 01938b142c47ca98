// @vitest-environment node
import { describe, expect, it } from "vitest";
import {
  computeDonePercent,
  describeFolders,
  describeUpToDate,
  determineDayStatus,
  formatFullDate,
  formatMonth,
  formatWeekday,
  listStripDates,
  selectUncompleted,
} from "#features/stats/stats.days.ts";

const TODAY = "2026-09-14";
const folders = (...ids: number[]) => ids.map((id) => ({ id }));

describe("listStripDates", () => {
  it("returns five days on either side of today, across the end of a month and of a year", () => {
    expect(listStripDates("2026-03-02")).toEqual([
      "2026-02-25",
      "2026-02-26",
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
      "2026-03-03",
      "2026-03-04",
      "2026-03-05",
      "2026-03-06",
      "2026-03-07",
    ]);
    expect(listStripDates("2027-01-01").slice(0, 5)).toEqual([
      "2026-12-27",
      "2026-12-28",
      "2026-12-29",
      "2026-12-30",
      "2026-12-31",
    ]);
  });

  it("contains every day once when the clocks change", () => {
    for (const today of ["2026-03-29", "2026-10-25", "2026-04-05"])
      expect(new Set(listStripDates(today)).size).toBe(11);
  });
});

describe("determineDayStatus", () => {
  const past = (completed?: boolean, studied?: boolean) =>
    determineDayStatus("2026-09-12", TODAY, "2026-09-01", { completed, studied });

  it("returns current for today and future for later days, whatever their data", () => {
    const some = { completed: true };
    expect(determineDayStatus(TODAY, TODAY, TODAY, some)).toBe("current");
    expect(determineDayStatus("2026-09-15", TODAY, TODAY, some)).toBe("future");
  });

  it("returns completed or missed for a past day, and unknown until its data is loaded", () => {
    expect([true, false, undefined].map((completed) => past(completed))).toEqual(["completed", "missed", "unknown"]);
  });

  it("returns begun for a past day on which something was studied and something left pending", () => {
    expect(past(false, true)).toBe("begun");
    expect(past(true, true)).toBe("completed");
  });

  it("returns neutral for days before the account, but not for its first day", () => {
    const missedData = { completed: false };
    expect(determineDayStatus("2026-09-11", TODAY, "2026-09-12", missedData)).toBe("neutral");
    expect(determineDayStatus("2026-09-12", TODAY, "2026-09-12", missedData)).toBe("missed");
  });

  it("returns what imported reviews say of days before the account", () => {
    const before = (completed: boolean) =>
      determineDayStatus("2026-09-11", TODAY, "2026-09-12", { completed, studied: true });
    expect([true, false].map(before)).toEqual(["completed", "begun"]);
  });

  it("returns break for the days of a break, but completed if something was studied", () => {
    const statusInBreak = (date: string, completed = false) =>
      determineDayStatus(date, TODAY, "2026-09-01", { completed, resting: true });
    expect(["2026-09-12", TODAY, "2026-09-15"].map((date) => statusInBreak(date))).toEqual(["break", "break", "break"]);
    expect(statusInBreak("2026-09-12", true)).toBe("completed");
  });
});

it("selects the folders that were scheduled but not completed", () => {
  expect(selectUncompleted(folders(1, 2, 3), folders(2, 9))).toEqual(folders(1, 3));
});

describe("today's folders", () => {
  it.each([
    [0, 0, 0, "0 carpetas completadas"],
    [1, 0, 100, "1 carpeta completada"],
    [4, 0, 100, "4 carpetas completadas"],
    [3, 1, 67, "1 carpeta con revisiones pendientes"],
    [3, 2, 33, "2 carpetas con revisiones pendientes"],
    [3, 3, 0, "3 carpetas con revisiones pendientes"],
  ])("%i in total, %i of them pending, are %i %% done: %j", (totalFolders, foldersWithPendingCards, percent, text) => {
    const counts = { totalFolders, foldersWithPendingCards };
    expect(computeDonePercent(counts)).toBe(percent);
    expect(describeFolders(counts)).toBe(text);
    const upToDate = totalFolders - foldersWithPendingCards;
    const beginning = `${upToDate} de ${totalFolders} carpeta${totalFolders === 1 ? "" : "s"}`;
    expect(describeUpToDate({ ...counts, dueWaiting: 0 })).toBe(`${beginning} al día`);
    expect(describeUpToDate({ ...counts, dueWaiting: 1 })).toBe(`${beginning} sin pendientes hoy`);
  });
});

it("names days and months in Spanish", () => {
  expect(listStripDates("2026-09-16").slice(0, 7).map(formatWeekday)).toEqual([
    "VIE",
    "SAB",
    "DOM",
    "LUN",
    "MAR",
    "MIE",
    "JUE",
  ]);
  expect(formatMonth("2026-09-30")).toBe("Septiembre de 2026");
  expect(formatFullDate("2026-10-01")).toBe("jueves, 1 de octubre");
});
