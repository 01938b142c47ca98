import { addDays } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { addBreak, endBreaks } from "#features/pace/pace.service.ts";
import { datesWithin, momentAt } from "#platform/time/local-days.ts";
import { type RemindersUser, sharedRemindersWorld } from "#testing/reminders-world.ts";
import { at, calendarIn } from "#testing/stats-world.ts";
import { createPlanner, DAYS_TO_FAREWELL, type DueUser, isLongAway } from "./reminders.plan.ts";

const MADRID = "Europe/Madrid";
const NOON = at("2026-05-10 12:00", MADRID);

const world = await sharedRemindersWorld();
let ana: RemindersUser;

beforeEach(async () => {
  await world.empty();
  ana = await world.newUser();
  await ana.visit(NOON);
  await ana.choose(NOON, { reminder: true, reminderHour: 18 });
  await ana.log.card(await ana.log.folder(), NOON);
});

const sixOn = (days: number) => at(`${addDays(NOON.today, days)} 18:00`, MADRID);
const takeBreak = (from: number, to: number, moment = NOON) =>
  addBreak(world.ctx, ana.owner, moment, { from: addDays(NOON.today, from), to: addDays(NOON.today, to) });
/** Plans and delivers at six on each day of a range, and returns the subjects of the mails. */
async function runDays(from: number, to: number): Promise<string[]> {
  for (let day = from; day <= to; day++) {
    const before = world.mails.length;
    await world.tick(sixOn(day).now);
    expect(world.mails.length - before).toBeLessThanOrEqual(1);
  }
  return world.mails.splice(0).map(({ subject }) => subject);
}

const REMINDER = "1 carta te espera hoy";
const FAREWELL = "Dejamos de escribirte por ahora";

describe("a break", () => {
  it("stops the mails on its dates, and on no others", async () => {
    await takeBreak(1, 10);
    expect(await runDays(0, 0)).toEqual([REMINDER]);
    expect(await runDays(1, 10)).toEqual([]);
    expect(await ana.state()).toMatchObject({ servedDate: addDays(NOON.today, 10) });
    expect(await runDays(11, 11)).toEqual([REMINDER]);
  });

  it("does not count towards the days without a visit after which the last mail is sent", async () => {
    await takeBreak(3, 32);
    expect(await runDays(0, 2)).toEqual([REMINDER, REMINDER, REMINDER]);
    expect(await runDays(3, 32)).toEqual([]);
    const days = DAYS_TO_FAREWELL + 30;
    expect(await runDays(33, days - 1)).toEqual(Array(days - 33).fill(REMINDER));
    expect(await runDays(days, days + 3)).toEqual([FAREWELL]);
  });

  it("cancels a planned mail if it starts before the delivery, and deletes the rows of its cards", async () => {
    await world.plan(sixOn(0).now);
    expect(await ana.noted()).toHaveLength(1);
    await takeBreak(0, 5, sixOn(0));
    for (const digest of world.digests.splice(0)) await world.deliver(digest, at("2026-05-10 18:05", MADRID).now);
    expect(world.mails).toEqual([]);
    expect(await ana.noted()).toEqual([]);
  });

  it("does not stop the mail of a day if it is ended before the hour of the reminder", async () => {
    await takeBreak(0, 9);
    expect(await runDays(0, 1)).toEqual([]);
    await endBreaks(world.ctx, ana.owner, at("2026-05-12 09:00", MADRID), {});
    expect(await runDays(2, 2)).toEqual([REMINDER]);
  });

  it("applies to the dates of the time zone that its owner is in", async () => {
    await takeBreak(1, 1);
    const auckland = "Pacific/Auckland";
    await ana.visit(at("2026-05-11 23:30", auckland));
    await world.tick(at("2026-05-12 17:59", auckland).now);
    expect(world.mails).toEqual([]);
    // In Madrid it is the morning of the 12th.
    await world.tick(at("2026-05-12 18:00", auckland).now);
    expect(world.mails).toHaveLength(1);
  });

  it("does not affect other users", async () => {
    const eva = await world.newUser();
    await addBreak(world.ctx, eva.owner, NOON, { from: NOON.today, to: addDays(NOON.today, 9) });
    expect(await runDays(0, 1)).toEqual([REMINDER, REMINDER]);
  });
});

describe("a user's plan", () => {
  const zone = calendarIn("UTC");
  const day = fc.integer({ min: -40, max: 40 });
  const breaks = fc.uniqueArray(fc.tuple(day, fc.integer({ min: 0, max: 9 })), { maxLength: 4 }).map((all) => {
    // There is at least one date between two breaks.
    const apart = all.sort(([a], [b]) => a - b).filter(([from], index) => from > (all[index - 1]?.[0] ?? -99) + 10);
    return apart.map(([from, more]) => ({ from: addDays(NOON.today, from), to: addDays(NOON.today, from + more) }));
  });

  it("serves every date, has no mail on a date of a break, and counts only the other dates towards the last mail", () => {
    fc.assert(
      fc.property(breaks, fc.integer({ min: 0, max: 30 }), (all, daysAway) => {
        const now = new Date("2026-05-10T18:00:00Z");
        const { today } = momentAt(now, zone);
        const user = {
          ...zone,
          userId: ana.owner,
          lastVisitAt: new Date(now.getTime() - daysAway * 86_400_000),
          nextReminderAt: now,
          servedDate: null,
          farewellSentAt: null,
          reminder: true,
          hour: 18,
          minute: 0,
          channels: ["mail" as const],
          breaks: all,
        } satisfies DueUser;
        const plan = createPlanner(now)(user);
        expect(plan.servedDate).toBe(today);
        expect(plan.day === null).toBe(datesWithin({ from: today, to: today }, all) > 0);
        const missed = Array.from({ length: daysAway }, (_, ago) => addDays(today, -ago)).filter(
          (date) => !all.some(({ from, to }) => from <= date && date <= to),
        );
        expect(isLongAway(user, now)).toBe(missed.length >= DAYS_TO_FAREWELL);
      }),
    );
  });
});
