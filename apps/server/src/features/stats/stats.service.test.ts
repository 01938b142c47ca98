import { makeFolderFace } from "@repasa/contract/folder-faces.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { endOfDay, momentAt, startOfDay } from "#platform/time/local-days.ts";
import { afterDayStart, at, calendarIn, type StatsUser, sharedStatsWorld, ZONES } from "#testing/stats-world.ts";
import { activity, dailyReview, forecast, userStats } from "./stats.service.ts";

const world = await sharedStatsWorld();
let user: StatsUser;

beforeEach(async () => {
  user = await world.newUser();
});

const everywhere = ZONES.flatMap((zone) => [0, 4].map((hour) => [zone, hour] as const));

describe.each(everywhere)("in %s, with days that begin at %i", (timeZone, hour) => {
  const calendar = calendarIn(timeZone, hour);
  const on = (dateAndTime: string) => afterDayStart(dateAndTime, timeZone, hour);

  test("a card is pending from the first instant of its local date, not before", async () => {
    const folder = await user.log.folder();
    const created = on("2026-05-01 12:00");
    await user.log.card(folder, created, on("2026-05-20 23:59:59.999").now);
    await user.log.card(folder, created, startOfDay("2026-05-21", calendar));
    expect(await user.dueToday(on("2026-05-19 23:59:59.999"))).toBe(0);
    expect(await user.dueToday(on("2026-05-20 00:00"))).toBe(1);
    expect(await user.dueToday(on("2026-05-20 23:59:59.999"))).toBe(1);
    expect(await user.dueToday(on("2026-05-21 00:00"))).toBe(2);
    const days = await forecast(user.ctx, user.owner, on("2026-05-19 08:00"), 4);
    expect(days).toEqual([
      { date: "2026-05-19", count: 0, asked: 0 },
      { date: "2026-05-20", count: 1, asked: 1 },
      { date: "2026-05-21", count: 1, asked: 1 },
      { date: "2026-05-22", count: 0, asked: 0 },
    ]);
    const future = on("2026-05-01 12:30");
    expect(await user.day(future, "2026-05-19")).toEqual({ scheduled: [], completed: [] });
    expect(await user.day(future, "2026-05-20")).toEqual({ scheduled: ["Carpeta"], completed: [] });
    expect(await user.day(future, "2026-05-21")).toEqual({ scheduled: ["Carpeta"], completed: [] });
    expect(await user.day(future, "2026-05-22")).toEqual({ scheduled: [], completed: [] });
  });

  test("reviews just before and just after the beginning of a day count for two days", async () => {
    const card = await user.log.card(await user.log.folder(), on("2026-05-01 12:00"));
    await user.log.review(card, on("2026-05-01 23:59:59.999"));
    await user.log.review(card, on("2026-05-02 00:00"));
    const moment = on("2026-05-02 00:00:01");
    expect(await user.streak(moment)).toEqual({ current: 2, longest: 2 });
    expect(await activity(user.ctx, user.owner, moment, {})).toEqual([
      { date: "2026-05-01", count: 1, durationMs: 0 },
      { date: "2026-05-02", count: 1, durationMs: 0 },
    ]);
    expect((await userStats(user.ctx, user.owner, moment)).reviewedToday).toBe(1);
    expect(await user.day(moment, "2026-05-01")).toEqual({ scheduled: ["Carpeta"], completed: ["Carpeta"] });
  });

  test("the streak ends on a day that was left with cards pending, and on no other day", async () => {
    const card = await user.log.card(await user.log.folder(), on("2026-05-01 12:00"));
    await user.log.review(card, on("2026-05-01 12:00"), 3);
    expect(await user.streak(on("2026-05-03 12:00"))).toEqual({ current: 1, longest: 1 });
    await user.log.review(card, on("2026-05-04 12:00"), 1);
    expect(await user.streak(on("2026-05-05 23:59"))).toEqual({ current: 2, longest: 2 });
    expect(await user.streak(on("2026-05-06 00:00"))).toEqual({ current: 0, longest: 2 });
    await user.log.review(card, on("2026-05-06 00:01"), 1);
    expect(await user.streak(on("2026-05-06 12:00"))).toEqual({ current: 1, longest: 2 });
    expect(await user.day(on("2026-05-06 12:00"), "2026-05-03")).toEqual({ scheduled: [], completed: [] });
    expect(await user.day(on("2026-05-06 12:00"), "2026-05-05")).toEqual({
      scheduled: ["Carpeta"],
      completed: [],
    });
  });
});

