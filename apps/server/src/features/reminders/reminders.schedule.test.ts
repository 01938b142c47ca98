import { addDays, type Calendar, localDateOf } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ClockTime,
  findNextReminder,
  resolveClockTime,
  scheduleAfterChoice,
  scheduleAfterMove,
} from "./reminders.schedule.ts";

/** Clock changes in spring and autumn, at odd times and over midnight, odd offsets, and both ends of the calendar. */
const ZONES = [
  "UTC",
  "Europe/Madrid",
  "America/New_York",
  "America/Santiago",
  "America/Havana",
  "America/St_Johns",
  "America/Nuuk",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Africa/Cairo",
  "Asia/Beirut",
  "Asia/Gaza",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Pacific/Honolulu",
];

const MINUTE = 60_000;
const calendar = fc.record({ timeZone: fc.constantFrom(...ZONES), dayStartHour: fc.integer({ min: 0, max: 6 }) });
const clockTime = fc.record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 30) });
// Back to when places skipped whole dates, and forward to where the rules are only foretold.
const instant = fc.date({
  min: new Date("1990-01-01T00:00:00Z"),
  max: new Date("2036-12-31T00:00:00Z"),
  noInvalidDate: true,
});

const served = fc.option(fc.integer({ min: -3, max: 2 }));
const wishAt = (now: Date, calendar: Calendar, clock: ClockTime, days: number | null) => ({
  ...calendar,
  ...clock,
  servedDate: days === null ? null : addDays(localDateOf(now, calendar), days),
});
const when = (date: string, hour: number, timeZone: string, dayStartHour = 0, minute = 0) =>
  resolveClockTime(date, { hour, minute }, { timeZone, dayStartHour })?.toISOString();

