import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { at, calendarIn, type StatsUser, sharedStatsWorld, ZONES } from "#testing/stats-world.ts";
import { activity, userStats } from "./stats.service.ts";

const world = await sharedStatsWorld();
let user: StatsUser;

beforeEach(async () => {
  user = await world.newUser();
});

describe("a traveller", () => {
  test("keeps the streak when the time zone changes in the middle of it", async () => {
    const card = await user.log.card(await user.log.folder(), at("2026-05-01 09:00", "Europe/Madrid"));
    await user.log.review(card, at("2026-05-01 20:00", "Europe/Madrid"));
    await user.log.review(card, at("2026-05-02 20:00", "Europe/Madrid"));
    await user.log.review(card, at("2026-05-03 20:00", "America/Sao_Paulo"));
    await user.log.review(card, at("2026-05-04 08:00", "Asia/Kathmandu"));
    for (const zone of ZONES) {
      const moment = momentAt(at("2026-05-04 10:00", "Asia/Kathmandu").now, calendarIn(zone));
      expect(await user.streak(moment)).toEqual({ current: 4, longest: 4 });
    }
  });

  test("keeps the streak over a date that was skipped at the date line, having studied in its hours", async () => {
    const folder = await user.log.folder();
    await user.log.card(folder, at("2026-05-09 09:00", "Pacific/Pago_Pago"));
    const card = await user.log.card(folder, at("2026-05-09 09:00", "Pacific/Pago_Pago"));
    await user.log.review(card, at("2026-05-09 10:00", "Pacific/Pago_Pago"));
    await user.log.review(card, at("2026-05-10 10:00", "Pacific/Pago_Pago"));
    // 25 hours ahead: the 11th there includes the hours of the 10th here.
    const after = at("2026-05-12 10:00", "Pacific/Kiritimati");
    expect(await user.streak(after)).toEqual({ current: 2, longest: 2 });
    expect(await user.gaps()).toEqual(["2026-05-09..2026-05-09"]);
    await user.log.review(card, after);
    expect(await user.streak(after)).toEqual({ current: 3, longest: 3 });
  });

  test("loses the streak on such a date, having studied in none of its hours", async () => {
    const card = await user.log.card(await user.log.folder(), at("2026-05-09 09:00", "Pacific/Pago_Pago"));
    await user.log.review(card, at("2026-05-09 10:00", "Pacific/Pago_Pago"));
    expect(await user.streak(at("2026-05-12 10:00", "Pacific/Kiritimati"))).toEqual({ current: 0, longest: 1 });
    expect(await user.gaps()).toEqual(["2026-05-11..2026-05-11"]);
  });

  test("keeps the streak and the settled days when crossing the date line westwards", async () => {
    const folder = await user.log.folder();
    const card = await user.log.card(folder, at("2026-05-08 09:00", "Pacific/Kiritimati"));
    await user.log.review(card, at("2026-05-08 10:00", "Pacific/Kiritimati"));
    await user.log.review(card, at("2026-05-10 10:00", "Pacific/Kiritimati"));
    const { now } = at("2026-05-10 11:00", "Pacific/Kiritimati");
    expect(await user.streak(momentAt(now, calendarIn("Pacific/Kiritimati")))).toEqual({ current: 1, longest: 1 });
    expect(await user.gaps()).toEqual(["2026-05-09..2026-05-09"]);
    // It is the 9th again, which is not over, so that cards can still be studied on it.
    const back = momentAt(now, calendarIn("Pacific/Pago_Pago"));
    expect(back.today).toBe("2026-05-09");
    expect(await user.streak(back)).toEqual({ current: 2, longest: 2 });
    await user.log.review(card, back);
    expect(await user.streak(back)).toEqual({ current: 3, longest: 3 });
    expect(await user.streak(momentAt(now, calendarIn("Pacific/Kiritimati")))).toEqual({ current: 3, longest: 3 });
    expect(await user.gaps()).toEqual(["2026-05-09..2026-05-09"]);
  });

  test("has nothing pending today that was rated on a date that is still ahead", async () => {
    const card = await user.log.card(await user.log.folder(), at("2026-05-09 09:00", "Pacific/Kiritimati"));
    await user.log.review(card, at("2026-05-10 10:00", "Pacific/Kiritimati"), 5);
    const back = momentAt(at("2026-05-10 11:00", "Pacific/Kiritimati").now, calendarIn("Pacific/Pago_Pago"));
    expect(await user.day(back, back.today)).toEqual({ scheduled: [], completed: [] });
    expect(await user.day(back, addDays(back.today, 1))).toEqual({ scheduled: [], completed: [] });
    expect(await user.dueToday(back)).toBe(0);
  });
});

