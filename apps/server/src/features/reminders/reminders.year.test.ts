import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { afterAll, describe, expect, it } from "vitest";
import { addBreak, endBreaks } from "#features/pace/pace.service.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { openSmtp } from "#platform/mail/smtp.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { ExpectedUser } from "#testing/reminders-oracle.ts";
import { type RemindersUser, sharedRemindersWorld, type WaitingDigest } from "#testing/reminders-world.ts";
import { startSmtpServer } from "#testing/smtp-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse(process.env.WHOLE_YEAR ? "2026-01-10T00:00:00Z" : "2026-02-25T00:00:00Z");
/** The whole year on request (`npm run test:year`); otherwise the weeks in which clocks change in most of the zones. */
const END = Date.parse(process.env.WHOLE_YEAR ? "2027-01-10T00:00:00Z" : "2026-04-10T00:00:00Z");
const SHARE_OF_YEAR = (END - START) / (365 * DAY);

type Person = {
  zone: string;
  /** The hour at which their days begin; the product's unless told. */
  dayStart?: number;
  hour: number;
  /** How likely a day has study. */
  diligence: number;
  /** The most days until a card comes back. */
  rest: number;
  /** Where else they spend weeks. */
  travels?: string[];
  pauses?: boolean;
  changesMind?: boolean;
  /** Whether they tell the product when they go away. */
  rests?: boolean;
};

// Who is reminded early has hardly ever studied by then; who is reminded late mostly has.
const PEOPLE: Person[] = [
  { zone: "Europe/Madrid", dayStart: 0, hour: 2, diligence: 0.8, rest: 24 },
  { zone: "Europe/Madrid", hour: 20, diligence: 0.7, rest: 12, pauses: true, rests: true },
  { zone: "America/New_York", hour: 18, diligence: 0.8, rest: 8, travels: ["Europe/Madrid", "America/Los_Angeles"] },
  { zone: "America/Santiago", dayStart: 0, hour: 0, diligence: 0.8, rest: 24 },
  { zone: "America/Santiago", hour: 21, diligence: 0.7, rest: 5, changesMind: true },
  { zone: "America/Nuuk", dayStart: 0, hour: 23, diligence: 0.7, rest: 4 },
  { zone: "Asia/Kolkata", dayStart: 6, hour: 19, diligence: 0.7, rest: 12, pauses: true },
  { zone: "Asia/Kathmandu", hour: 18, diligence: 0.8, rest: 8, changesMind: true, rests: true },
  { zone: "Australia/Lord_Howe", dayStart: 2, hour: 2, diligence: 0.8, rest: 24 },
  {
    zone: "Pacific/Auckland",
    hour: 22,
    diligence: 0.7,
    rest: 8,
    travels: ["Pacific/Honolulu", "Asia/Kolkata"],
    rests: true,
  },
  {
    zone: "Pacific/Apia",
    dayStart: 0,
    hour: 18,
    diligence: 0.8,
    rest: 8,
    travels: ["Pacific/Pago_Pago", "Pacific/Kiritimati"],
  },
  { zone: "Africa/Cairo", hour: 0, diligence: 0.6, rest: 14, pauses: true, travels: ["Africa/Casablanca"] },
];

/** The same numbers each time, evenly from 0 to 1. */
function lottery(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Step =
  | { kind: "visit" | "study" | "practise" | "toggle" | "newCard" | "endRest" }
  | { kind: "rest"; days: number }
  | { kind: "move"; zone: string }
  | { kind: "hour"; hour: number };
type Event = { time: number; person: number; step: Step };

/** What people do in the year: on most days a little, at any minute. */
function lives(chance: () => number): Event[] {
  const events: Event[] = [];
  const between = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1));
  PEOPLE.forEach(({ zone, diligence, travels, pauses, changesMind, rests }, person) => {
    const homes = [zone, ...(travels ?? [])];
    let awayUntil = 0;
    for (let day = START; day < END; day += DAY) {
      const at = (step: Step) => events.push({ time: day + between(0, 1439) * MINUTE, person, step });
      if (day < awayUntil) continue;
      if (pauses && chance() < 0.025) awayUntil = day + between(12, 45) * DAY;
      if (rests && chance() < 0.04) {
        const days = between(1, 30);
        at({ kind: "rest", days });
        // Some come back sooner, some later, and some do not go.
        if (chance() < 0.7) awayUntil = day + between(1, days + 20) * DAY;
      }
      if (rests && chance() < 0.05) at({ kind: "endRest" });
      if (travels && chance() < 0.12) at({ kind: "move", zone: homes[between(0, homes.length - 1)] as string });
      if (changesMind && chance() < 0.1) at({ kind: "toggle" });
      if (changesMind && chance() < 0.1) at({ kind: "hour", hour: between(0, 23) });
      if (chance() < diligence) at({ kind: "study" });
      else if (chance() < 0.05) at({ kind: "practise" });
      else if (chance() < 0.3) at({ kind: "visit" });
      if (chance() < 0.01) at({ kind: "newCard" });
    }
  });
  return events.sort((a, b) => a.time - b.time);
}