describe("the hour of a date", () => {
  it.each([
    // Skipped: when the clocks have moved on.
    ["2026-03-29", 2, "Europe/Madrid", "2026-03-29T01:00:00.000Z"],
    ["2026-09-06", 0, "America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["2026-10-04", 2, "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
    // Skipped into the next date: as long before.
    ["2027-03-27", 23, "America/Nuuk", "2027-03-28T00:00:00.000Z"],
    // Repeated: the first.
    ["2026-10-25", 2, "Europe/Madrid", "2026-10-25T00:00:00.000Z"],
    ["2026-11-01", 1, "America/New_York", "2026-11-01T05:00:00.000Z"],
    ["2026-04-04", 23, "America/Santiago", "2026-04-05T02:00:00.000Z"],
    ["2026-05-10", 18, "Asia/Kathmandu", "2026-05-10T12:15:00.000Z"],
  ])("%s at %i in %s", (date, hour, timeZone, expected) => {
    expect(when(date, hour, timeZone)).toBe(expected);
  });

  it.each([
    // From four to four: the night belongs to the date before.
    ["2026-05-10", 18, "Europe/Madrid", "2026-05-10T16:00:00.000Z"],
    ["2026-05-10", 4, "Europe/Madrid", "2026-05-10T02:00:00.000Z"],
    ["2026-05-10", 3, "Europe/Madrid", "2026-05-11T01:00:00.000Z"],
    ["2026-03-28", 2, "Europe/Madrid", "2026-03-29T01:00:00.000Z"],
    ["2026-10-24", 2, "Europe/Madrid", "2026-10-25T00:00:00.000Z"],
    // Skipped into the next date of the calendar, which is the same day of the student.
    ["2027-03-27", 23, "America/Nuuk", "2027-03-28T01:00:00.000Z"],
    // The date of that night was skipped: the last hour before it.
    ["1994-12-30", 3, "Pacific/Kiritimati", "1994-12-31T09:00:00.000Z"],
  ])("%s at %i in %s, when days begin at four", (date, hour, timeZone, expected) => {
    expect(when(date, hour, timeZone, 4)).toBe(expected);
  });

  it.each([
    ["2026-05-10", 18, "Europe/Madrid", "2026-05-10T16:30:00.000Z"],
    ["2026-05-10", 18, "Asia/Kathmandu", "2026-05-10T12:45:00.000Z"],
    // Skipped: as much later as the clocks have moved on.
    ["2026-03-29", 2, "Europe/Madrid", "2026-03-29T01:30:00.000Z"],
    // Repeated: the first. Where clocks move by half an hour, the half may be there though the hour is not.
    ["2026-10-25", 2, "Europe/Madrid", "2026-10-25T00:30:00.000Z"],
    ["2026-10-04", 2, "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
  ])("%s at half past %i in %s", (date, hour, timeZone, expected) => {
    expect(when(date, hour, timeZone, 0, 30)).toBe(expected);
  });

  it("does not exist on a date that a place never had", () => {
    const apia = { timeZone: "Pacific/Apia", dayStartHour: 0 };
    expect(resolveClockTime("2011-12-30", { hour: 18, minute: 0 }, apia)).toBeNull();
    const eve = new Date("2011-12-30T05:00:00Z");
    expect(localDateOf(eve, apia)).toBe("2011-12-29");
    const next = findNextReminder(eve, { ...apia, hour: 18, minute: 0, servedDate: "2011-12-29" });
    expect(next.date).toBe("2011-12-31");
  });

  it("is on that date, in every zone", () => {
    fc.assert(
      fc.property(instant, calendar, clockTime, (now, calendar, clock) => {
        const date = localDateOf(now, calendar);
        const at = resolveClockTime(date, clock, calendar);
        expect(at && localDateOf(at, calendar)).toBe(date);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the next reminder", () => {
  it("is today's until it is served, then tomorrow's", () => {
    const wish = { timeZone: "Europe/Madrid", dayStartHour: 4, hour: 18, minute: 0, servedDate: null };
    const morning = new Date("2026-03-28T08:00:00Z");
    const today = { date: "2026-03-28", at: new Date("2026-03-28T17:00:00Z") };
    expect(findNextReminder(morning, wish)).toEqual(today);
    const night = new Date("2026-03-28T22:00:00Z");
    expect(findNextReminder(night, wish)).toEqual(today);
    const tomorrow = { date: "2026-03-29", at: new Date("2026-03-29T16:00:00Z") };
    expect(findNextReminder(night, { ...wish, servedDate: "2026-03-28" })).toEqual(tomorrow);
  });

  it("lies ahead also while the clocks, put back over midnight, show the evening before again", () => {
    const evening = new Date("2006-10-29T03:00:00Z");
    const stJohns = { timeZone: "America/St_Johns", dayStartHour: 0 };
    expect(localDateOf(new Date("2006-10-29T02:30:30Z"), stJohns)).toBe("2006-10-29");
    expect(localDateOf(evening, stJohns)).toBe("2006-10-28");
    const next = findNextReminder(evening, { ...stJohns, hour: 0, minute: 0, servedDate: "2006-10-28" });
    expect(next).toEqual({ date: "2006-10-29", at: new Date("2006-10-29T03:30:00Z") });
  });

  it("is of a later date than the served one, today or later, and after it was served it lies ahead", () => {
    fc.assert(
      fc.property(instant, calendar, clockTime, served, (now, calendar, clock, days) => {
        const wish = wishAt(now, calendar, clock, days);
        const today = localDateOf(now, calendar);
        const { date, at } = findNextReminder(now, wish);
        expect(localDateOf(at, calendar)).toBe(date);
        expect(date >= today).toBe(true);
        if (wish.servedDate !== null) expect(date > wish.servedDate).toBe(true);
        // A batch ends because nobody it dealt with is due again.
        if (at <= now) expect(date).toBe(today);
        expect(findNextReminder(now, { ...wish, servedDate: date }).at.getTime()).toBeGreaterThan(now.getTime());
      }),
      { numRuns: 3000 },
    );
  });

  it("serves every date of a month once, whatever the clocks do and however often somebody looks", () => {
    fc.assert(
      fc.property(instant, calendar, clockTime, fc.integer({ min: 1, max: 29 }), (start, calendar, clock, step) => {
        const end = start.getTime() + 31 * 86_400_000;
        const dates: string[] = [];
        const wish = { ...calendar, ...clock, servedDate: null as string | null };
        for (let time = start.getTime(); time < end; ) {
          const { date, at } = findNextReminder(new Date(time), wish);
          if (at.getTime() > time) {
            // Somebody who looks every few minutes does so a little after.
            time = at.getTime() + step * MINUTE - (at.getTime() % (step * MINUTE));
            continue;
          }
          dates.push(date);
          wish.servedDate = date;
        }
        const expected = new Set<string>();
        for (let time = start.getTime(); time < end; time += 15 * MINUTE)
          expected.add(localDateOf(new Date(time), calendar));
        const missing = [...expected].filter((date) => !dates.includes(date));
        expect(new Set(dates).size).toBe(dates.length);
        // The last may have its hour after the end, or a minute before it and be looked at after.
        expect(
          missing.filter((date) => (resolveClockTime(date, clock, calendar)?.getTime() ?? 0) < end - 60 * MINUTE),
        ).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a traveller", () => {
  it("has at most one mail a date, and one on each date whose hour strikes where they are", () => {
    const leg = fc.record({ calendar, minutes: fc.integer({ min: 1, max: 60 * 72 }) });
    fc.assert(
      fc.property(instant, clockTime, fc.array(leg, { minLength: 1, maxLength: 12 }), (start, clock, legs) => {
        const dates: string[] = [];
        let time = start.getTime();
        let servedDate: string | null = null;
        for (const { calendar, minutes } of legs) {
          let next = scheduleAfterMove(new Date(time), { ...calendar, ...clock, servedDate });
          expect(next.getTime()).toBeGreaterThanOrEqual(time);
          const until = time + minutes * MINUTE;
          while (next.getTime() < until) {
            const { date } = findNextReminder(next, { ...calendar, ...clock, servedDate });
            expect(localDateOf(next, calendar)).toBe(date);
            dates.push(date);
            servedDate = date;
            next = findNextReminder(next, { ...calendar, ...clock, servedDate }).at;
          }
          // Wherever the leg ends: today was served, or its hour is still to come, or a later date was.
          const last = new Date(until - 1);
          const today = localDateOf(last, calendar);
          const strikes = resolveClockTime(today, clock, calendar);
          if (strikes !== null && strikes <= last) expect(servedDate !== null && servedDate >= today).toBe(true);
          time = until;
        }
        expect(dates).toEqual([...new Set(dates)].sort());
      }),
      { numRuns: 1000 },
    );
  });

  it("is reminded at once where the hour has passed and the date has had none", () => {
    const now = new Date("2026-05-10T20:00:00Z");
    const wish = { timeZone: "Europe/Madrid", dayStartHour: 4, hour: 18, minute: 0, servedDate: "2026-05-09" };
    expect(scheduleAfterMove(now, wish)).toEqual(now);
    expect(scheduleAfterMove(now, { ...wish, servedDate: "2026-05-10" })).toEqual(new Date("2026-05-11T16:00:00Z"));
  });
});

describe("a new choice", () => {
  const wish = { timeZone: "Europe/Madrid", dayStartHour: 4, hour: 18, minute: 0, servedDate: null };
  const before = new Date("2026-05-10T15:59:00Z");
  const after = new Date("2026-05-10T16:00:00Z");

  it("begins today while its hour is to come", () => {
    const today = new Date("2026-05-10T16:00:00Z");
    expect(scheduleAfterChoice(before, wish, null)).toEqual({ servedDate: null, nextReminderAt: today });
  });

  it("begins tomorrow once its hour has passed", () => {
    const tomorrow = new Date("2026-05-11T16:00:00Z");
    expect(scheduleAfterChoice(after, wish, null)).toEqual({ servedDate: "2026-05-10", nextReminderAt: tomorrow });
  });

  it("does not give a second mail on a date that had one", () => {
    const served = { ...wish, servedDate: "2026-05-10" };
    const tomorrow = new Date("2026-05-11T16:00:00Z");
    expect(scheduleAfterChoice(before, served, null)).toEqual({ servedDate: "2026-05-10", nextReminderAt: tomorrow });
  });

  it("leaves a mail alone that was due already, but not one of yesterday", () => {
    const dueSince = new Date("2026-05-10T15:30:00Z");
    expect(scheduleAfterChoice(after, wish, dueSince)).toEqual({ servedDate: null, nextReminderAt: dueSince });
    const ofYesterday = new Date("2026-05-09T16:00:00Z");
    expect(scheduleAfterChoice(after, wish, ofYesterday).servedDate).toBe("2026-05-10");
  });
});