describe("a past day", () => {
  const zone = "Europe/Madrid";
  const on = (date: string, hour = "12:00") => at(`2026-05-${date} ${hour}`, zone);

  test.each(["card", "folder"])("stays missed when the %s that was missed is deleted", async (what) => {
    const folder = await user.log.folder();
    const card = await user.log.card(folder, on("01"));
    const other = await user.log.card(await user.log.folder("Otra"), on("01"));
    for (const reviewed of [card, other]) await user.log.review(reviewed, on("01"), 2);
    await user.log.review(other, on("03"), 30);
    // The 4th is missed only because of the first card, and nothing is read before the card is deleted.
    if (what === "card") await user.log.deleteCard(card, on("05"));
    else await user.log.deleteFolder(folder, on("05"));
    await user.log.review(await user.log.card(await user.log.folder("Tercera"), on("05")), on("05"));
    expect(await user.streak(on("05"))).toEqual({ current: 1, longest: 2 });
    expect(await user.gaps()).toEqual(["2026-05-03..2026-05-04"]);
  });

  test("keeps its reviews in the streak and the activity when the studied cards are deleted", async () => {
    const folder = await user.log.folder();
    const other = await user.log.folder("Otra");
    const card = await user.log.card(folder, on("01"));
    await user.log.card(other, on("01"), on("09").now);
    await user.log.review(card, on("01"));
    await user.log.review(card, on("02"));
    await user.log.deleteCard(card, on("02", "13:00"));
    expect(await user.streak(on("03"))).toEqual({ current: 2, longest: 2 });
    expect(await user.day(on("03"), "2026-05-01")).toEqual({ scheduled: ["Carpeta"], completed: ["Carpeta"] });
    await user.log.deleteFolder(folder, on("03", "13:00"));
    expect(await user.streak(on("04"))).toEqual({ current: 2, longest: 2 });
    expect(await user.day(on("04"), "2026-05-01")).toEqual({ scheduled: [], completed: [] });
    expect(await activity(user.ctx, user.owner, on("04"), {})).toEqual([
      { date: "2026-05-01", count: 1, durationMs: 0 },
      { date: "2026-05-02", count: 1, durationMs: 0 },
    ]);
  });

  test("keeps a review that is undone on a later day, but not one undone on the same day", async () => {
    const card = await user.log.card(await user.log.folder(), on("01"));
    await user.log.review(card, on("01"), 1);
    await user.log.review(card, on("02"), 10);
    await user.log.undo(card, on("04"));
    expect(await user.day(on("04"), "2026-05-02")).toEqual({ scheduled: ["Carpeta"], completed: ["Carpeta"] });
    expect(await user.day(on("04"), "2026-05-03")).toEqual({ scheduled: [], completed: [] });
    expect(await user.day(on("04"), "2026-05-04")).toEqual({ scheduled: ["Carpeta"], completed: [] });
    expect(await user.streak(on("04"))).toEqual({ current: 2, longest: 2 });
    await user.log.review(card, on("04"), 1);
    await user.log.undo(card, on("04", "13:00"));
    const moment = on("04", "14:00");
    expect(await user.streak(moment)).toEqual({ current: 2, longest: 2 });
    expect((await userStats(user.ctx, user.owner, moment)).reviewedToday).toBe(0);
    expect((await activity(user.ctx, user.owner, moment, {})).map(({ date }) => date)).toEqual([
      "2026-05-01",
      "2026-05-02",
    ]);
    expect(await user.streak(on("05"))).toEqual({ current: 0, longest: 2 });
    expect(await user.gaps()).toEqual(["2026-05-04..2026-05-04"]);
  });

  test("does not change when practice that had made a card due earlier is undone a week later", async () => {
    const card = await user.log.card(await user.log.folder(), on("01"));
    await user.log.review(card, on("01"), 20);
    await user.log.review(card, on("02"), 1);
    await user.log.undo(card, on("09"));
    expect(await user.day(on("09"), "2026-05-03")).toEqual({ scheduled: ["Carpeta"], completed: [] });
    expect(await user.day(on("09"), "2026-05-09")).toEqual({ scheduled: [], completed: [] });
    await user.log.deleteCard(card, on("09", "13:00"));
    expect(await user.day(on("09", "14:00"), "2026-05-03")).toEqual({ scheduled: ["Carpeta"], completed: [] });
    expect(await user.streak(on("10"))).toEqual({ current: 0, longest: 2 });
  });

  test("does not change when cards are added, or when it is read from another time zone", async () => {
    const folder = await user.log.folder();
    await user.log.review(await user.log.card(folder, on("01")), on("01"), 10);
    expect(await user.streak(on("04"))).toEqual({ current: 1, longest: 1 });
    await user.log.card(folder, on("04"));
    expect(await user.streak(on("05"))).toEqual({ current: 0, longest: 1 });
    for (const timeZone of ZONES) {
      const moment = momentAt(on("05", "16:00").now, calendarIn(timeZone));
      expect((await user.streak(moment)).longest).toBe(1);
      expect((await user.day(moment, "2026-05-03")).completed).toEqual([]);
    }
    // On Kiritimati the 5th was over by then.
    expect(await user.gaps()).toEqual(["2026-05-04..2026-05-04", "2026-05-05..2026-05-05"]);
  });
});

