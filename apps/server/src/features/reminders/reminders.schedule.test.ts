import { addDays, type Calendar, computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ClockTime,
  findNextReminder,
  resolveClockTime,
  scheduleAfterTimeChoice,
  scheduleAfterZoneChange,
} from "./reminders.schedule.ts";

/** Zones with clock changes at unusual times and at midnight, with unusual offsets, and on both sides of the date line. */
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
// The range includes years in which zones skipped whole dates, and years for which the rules are only predicted.
const instant = fc.date({
  min: new Date("1990-01-01T00:00:00Z"),
  max: new Date("2036-12-31T00:00:00Z"),
  noInvalidDate: true,
});

/** Days from today to the served date, the last one for which a reminder was sent or skipped; null if there is none. */
const servedOffset = fc.option(fc.integer({ min: -3, max: 2 }));
const createReminderTime = (now: Date, calendar: Calendar, clock: ClockTime, offset: number | null) => ({
  ...calendar,
  ...clock,
  servedDate: offset === null ? null : addDays(computeLocalDate(now, calendar), offset),
});

describe("resolveClockTime", () => {
  it.each([
    // A time that clocks skip is moved later by the skipped duration: for the first skipped minute, to the instant of the change.
    ["2026-03-29", "2:00", 0, "Europe/Madrid", "2026-03-29T01:00:00.000Z"],
    ["2026-09-06", "0:00", 0, "America/Santiago", "2026-09-06T04:00:00.000Z"],
    ["2026-10-04", "2:00", 0, "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
    // A skipped time is moved earlier by the skipped duration if it would otherwise be on the next date.
    ["2027-03-27", "23:00", 0, "America/Nuuk", "2027-03-28T00:00:00.000Z"],
    // The first of two repeated times is returned.
    ["2026-10-25", "2:00", 0, "Europe/Madrid", "2026-10-25T00:00:00.000Z"],
    ["2026-11-01", "1:00", 0, "America/New_York", "2026-11-01T05:00:00.000Z"],
    ["2026-04-04", "23:00", 0, "America/Santiago", "2026-04-05T02:00:00.000Z"],
    ["2026-05-10", "18:00", 0, "Asia/Kathmandu", "2026-05-10T12:15:00.000Z"],
    ["2026-05-10", "18:30", 0, "Europe/Madrid", "2026-05-10T16:30:00.000Z"],
    ["2026-05-10", "18:30", 0, "Asia/Kathmandu", "2026-05-10T12:45:00.000Z"],
    // A skipped time is moved later by the skipped duration.
    ["2026-03-29", "2:30", 0, "Europe/Madrid", "2026-03-29T01:30:00.000Z"],
    // The first of two repeated times is returned. Lord Howe's clocks move by half an hour, so 2:30 exists although 2:00 does not.
    ["2026-10-25", "2:30", 0, "Europe/Madrid", "2026-10-25T00:30:00.000Z"],
    ["2026-10-04", "2:30", 0, "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
    // A study day lasts from four to four, so its hours before four are at its end, on the morning of the next calendar date.
    ["2026-05-10", "18:00", 4, "Europe/Madrid", "2026-05-10T16:00:00.000Z"],
    ["2026-05-10", "4:00", 4, "Europe/Madrid", "2026-05-10T02:00:00.000Z"],
    ["2026-05-10", "3:00", 4, "Europe/Madrid", "2026-05-11T01:00:00.000Z"],
    ["2026-03-28", "2:00", 4, "Europe/Madrid", "2026-03-29T01:00:00.000Z"],
    ["2026-10-24", "2:00", 4, "Europe/Madrid", "2026-10-25T00:00:00.000Z"],
    // A skipped time may move to the next calendar date, because it is still the same study day.
    ["2027-03-27", "23:00", 4, "America/Nuuk", "2027-03-28T01:00:00.000Z"],
    // The time zone skipped the calendar date that 3:00 would be on, so the beginning of the study day's last hour is returned.
    ["1994-12-30", "3:00", 4, "Pacific/Kiritimati", "1994-12-31T09:00:00.000Z"],
  ])("resolves %s at %s, with days that begin at %i, in %s", (date, clock, dayStartHour, timeZone, expected) => {
    const [hour, minute] = clock.split(":").map(Number) as [number, number];
    expect(resolveClockTime(date, { hour, minute }, { timeZone, dayStartHour })?.toISOString()).toBe(expected);
  });

  it("returns null for a date that a time zone skipped", () => {
    const apia = { timeZone: "Pacific/Apia", dayStartHour: 0 };
    expect(resolveClockTime("2011-12-30", { hour: 18, minute: 0 }, apia)).toBeNull();
    const dayBefore = new Date("2011-12-30T05:00:00Z");
    expect(computeLocalDate(dayBefore, apia)).toBe("2011-12-29");
    const next = findNextReminder(dayBefore, { ...apia, hour: 18, minute: 0, servedDate: "2011-12-29" });
    expect(next.date).toBe("2011-12-31");
  });

  it("returns an instant on the date, in every zone", () => {
    fc.assert(
      fc.property(instant, calendar, clockTime, (now, calendar, clock) => {
        const date = computeLocalDate(now, calendar);
        const at = resolveClockTime(date, clock, calendar);
        expect(at && computeLocalDate(at, calendar)).toBe(date);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("findNextReminder", () => {
  it("returns today's reminder until it is served, then tomorrow's", () => {
    const reminderTime = { timeZone: "Europe/Madrid", dayStartHour: 4, hour: 18, minute: 0, servedDate: null };
    const morning = new Date("2026-03-28T08:00:00Z");
    const today = { date: "2026-03-28", at: new Date("2026-03-28T17:00:00Z") };
    expect(findNextReminder(morning, reminderTime)).toEqual(today);
    const night = new Date("2026-03-28T22:00:00Z");
    expect(findNextReminder(night, reminderTime)).toEqual(today);
    const tomorrow = { date: "2026-03-29", at: new Date("2026-03-29T16:00:00Z") };
    expect(findNextReminder(night, { ...reminderTime, servedDate: "2026-03-28" })).toEqual(tomorrow);
  });

  it("returns a future instant in an hour in which clocks have gone back past midnight to the evening before", () => {
    const evening = new Date("2006-10-29T03:00:00Z");
    const stJohns = { timeZone: "America/St_Johns", dayStartHour: 0 };
    expect(computeLocalDate(new Date("2006-10-29T02:30:30Z"), stJohns)).toBe("2006-10-29");
    expect(computeLocalDate(evening, stJohns)).toBe("2006-10-28");
    const next = findNextReminder(evening, { ...stJohns, hour: 0, minute: 0, servedDate: "2006-10-28" });
    expect(next).toEqual({ date: "2006-10-29", at: new Date("2006-10-29T03:30:00Z") });
  });

  it("returns a date from today on that is later than the served one, and a future instant once that date is served", () => {
    fc.assert(
      fc.property(instant, calendar, clockTime, servedOffset, (now, calendar, clock, offset) => {
        const reminderTime = createReminderTime(now, calendar, clock, offset);
        const today = computeLocalDate(now, calendar);
        const { date, at } = findNextReminder(now, reminderTime);
        expect(computeLocalDate(at, calendar)).toBe(date);
        expect(date >= today).toBe(true);
        if (reminderTime.servedDate !== null) expect(date > reminderTime.servedDate).toBe(true);
        // Only today's reminder can be overdue. Once it is served, the next one is in the future, so planning cannot repeat endlessly.
        if (at <= now) expect(date).toBe(today);
        expect(findNextReminder(now, { ...reminderTime, servedDate: date }).at.getTime()).toBeGreaterThan(
          now.getTime(),
        );
      }),
      { numRuns: 3000 },
    );
  });

  it("returns every date of a month exactly once, across clock changes and for any interval between checks", () => {
    fc.assert(
      fc.property(
        instant,
        calendar,
        clockTime,
        fc.integer({ min: 1, max: 29 }),
        (start, calendar, clock, checkMinutes) => {
          const end = start.getTime() + 31 * 86_400_000;
          const dates: string[] = [];
          const reminderTime = { ...calendar, ...clock, servedDate: null as string | null };
          for (let time = start.getTime(); time < end; ) {
            const { date, at } = findNextReminder(new Date(time), reminderTime);
            if (at.getTime() > time) {
              // A check runs every `checkMinutes` minutes, so the next one is up to that much later than the reminder.
              time = at.getTime() + checkMinutes * MINUTE - (at.getTime() % (checkMinutes * MINUTE));
              continue;
            }
            dates.push(date);
            reminderTime.servedDate = date;
          }
          const expected = new Set<string>();
          for (let time = start.getTime(); time < end; time += 15 * MINUTE)
            expected.add(computeLocalDate(new Date(time), calendar));
          const missing = [...expected].filter((date) => !dates.includes(date));
          expect(new Set(dates).size).toBe(dates.length);
          // The last date is missing if its reminder is due after `end`, or so shortly before `end` that the next check is after it.
          expect(
            missing.filter((date) => (resolveClockTime(date, clock, calendar)?.getTime() ?? 0) < end - 60 * MINUTE),
          ).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("scheduleAfterZoneChange", () => {
  it("schedules at most one reminder per date, and one on every date whose reminder time is reached in the present zone", () => {
    /** The user stays in a time zone for this many minutes. */
    const stay = fc.record({ calendar, minutes: fc.integer({ min: 1, max: 60 * 72 }) });
    fc.assert(
      fc.property(instant, clockTime, fc.array(stay, { minLength: 1, maxLength: 12 }), (start, clock, stays) => {
        const dates: string[] = [];
        let time = start.getTime();
        let servedDate: string | null = null;
        for (const { calendar, minutes } of stays) {
          let next = scheduleAfterZoneChange(new Date(time), { ...calendar, ...clock, servedDate });
          expect(next.getTime()).toBeGreaterThanOrEqual(time);
          const until = time + minutes * MINUTE;
          while (next.getTime() < until) {
            const { date } = findNextReminder(next, { ...calendar, ...clock, servedDate });
            expect(computeLocalDate(next, calendar)).toBe(date);
            dates.push(date);
            servedDate = date;
            next = findNextReminder(next, { ...calendar, ...clock, servedDate }).at;
          }
          // At the end of a stay, today or a later date has been served, or today's reminder time has not been reached.
          const endOfStay = new Date(until - 1);
          const today = computeLocalDate(endOfStay, calendar);
          const reminderAt = resolveClockTime(today, clock, calendar);
          if (reminderAt !== null && reminderAt <= endOfStay)
            expect(servedDate !== null && servedDate >= today).toBe(true);
          time = until;
        }
        expect(dates).toEqual([...new Set(dates)].sort());
      }),
      { numRuns: 1000 },
    );
  });

  it("returns the present instant if today's reminder time has passed and today is not served", () => {
    const now = new Date("2026-05-10T20:00:00Z");
    const reminderTime = { timeZone: "Europe/Madrid", dayStartHour: 4, hour: 18, minute: 0, servedDate: "2026-05-09" };
    expect(scheduleAfterZoneChange(now, reminderTime)).toEqual(now);
    expect(scheduleAfterZoneChange(now, { ...reminderTime, servedDate: "2026-05-10" })).toEqual(
      new Date("2026-05-11T16:00:00Z"),
    );
  });
});

describe("scheduleAfterTimeChoice", () => {
  const reminderTime = { timeZone: "Europe/Madrid", dayStartHour: 4, hour: 18, minute: 0, servedDate: null };
  const before = new Date("2026-05-10T15:59:00Z");
  const after = new Date("2026-05-10T16:00:00Z");

  it("starts today if today's reminder time has not passed", () => {
    const today = new Date("2026-05-10T16:00:00Z");
    expect(scheduleAfterTimeChoice(before, reminderTime, null)).toEqual({ servedDate: null, nextReminderAt: today });
  });

  it("starts tomorrow if today's reminder time has passed", () => {
    const tomorrow = new Date("2026-05-11T16:00:00Z");
    expect(scheduleAfterTimeChoice(after, reminderTime, null)).toEqual({
      servedDate: "2026-05-10",
      nextReminderAt: tomorrow,
    });
  });

  it("schedules no second reminder for a served date", () => {
    const servedToday = { ...reminderTime, servedDate: "2026-05-10" };
    const tomorrow = new Date("2026-05-11T16:00:00Z");
    expect(scheduleAfterTimeChoice(before, servedToday, null)).toEqual({
      servedDate: "2026-05-10",
      nextReminderAt: tomorrow,
    });
  });

  it("keeps a reminder that has been due since earlier today, but not one that has been due since yesterday", () => {
    const dueSince = new Date("2026-05-10T15:30:00Z");
    expect(scheduleAfterTimeChoice(after, reminderTime, dueSince)).toEqual({
      servedDate: null,
      nextReminderAt: dueSince,
    });
    const dueSinceYesterday = new Date("2026-05-09T16:00:00Z");
    expect(scheduleAfterTimeChoice(after, reminderTime, dueSinceYesterday).servedDate).toBe("2026-05-10");
  });
});
