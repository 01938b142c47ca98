/**
 * What reminders ought to do, told once more in the plainest way and with other means (the clock faces that Intl shows,
 * read every quarter of an hour; lists instead of tables): what the simulation of a year is held against.
 */

type Face = { date: string; hour: number };
/** Where somebody is, and the hour at which their days begin. */
type Home = { zone: string; dayStart: number };

const QUARTER = 15 * 60_000;
const DAY = 24 * 3_600_000;
const AWAY_DAYS = 14;

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock shows. */
function faceAt(time: number, zone: string): Face {
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

function dateAt(time: number, { zone, dayStart }: Home): string {
  const { date, hour } = faceAt(time, zone);
  return hour >= dayStart ? date : shifted(date, -1);
}

const strikes = new Map<string, number>();

/** When the wish for an hour is first met on a date: the first quarter that shows it or, had it been skipped, a later one. */
function strikeOn(date: string, hour: number, home: Home): number {
  const key = `${date} ${hour} ${home.zone} ${home.dayStart}`;
  let strike = strikes.get(key);
  if (strike === undefined) {
    const noon = Date.parse(`${date}T12:00:00Z`);
    const quarters: { time: number; hour: number }[] = [];
    // Hours count from the beginning of the day.
    const hourOfDay = (shown: number) => (shown - home.dayStart + 24) % 24;
    for (let time = noon - 27 * 3_600_000; time <= noon + 33 * 3_600_000; time += QUARTER) {
      if (dateAt(time, home) === date) quarters.push({ time, hour: hourOfDay(faceAt(time, home.zone).hour) });
    }
    const shown = quarters.map((quarter) => quarter.hour);
    const wish = hourOfDay(hour);
    const wanted = shown.includes(wish) ? wish : (shown.find((one) => one > wish) ?? Math.max(...shown));
    strike = quarters.find((quarter) => quarter.hour === wanted)?.time ?? Number.POSITIVE_INFINITY;
    strikes.set(key, strike);
  }
  return strike;
}

function shifted(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

export type ExpectedMail = { time: number; date: string; kind: "digest" | "farewell" };
type Promised = { date: string; home: string };

export class ExpectedUser {
  readonly mails: ExpectedMail[] = [];
  /** The date on which each falls due; null for a new one. */
  readonly cards = new Map<number, string | null>();
  zone: string;
  readonly dayStart: number;
  hour: number;
  private wanted = false;
  private lastVisit: number;
  private dealtWith = "";
  private farewell: number | null = null;
  private readonly studied = new Set<string>();
  /** The dates of breaks. */
  private readonly breaks = new Set<string>();
  private promised: Promised[] = [];

  constructor({ zone, dayStart }: Home, hour: number, time: number) {
    this.zone = zone;
    this.dayStart = dayStart;
    this.hour = hour;
    this.lastVisit = time;
  }

  dateAt(time: number): string {
    return dateAt(time, this);
  }

  private hasStruck(time: number, hour = this.hour): boolean {
    return strikeOn(this.dateAt(time), hour, this) <= time;
  }

  private get isSilent(): boolean {
    return this.farewell !== null && this.farewell >= this.lastVisit;
  }

  /** Whether today is still to be dealt with: there was no mail for it, and no decision against one. */
  private isOpen(time: number): boolean {
    return this.wanted && !this.isSilent && this.dateAt(time) > this.dealtWith;
  }

  private begin(time: number): void {
    const today = this.dateAt(time);
    if (this.hasStruck(time) && today > this.dealtWith) this.dealtWith = today;
  }

  visit(time: number, zone: string): void {
    const comesBack = this.isSilent;
    this.zone = zone;
    this.lastVisit = time;
    if (comesBack) this.begin(time);
  }

  choose(time: number, wanted: boolean, hour: number): void {
    const wasComing = this.isOpen(time) && this.hasStruck(time);
    this.wanted = wanted;
    this.hour = hour;
    if (wanted && !wasComing) this.begin(time);
  }

  study(time: number): void {
    this.studied.add(this.dateAt(time));
  }

  /** Whether a break goes on, ended yesterday or is to come. */
  hasBreak(time: number): boolean {
    const yesterday = shifted(this.dateAt(time), -1);
    return [...this.breaks].some((date) => date >= yesterday);
  }

  rest(from: string, days: number): void {
    for (let day = 0; day < days; day++) this.breaks.add(shifted(from, day));
  }

  endRest(time: number): void {
    for (const date of this.breaks) if (date >= this.dateAt(time)) this.breaks.delete(date);
  }

  /** On how many dates they could have come and did not. */
  private daysAway(today: string): number {
    let days = 0;
    for (let date = this.dateAt(this.lastVisit); date < today; ) {
      date = shifted(date, 1);
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

  look(time: number, plans: boolean, mailWorks: boolean): void {
    const today = this.dateAt(time);
    if (plans && this.isOpen(time) && this.hasStruck(time)) {
      this.dealtWith = today;
      const asks = this.hasPending(time) && !this.studied.has(today) && !this.breaks.has(today);
      if (asks) this.promised.push({ date: today, home: this.zone });
    }
    this.promised = this.promised.filter(({ date }) => {
      const wrong = !this.wanted || this.isSilent || date < today || this.studied.has(date) || this.studied.has(today);
      if (wrong || this.breaks.has(today) || !this.hasPending(time)) return false;
      if (!mailWorks) return true;
      const isAway = this.daysAway(today) >= AWAY_DAYS;
      if (isAway) this.farewell = time;
      this.mails.push({ time, date, kind: isAway ? "farewell" : "digest" });
      return false;
    });
  }
}