describe("settlePastDays", () => {
  const on = (date: string) => at(`2026-05-${date} 12:00`, "UTC");

  test("stores each streak gap once when several servers run it at once", async () => {
    await user.log.card(await user.log.folder(), on("01"));
    const servers = Array.from({ length: 5 }, world.newServer);
    await Promise.all(servers.map((server) => settlePastDays(server, user.owner, on("04"))));
    expect(await user.gaps()).toEqual(["2026-05-01..2026-05-03"]);
    await Promise.all(servers.map((server, index) => settlePastDays(server, user.owner, on(`0${5 + (index % 3)}`))));
    expect((await user.gaps()).at(-1)?.endsWith("2026-05-06")).toBe(true);
    const { rows } = await world.pool.query(
      "SELECT sum(to_date - from_date + 1) AS days FROM streak_gaps WHERE user_id = $1",
      [user.owner],
    );
    expect(Number(rows[0].days)).toBe(6);
  });

  test("sends no statement to the database when no day is left to settle", async () => {
    const settledThrough = async () => {
      const { rows } = await world.pool.query("SELECT settled_through AS date FROM user_days WHERE user_id = $1", [
        user.owner,
      ]);
      return rows.map(({ date }) => date);
    };
    await settlePastDays(user.ctx, user.owner, on("04"));
    await settlePastDays(world.newServer(), user.owner, on("02"));
    expect(await settledThrough()).toEqual(["2026-05-03"]);
    await world.pool.query("DELETE FROM user_days WHERE user_id = $1", [user.owner]);
    await settlePastDays(user.ctx, user.owner, on("04"));
    expect(await settledThrough()).toEqual([]);
    await settlePastDays(user.ctx, user.owner, on("05"));
    expect(await settledThrough()).toEqual(["2026-05-04"]);
  });

  test("does not count days before there was anything to study as missed", async () => {
    expect(await user.streak(on("04"))).toEqual({ current: 0, longest: 0 });
    await user.log.review(await user.log.card(await user.log.folder(), on("20")), on("20"), 30);
    expect(await user.streak(on("20"))).toEqual({ current: 1, longest: 1 });
    expect(await user.gaps()).toEqual([]);
    // A card that is created with a due date in the past, as by an import.
    await user.log.card(await user.log.folder(), on("22"), on("02").now);
    expect(await user.streak(on("24"))).toEqual({ current: 0, longest: 1 });
    expect(await user.gaps()).toEqual(["2026-05-22..2026-05-23"]);
  });
});