type Outage = { from: number; until: number };
const isOut = (outages: Outage[], time: number) => outages.some(({ from, until }) => time >= from && time < until);

function outages(chance: () => number, perYear: number, longestHours: number): Outage[] {
  return Array.from({ length: Math.ceil(perYear * SHARE_OF_YEAR) }, () => {
    const from = START + chance() * (END - START);
    return { from, until: from + chance() * longestHours * HOUR };
  });
}

/** Somebody in the product, and the same somebody on paper. */
type Life = { user: RemindersUser; paper: ExpectedUser; wanted: boolean; folder: number; rest: number };

const world = await sharedRemindersWorld();
const server = await startSmtpServer();
const smtp = openSmtp({ url: server.url, from: "Repasa <no-reply@repasa.example>" });

afterAll(async () => {
  await smtp.close();
  await server.close();
});

const momentOf = ({ zone, dayStart }: ExpectedUser, time: number) =>
  momentAt(new Date(time), { timeZone: zone, dayStartHour: dayStart });

async function begin({ zone, dayStart = DEFAULT_DAY_START_HOUR, hour, rest }: Person): Promise<Life> {
  const user = await world.newUser();
  const paper = new ExpectedUser({ zone, dayStart }, hour, START);
  const moment = momentOf(paper, START);
  await user.visit(moment);
  await user.choose(moment, { reminder: true, reminderHour: hour, dayStartHour: dayStart });
  paper.visit(START, zone);
  paper.choose(START, true, hour);
  const life = { user, paper, wanted: true, folder: await user.log.folder(), rest };
  for (let cards = 0; cards < 2; cards++) await addCard(life, START);
  return life;
}

async function addCard({ user, paper, folder }: Life, time: number): Promise<void> {
  paper.cards.set(await user.log.card(folder, momentOf(paper, time)), null);
}

async function live(life: Life, time: number, step: Step, chance: () => number): Promise<void> {
  const { user, paper } = life;
  paper.visit(time, step.kind === "move" ? step.zone : paper.zone);
  const moment = momentOf(paper, time);
  await user.visit(moment);
  if (step.kind === "newCard") await addCard(life, time);
  if (step.kind === "rest" && !paper.hasBreak(time)) {
    const from = addDays(moment.today, 1);
    await addBreak(world.ctx, user.owner, moment, { from, to: addDays(moment.today, step.days) });
    paper.addBreak(from, step.days);
  }
  if (step.kind === "endRest") {
    await endBreaks(world.ctx, user.owner, moment, {});
    paper.endBreak(time);
  }
  if (step.kind === "toggle" || step.kind === "hour") {
    if (step.kind === "toggle") life.wanted = !life.wanted;
    const hour = step.kind === "hour" ? step.hour : paper.hour;
    await user.choose(moment, { reminder: life.wanted, reminderHour: hour });
    paper.choose(time, life.wanted, hour);
  }
  if (step.kind === "study" || step.kind === "practise") {
    const pending = [...paper.cards].filter(([, due]) => paper.isPending(due, time)).map(([card]) => card);
    const some = step.kind === "study" ? pending : [...paper.cards.keys()].slice(0, 1);
    const dues = some.map(() => addDays(moment.today, Math.ceil(chance() * life.rest)));
    for (const [index, card] of some.entries()) paper.cards.set(card, dues[index] as string);
    if (some.length > 0) await rate(life, some, time, dues);
    if (some.length > 0) paper.study(time);
  }
}

/** Ratings, as far as reminders look at them: rows in the log, and when the cards come back. */
async function rate({ user, paper }: Life, cards: number[], time: number, dues: string[]): Promise<void> {
  await world.pool.query({
    name: "year-rate",
    text: `WITH rating AS (SELECT * FROM unnest($2::bigint[], $5::date[]) AS rating (card, due)), card AS (
        UPDATE cards SET next_review_at = due, next_review_date = due, difficulty = 'medium' FROM rating WHERE user_id = $1 AND id = card
      )
      INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at,
        time_zone, local_date, practice, state_before, state_after)
      SELECT $1, gen_random_uuid(), card, 0, 'medium', 'correct', 3, $3, $4, $6, false, '{}', '{}' FROM rating`,
    values: [user.owner, cards, new Date(time), paper.zone, dues, paper.dateAt(time)],
  });
}

/** What the planner asks first: until then it does nothing, so it need not be asked again before somebody does something. */
async function firstDue(): Promise<number> {
  const { rows } = await world.pool.query<{ at: Date | null }>(
    "SELECT min(next_reminder_at) AS at FROM user_reminders",
  );
  return rows[0]?.at?.getTime() ?? END;
}

type SentMail = { to: string; time: number; mail: Mail };

