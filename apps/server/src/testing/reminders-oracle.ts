// A second, simple implementation of reminders, with which the simulation of a year is compared. It works by other means: it reads
// the wall clock of Intl at every quarter of an hour, and uses lists instead of tables.

type ClockTime = { date: string; hour: number };
/** A user's time zone, and the hour at which their days begin. */
type UserCalendar = { zone: string; dayStart: number };

const QUARTER = 15 * 60_000;
const DAY = 24 * 3_600_000;
const AWAY_DAYS = 14;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date and the hour that a wall clock shows. */
function readClock(time: number, zone: string): ClockTime {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "short",
    });
    formats.set(zone, format);
  }
  const text = format.format(time);
  return { date: text.slice(0, 10), hour: Number(text.slice(11, 13)) };
}

function dateAt(time: number, { zone, dayStart }: UserCalendar): string {
  const { date, hour } = readClock(time, zone);
  return hour >= dayStart ? date : addDays(date, -1);
}

const reminderTimes = new Map<string, number>();

/** Returns the first quarter of a date at which the clock shows an hour or, if that hour is skipped, the next one that it shows. */
function findReminderTime(date: string, hour: number, calendar: UserCalendar): number {
  const key = `${date} ${hour} ${calendar.zone} ${calendar.dayStart}`;
  let reminderTime = reminderTimes.get(key);
  if (reminderTime === undefined) {
    const noon = Date.parse(`${date}T12:00:00Z`);
    const quarters: { time: number; hour: number }[] = [];
    // Hours count from the beginning of the day.
    const hourOfDay = (shown: number) => (shown - calendar.dayStart + 24) % 24;
    for (let time = noon - 27 * 3_600_000; time <= noon + 33 * 3_600_000; time += QUARTER) {
      if (dateAt(time, calendar) === date)
        quarters.push({ time, hour: hourOfDay(readClock(time, calendar.zone).hour) });
    }
    const shown = quarters.map((quarter) => quarter.hour);
    const wantedHour = hourOfDay(hour);
    const wanted = shown.includes(wantedHour)
      ? wantedHour
      : (shown.find((one) => one > wantedHour) ?? Math.max(...shown));
    reminderTime = quarters.find((quarter) => quarter.hour === wanted)?.time ?? Number.POSITIVE_INFINITY;
    reminderTimes.set(key, reminderTime);
  }
  return reminderTime;
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

export type ExpectedMail = { time: number; date: string; kind: "digest" | "farewell" };
type PlannedMail = { date: string; zone: string };

export class ExpectedUser {
  readonly mails: ExpectedMail[] = [];
  /** The date on which each card falls due; null for a new card. */
  readonly cards = new Map<number, string | null>();
  zone: string;
  readonly dayStart: number;
  hour: number;
  private wanted = false;
  private lastVisit: number;
  /** The latest date for which a mail was planned or ruled out. */
  private decidedDate = "";
  private farewell: number | null = null;
  private readonly studied = new Set<string>();
  /** The dates of breaks. */
  private readonly breaks = new Set<string>();
  private planned: PlannedMail[] = [];

  constructor({ zone, dayStart }: UserCalendar, hour: number, time: number) {
    this.zone = zone;
    this.dayStart = dayStart;
    this.hour = hour;
    this.lastVisit = time;
  }

  dateAt(time: number): string {
    return dateAt(time, this);
  }

  private isReminderTimePast(time: number, hour = this.hour): boolean {
    return findReminderTime(this.dateAt(time), hour, this) <= time;
  }

  private get isSilent(): boolean {
    return this.farewell !== null && this.farewell >= this.lastVisit;
  }

  /** Returns whether today is undecided: no mail was planned for it, and none was ruled out. */
  private isOpen(time: number): boolean {
    return this.wanted && !this.isSilent && this.dateAt(time) > this.decidedDate;
  }

  /** Rules out a mail for today if its hour has passed: reminders begin with the next day. */
  private skipPassedHour(time: number): void {
    const today = this.dateAt(time);
    if (this.isReminderTimePast(time) && today > this.decidedDate) this.decidedDate = today;
  }

  visit(time: number, zone: string): void {
    const comesBack = this.isSilent;
    this.zone = zone;
    this.lastVisit = time;
    if (comesBack) this.skipPassedHour(time);
  }

  choose(time: number, wanted: boolean, hour: number): void {
    const wasComing = this.isOpen(time) && this.isReminderTimePast(time);
    this.wanted = wanted;
    this.hour = hour;
    if (wanted && !wasComing) this.skipPassedHour(time);
  }

  study(time: number): void {
    this.studied.add(this.dateAt(time));
  }

  /** Returns whether a break is in progress, ended yesterday, or will begin. */
  hasBreak(time: number): boolean {
    const yesterday = addDays(this.dateAt(time), -1);
    return [...this.breaks].some((date) => date >= yesterday);
  }

  addBreak(from: string, days: number): void {
    for (let day = 0; day < days; day++) this.breaks.add(addDays(from, day));
  }

  endBreak(time: number): void {
    for (const date of this.breaks) if (date >= this.dateAt(time)) this.breaks.delete(date);
  }

  /** Counts the dates without a visit since the last one, except those in breaks. */
  private countDaysAway(today: string): number {
    let days = 0;
    for (let date = this.dateAt(this.lastVisit); date < today; ) {
      date = addDays(date, 1);
      if (!this.breaks.has(date)) days++;
    }
    return days;
  }

  isPending(due: string | null, time: number): boolean {
    return due === null || due <= this.dateAt(time);
  }

  private hasPending(time: number): boolean {
    return [...this.cards.values()].some((due) => this.isPending(due, time));
  }

  /** Plans and sends what is due at an instant: the planner may not run then, and the mail server may be down. */
  run(time: number, plans: boolean, mailWorks: boolean): void {
    const today = this.dateAt(time);
    if (plans && this.isOpen(time) && this.isReminderTimePast(time)) {
      this.decidedDate = today;
      const isNeeded = this.hasPending(time) && !this.studied.has(today) && !this.breaks.has(today);
      if (isNeeded) this.planned.push({ date: today, zone: this.zone });
    }
    this.planned = this.planned.filter(({ date }) => {
      const isObsolete =
        !this.wanted || this.isSilent || date < today || this.studied.has(date) || this.studied.has(today);
      if (isObsolete || this.breaks.has(today) || !this.hasPending(time)) return false;
      if (!mailWorks) return true;
      const isAway = this.countDaysAway(today) >= AWAY_DAYS;
      if (isAway) this.farewell = time;
      this.mails.push({ time, date, kind: isAway ? "farewell" : "digest" });
      return false;
    });
  }
}
