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
  await world.pool.query("DELETE FROM users");
  world.digests.length = 0;
  world.mails.length = 0;
  ana = await world.newUser();
  await ana.visit(NOON);
  await ana.choose(NOON, { reminder: true, reminderHour: 18 });
  await ana.log.card(await ana.log.folder(), NOON);
});

const sixOn = (days: number) => at(`${addDays(NOON.today, days)} 18:00`, MADRID);
const rest = (from: number, to: number, moment = NOON) =>
  addBreak(world.ctx, ana.owner, moment, { from: addDays(NOON.today, from), to: addDays(NOON.today, to) });
/** What is sent on so many days, and the subjects of it. */
async function sent(from: number, to: number): Promise<string[]> {
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
  it("has no mails, and the days around it have theirs", async () => {
    await rest(1, 10);
    expect(await sent(0, 0)).toEqual([REMINDER]);
    expect(await sent(1, 10)).toEqual([]);
    expect(await ana.state()).toMatchObject({ servedDate: addDays(NOON.today, 10) });
    expect(await sent(11, 11)).toEqual([REMINDER]);
  });

  it("does not count among the days after which a last mail is sent", async () => {
    await rest(3, 32);
    expect(await sent(0, 2)).toEqual([REMINDER, REMINDER, REMINDER]);
    expect(await sent(3, 32)).toEqual([]);
    const days = DAYS_TO_FAREWELL + 30;
    expect(await sent(33, days - 1)).toEqual(Array(days - 33).fill(REMINDER));
    expect(await sent(days, days + 3)).toEqual([FAREWELL]);
  });

  it("that begins between the plan and the mail stops the mail, and takes back what was noted", async () => {
    await world.plan(sixOn(0).now);
    expect(await ana.noted()).toHaveLength(1);
    await rest(0, 5, sixOn(0));
    for (const digest of world.digests.splice(0)) await world.deliver(digest, at("2026-05-10 18:05", MADRID).now);
    expect(world.mails).toEqual([]);
    expect(await ana.noted()).toEqual([]);
  });

  it("that is ended before the day's hour leaves the day its mail", async () => {
    await rest(0, 9);
    expect(await sent(0, 1)).toEqual([]);
    await endBreaks(world.ctx, ana.owner, at("2026-05-12 09:00", MADRID), {});
    expect(await sent(2, 2)).toEqual([REMINDER]);
  });

  it("goes by the date where its owner is", async () => {
    await rest(1, 1);
    const auckland = "Pacific/Auckland";
    await ana.visit(at("2026-05-11 23:30", auckland));
    await world.tick(at("2026-05-12 17:59", auckland).now);
    expect(world.mails).toEqual([]);
    // Still the 12th of the morning in Madrid.
    await world.tick(at("2026-05-12 18:00", auckland).now);
    expect(world.mails).toHaveLength(1);
  });

  it("of somebody else changes nothing", async () => {
    const eva = await world.newUser();
    await addBreak(world.ctx, eva.owner, NOON, { from: NOON.today, to: addDays(NOON.today, 9) });
    expect(await sent(0, 1)).toEqual([REMINDER, REMINDER]);
  });
});

describe("the plan of a user", () => {
  const zone = calendarIn("UTC");
  const day = fc.integer({ min: -40, max: 40 });
  const breaks = fc.uniqueArray(fc.tuple(day, fc.integer({ min: 0, max: 9 })), { maxLength: 4 }).map((all) => {
    // With a date between them.
    const apart = all.sort(([a], [b]) => a - b).filter(([from], index) => from > (all[index - 1]?.[0] ?? -99) + 10);
    return apart.map(([from, more]) => ({ from: addDays(NOON.today, from), to: addDays(NOON.today, from + more) }));
  });

  it("deals with each date, without a mail on those of a break, and calls away who did not come on so many others", () => {
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