describe("a year", () => {
  it("brings everybody each mail that it should, once, on its day, and no other", { timeout: 300_000 }, async () => {
    const chance = lottery(20_260_110);
    const people = await Promise.all(PEOPLE.map(begin));
    const events = lives(chance);
    const plannerDown = outages(chance, 25, 40);
    const mailDown = outages(chance, 25, 30);
    const sent: SentMail[] = [];
    let bySmtp = 0;
    let time = START;
    world.outgoing.send = async (mail) => {
      if (isOut(mailDown, time)) throw new Error("the mail server is away");
      // Part of it through a real server; the rest would only take longer.
      if (people.findIndex(({ user }) => user.email === mail.to) % 4 === 0) {
        await smtp.send(mail);
        bySmtp++;
      }
      sent.push({ to: mail.to, time, mail });
    };

    let ticks = 0;
    let next = 0;
    let due: number | null = null;
    const zones = new Set<string>();
    /** Whose mail of which date each piece of work is. */
    const dates = new Map<string, string>();
    let waiting: WaitingDigest[] = [];
    for (time = START; time < END; time += Math.round((20 + chance() * 40) * MINUTE)) {
      const now = new Date(time);
      for (let event = events[next]; event !== undefined && event.time <= time; event = events[++next]) {
        const life = people[event.person] as Life;
        await live(life, event.time, event.step, chance);
        zones.add(life.paper.zone);
        due = null;
      }
      ticks++;
      const plans = !isOut(plannerDown, time);
      if (plans) due ??= await firstDue();
      if (plans && due !== null && due <= time) {
        await world.plan(now);
        due = null;
      }
      for (const digest of world.digests) dates.set(digest.id, `${digest.data.userId} ${digest.data.date}`);
      waiting.push(...world.digests.splice(0));
      const later: WaitingDigest[] = [];
      await Promise.all(
        waiting.map((digest) =>
          world.deliver(digest, now).catch((error: Error) => {
            if (error.message === "the mail server is away") later.push(digest);
            else if (error.name !== "PermanentFailure") throw error;
          }),
        ),
      );
      waiting = later;
      for (const { paper } of people) paper.run(time, plans, !isOut(mailDown, time));
    }

    const expected = people.flatMap(({ user, paper }) => paper.mails.map((mail) => ({ ...mail, to: user.email })));
    const kindOf = ({ subject }: Mail) => (subject === "Dejamos de escribirte por ahora" ? "farewell" : "digest");
    const key = (to: string, time: number, kind: string) => `${to} ${new Date(time).toISOString()} ${kind}`;
    const sentKeys = sent.map(({ to, time, mail }) => key(to, time, kindOf(mail)));
    const expectedKeys = expected.map(({ to, time, kind }) => key(to, time, kind));
    const missing = expectedKeys.filter((one) => !sentKeys.includes(one));
    const sentDates = sent.map(({ mail }) => dates.get(mail.messageId.replace(/^<recordatorio\.|@.*$/g, "")));
    const doubled = sentDates.length - new Set(sentDates).size;
    const { rows } = await world.pool.query<{ n: number }>(
      "SELECT count(DISTINCT (user_id, scheduled_at)) AS n FROM email_reminders WHERE sent_at IS NOT NULL",
    );
    process.stdout.write(
      `${Math.round(12 * SHARE_OF_YEAR)} months of reminders, ${PEOPLE.length} people, ${zones.size} zones, ${ticks} ticks: ` +
        `sent ${sent.length} (${bySmtp} by SMTP), expected ${expected.length}, doubled ${doubled}, missing ${missing.length}\n`,
    );
    expect({ missing, doubled, unexpected: sentKeys.filter((one) => !expectedKeys.includes(one)) }).toEqual({
      missing: [],
      doubled: 0,
      unexpected: [],
    });
    expect(sentKeys.toSorted()).toEqual(expectedKeys.toSorted());
    // Whatever the rules on paper say: nobody has two mails of one date.
    expect(new Set(expected.map(({ to, date }) => `${to} ${date}`)).size).toBe(expected.length);
    expect(rows[0]?.n).toBe(expected.filter(({ kind }) => kind === "digest").length);
    // Days on which nothing happens would prove nothing.
    const farewells = expected.filter(({ kind }) => kind === "farewell");
    expect(expected.length).toBeGreaterThan(600 * SHARE_OF_YEAR);
    expect(farewells.length).toBeGreaterThan(3 * SHARE_OF_YEAR);

    const accepted = await server.mails();
    expect(accepted).toHaveLength(bySmtp);
    expect(new Set(accepted.map(({ messageId }) => messageId)).size).toBe(bySmtp);
    for (const mail of accepted) {
      const { subject = "", text = "" } = mail;
      expect(subject).toMatch(/^(\d+ cartas? te esperan? hoy|Dejamos de escribirte por ahora)$/);
      expect(text).toMatch(/https:\/\/repasa\.example\/unsubscribe\?token=[0-9a-f-]{36}/);
      expect(text).toContain("https://repasa.example/study");
    }
  });
});