describe("clock changes", () => {
  test.each([
    ["Europe/Madrid", 0, "2026-03-29", "forward"],
    ["Europe/Madrid", 0, "2026-10-25", "back"],
    ["America/New_York", 0, "2026-03-08", "forward"],
    ["America/New_York", 0, "2026-11-01", "back"],
    // The clock changes at night, which belongs to the day before.
    ["Europe/Madrid", 4, "2026-03-28", "forward"],
    ["Europe/Madrid", 4, "2026-10-24", "back"],
    // The clocks skip the hour at which days begin.
    ["Europe/Madrid", 2, "2026-03-29", "forward"],
  ])(
    "%s, days from %i o'clock, %s, clocks %s: the day has all of its hours and none of another day",
    async (zone, start, date, direction) => {
      const calendar = calendarIn(zone, start);
      const created = afterDayStart(`${addDays(date, -3)} 12:00`, zone, start);
      const folder = await user.log.folder();
      const hours =
        (startOfDay(addDays(date, 1), calendar).getTime() - startOfDay(date, calendar).getTime()) / 3_600_000;
      expect(hours).toBe(direction === "forward" ? 23 : 25);
      for (let hour = -1; hour <= hours; hour++) {
        await user.log.card(
          folder,
          created,
          new Date(startOfDay(date, calendar).getTime() + hour * 3_600_000 + 1_800_000),
        );
      }
      const days = await forecast(user.ctx, user.owner, afterDayStart(`${addDays(date, -1)} 12:00`, zone, start), 3);
      expect(days.map(({ count }) => count)).toEqual([1, hours, 1]);
      expect(await user.dueToday(momentAt(startOfDay(date, calendar), calendar))).toBe(1 + hours);
      expect(await user.dueToday(momentAt(new Date(endOfDay(date, calendar).getTime() - 1), calendar))).toBe(1 + hours);
    },
  );

  test.each([
    ["Europe/Madrid", "2026-03-29"],
    ["America/New_York", "2026-03-08"],
  ])("%s: a card due at 02:30 on %s, a time that the clocks skip, is due on that date", async (zone, date) => {
    const card = await user.log.card(await user.log.folder(), at(`${addDays(date, -1)} 02:00`, zone, 0));
    await user.log.review(card, at(`${addDays(date, -1)} 02:30`, zone, 0), 1);
    expect(await user.dueToday(at(`${addDays(date, -1)} 23:59:59`, zone, 0))).toBe(0);
    expect(await user.dueToday(at(`${date} 00:00`, zone, 0))).toBe(1);
    expect(await user.streak(at(`${addDays(date, 1)} 00:00`, zone, 0))).toEqual({ current: 0, longest: 1 });
    expect(await user.gaps()).toEqual([`${date}..${date}`]);
    expect(await user.day(at(`${addDays(date, 1)} 00:00`, zone, 0), date)).toEqual({
      scheduled: ["Carpeta"],
      completed: [],
    });
  });

  test("a day whose midnight the clocks skip begins at one o'clock", async () => {
    // In Santiago de Chile midnight of 2026-09-06 does not exist.
    await user.log.card(
      await user.log.folder(),
      at("2026-09-01 12:00", "America/Santiago", 0),
      new Date("2026-09-06T04:00:00Z"),
    );
    expect(await user.dueToday(at("2026-09-05 23:59:59.999", "America/Santiago", 0))).toBe(0);
    expect(await user.dueToday(at("2026-09-06 01:00", "America/Santiago", 0))).toBe(1);
  });
});

describe("scheduled and completed", () => {
  const on = (date: string, hour = "12:00") => at(`2026-05-${date} ${hour}`, "Europe/Madrid");

  test("a folder is completed today while nothing in it is pending", async () => {
    const folder = await user.log.folder();
    const first = await user.log.card(folder, on("01"));
    const second = await user.log.card(folder, on("01"));
    await user.log.card(await user.log.folder("Sin tocar"), on("01"));
    await user.log.review(first, on("01"));
    expect(await user.day(on("01"), "2026-05-01")).toEqual({ scheduled: ["Carpeta", "Sin tocar"], completed: [] });
    await user.log.review(second, on("01"));
    expect(await user.day(on("01"), "2026-05-01")).toEqual({
      scheduled: ["Carpeta", "Sin tocar"],
      completed: ["Carpeta"],
    });
    await user.log.card(folder, on("01", "18:00"));
    expect(await user.day(on("01", "19:00"), "2026-05-01")).toEqual({
      scheduled: ["Carpeta", "Sin tocar"],
      completed: [],
    });
  });

  test("practice completes a folder in which nothing was scheduled", async () => {
    const card = await user.log.card(await user.log.folder(), on("01"), on("20").now);
    await user.log.review(card, on("02"), 18);
    for (const moment of [on("02"), on("03")]) {
      expect(await user.day(moment, "2026-05-02")).toEqual({ scheduled: [], completed: ["Carpeta"] });
    }
  });

  test("a card is scheduled from the date of its creation on", async () => {
    await user.log.card(await user.log.folder(), on("03", "23:59:59.999"));
    expect(await user.day(on("05"), "2026-05-02")).toEqual({ scheduled: [], completed: [] });
    expect(await user.day(on("05"), "2026-05-03")).toEqual({ scheduled: ["Carpeta"], completed: [] });
  });

  test("very distant dates are empty in every zone", async () => {
    await user.log.review(await user.log.card(await user.log.folder(), on("01")), on("01"));
    for (const zone of ZONES) {
      for (const date of ["0000-01-01", "0001-01-01", "1969-12-31", "1970-01-01", "2999-12-31", "9999-12-31"]) {
        const moment = momentAt(on("02").now, calendarIn(zone));
        expect(await user.day(moment, date)).toEqual({ scheduled: [], completed: [] });
        expect(await activity(user.ctx, user.owner, moment, { from: date, to: date })).toEqual([]);
        expect(await activity(user.ctx, user.owner, moment, { to: date })).toEqual([]);
      }
    }
  });
});

describe("the counts of a user", () => {
  const on = (date: string) => at(`2026-05-${date} 12:00`, "Europe/Madrid");

  test("do not include the data of other users", async () => {
    const { log: otherUser } = await world.newUser();
    const otherFolder = await otherUser.folder("Ajena");
    await otherUser.review(await otherUser.card(otherFolder, on("01")), on("01"));
    await otherUser.card(otherFolder, on("01"));
    expect(await userStats(user.ctx, user.owner, on("02"))).toEqual({
      cardsDueToday: 0,
      newWaiting: 0,
      dueWaiting: 0,
      totalFolders: 0,
      foldersWithPendingCards: 0,
      totalCards: 0,
      reviewedToday: 0,
      currentStreak: 0,
      longestStreak: 0,
      nextExam: null,
      breaks: [],
    });
    expect(await user.day(on("02"), "2026-05-01")).toEqual({ scheduled: [], completed: [] });
    expect((await dailyReview(user.ctx, user.owner, on("02"))).folders).toEqual([]);
    expect(await activity(user.ctx, user.owner, on("02"), {})).toEqual([]);
    expect(await forecast(user.ctx, user.owner, on("02"), 1)).toEqual([{ date: "2026-05-02", count: 0, asked: 0 }]);
  });

  test("are grouped by folder and difficulty, the folders in Spanish alphabetical order", async () => {
    const folders: Record<string, number> = {};
    for (const name of ["Zoología", "Ñandúes", "Óptica", "nubes", "Vacía", "Óptica"]) {
      folders[`${name}${folders[name] ? " 2" : ""}`] = await user.log.folder(name);
    }
    for (const [name, folder] of Object.entries(folders)) {
      if (name !== "Vacía") await user.log.card(folder, on("01"));
      await user.log.card(folder, on("01"), on("20").now);
    }
    const optics = folders.Óptica as number;
    const [hard, medium, easy] = [
      await user.log.card(optics, on("01")),
      await user.log.card(optics, on("01")),
      await user.log.card(optics, on("01")),
    ];
    for (const card of [hard, medium, easy]) await user.log.review(card, on("01"), 1);
    await world.pool.query("UPDATE cards SET difficulty = 'hard' WHERE id = $1", [hard]);
    await world.pool.query("UPDATE cards SET difficulty = 'easy' WHERE id = $1", [easy]);
    const one = { total: 1, new: 1, hard: 0, medium: 0, easy: 0 };
    expect(await dailyReview(user.ctx, user.owner, on("02"))).toEqual({
      date: "2026-05-02",
      totalDue: 8,
      newWaiting: 0,
      dueWaiting: 0,
      break: null,
      folders: [
        { folderId: folders.nubes, name: "nubes", ...makeFolderFace("nubes"), ...one },
        { folderId: folders.Ñandúes, name: "Ñandúes", ...makeFolderFace("Ñandúes"), ...one },
        {
          folderId: optics,
          name: "Óptica",
          ...makeFolderFace("Óptica"),
          total: 4,
          new: 1,
          hard: 1,
          medium: 1,
          easy: 1,
        },
        { folderId: folders["Óptica 2"], name: "Óptica", ...makeFolderFace("Óptica"), ...one },
        { folderId: folders.Zoología, name: "Zoología", ...makeFolderFace("Zoología"), ...one },
      ],
    });
    expect(await userStats(user.ctx, user.owner, on("02"))).toMatchObject({
      cardsDueToday: 8,
      totalFolders: 6,
      foldersWithPendingCards: 5,
      totalCards: 14,
    });
  });

  test("in the activity cover 365 days by default, and at most five years", async () => {
    const card = await user.log.card(await user.log.folder(), at("2021-01-01 12:00", "UTC"));
    for (const date of ["2021-05-02", "2025-05-02", "2025-05-03", "2026-05-02"]) {
      await user.log.review(card, at(`${date} 12:00`, "UTC"));
    }
    const dates = async (query: { from?: string; to?: string }) =>
      (await activity(user.ctx, user.owner, on("02"), query)).map(({ date }) => date);
    expect(await dates({})).toEqual(["2025-05-03", "2026-05-02"]);
    expect(await dates({ to: "2025-05-02" })).toEqual(["2025-05-02"]);
    expect(await dates({ from: "2025-05-02" })).toEqual(["2025-05-02", "2025-05-03", "2026-05-02"]);
    expect(await dates({ from: "2021-05-02" })).toEqual(["2021-05-02", "2025-05-02", "2025-05-03", "2026-05-02"]);
    await expect(dates({ from: "2021-05-01" })).rejects.toMatchObject({ code: "validation_failed" });
    await expect(dates({ from: "2026-05-03" })).rejects.toMatchObject({ code: "validation_failed" });
  });
});
