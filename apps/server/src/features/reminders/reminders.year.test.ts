import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { afterAll, describe, expect, it } from "vitest";
import { addBreak, endBreaks } from "#features/pace/pace.service.ts";
import { openSmtp } from "#platform/mail/smtp.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { addDevice } from "#testing/push-devices.ts";
import { startPushService } from "#testing/push-service.ts";
import { ExpectedUser } from "#testing/reminders-oracle.ts";
import { type RemindersUser, sharedRemindersWorld, type WaitingDigest } from "#testing/reminders-world.ts";
import { startSmtpServer } from "#testing/smtp-server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The simulated weeks are those in which clocks change in most of the zones; `npm run test:year` simulates a whole year. */
const START = Date.parse(process.env.WHOLE_YEAR ? "2026-01-10T00:00:00Z" : "2026-02-25T00:00:00Z");
const END = Date.parse(process.env.WHOLE_YEAR ? "2027-01-10T00:00:00Z" : "2026-04-10T00:00:00Z");
const SHARE_OF_YEAR = (END - START) / (365 * DAY);

type Person = {
  zone: string;
  /** The hour at which their days begin; the product's default if undefined. */
  dayStart?: number;
  hour: number;
  /** The probability of study on a day. */
  diligence: number;
  /** The maximum number of days until a rated card is due again. */
  maxInterval: number;
  /** Other time zones in which they spend weeks. */
  travels?: string[];
  /** Whether they stay away for weeks at times. */
  goesAway?: boolean;
  changesMind?: boolean;
  /** Whether they add and end breaks. */
  takesBreaks?: boolean;
  /** True if a device of theirs gets the reminders instead of their mailbox. */
  hasDevice?: boolean;
};

// A user who is reminded early has hardly ever studied by then; one who is reminded late mostly has.
const PEOPLE: Person[] = [
  { zone: "Europe/Madrid", dayStart: 0, hour: 2, diligence: 0.8, maxInterval: 24 },
  { zone: "Europe/Madrid", hour: 20, diligence: 0.7, maxInterval: 12, goesAway: true, takesBreaks: true },
  {
    zone: "America/New_York",
    hour: 18,
    diligence: 0.8,
    maxInterval: 8,
    travels: ["Europe/Madrid", "America/Los_Angeles"],
    hasDevice: true,
  },
  { zone: "America/Santiago", dayStart: 0, hour: 0, diligence: 0.8, maxInterval: 24 },
  { zone: "America/Santiago", hour: 21, diligence: 0.7, maxInterval: 5, changesMind: true },
  { zone: "America/Nuuk", dayStart: 0, hour: 23, diligence: 0.7, maxInterval: 4 },
  { zone: "Asia/Kolkata", dayStart: 6, hour: 19, diligence: 0.7, maxInterval: 12, goesAway: true, hasDevice: true },
  {
    zone: "Asia/Kathmandu",
    hour: 18,
    diligence: 0.8,
    maxInterval: 8,
    changesMind: true,
    takesBreaks: true,
    hasDevice: true,
  },
  { zone: "Australia/Lord_Howe", dayStart: 2, hour: 2, diligence: 0.8, maxInterval: 24 },
  {
    zone: "Pacific/Auckland",
    hour: 22,
    diligence: 0.7,
    maxInterval: 8,
    travels: ["Pacific/Honolulu", "Asia/Kolkata"],
    takesBreaks: true,
    hasDevice: true,
  },
  {
    zone: "Pacific/Apia",
    dayStart: 0,
    hour: 18,
    diligence: 0.8,
    maxInterval: 8,
    travels: ["Pacific/Pago_Pago", "Pacific/Kiritimati"],
  },
  { zone: "Africa/Cairo", hour: 0, diligence: 0.6, maxInterval: 14, goesAway: true, travels: ["Africa/Casablanca"] },
];

/** Returns a generator of evenly distributed numbers from 0 to 1 that depend only on the seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Step =
  | { kind: "visit" | "study" | "practise" | "toggle" | "newCard" | "endBreak" }
  | { kind: "addBreak"; days: number }
  | { kind: "move"; zone: string }
  | { kind: "hour"; hour: number };
type Event = { time: number; person: number; step: Step };

/** Creates the events of the year, at random minutes: on most days, each person does one or two things. */
function createEvents(random: () => number): Event[] {
  const events: Event[] = [];
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  PEOPLE.forEach(({ zone, diligence, travels, goesAway, changesMind, takesBreaks }, person) => {
    const homes = [zone, ...(travels ?? [])];
    let awayUntil = 0;
    for (let day = START; day < END; day += DAY) {
      const at = (step: Step) => events.push({ time: day + between(0, 1439) * MINUTE, person, step });
      if (day < awayUntil) continue;
      if (goesAway && random() < 0.025) awayUntil = day + between(12, 45) * DAY;
      if (takesBreaks && random() < 0.04) {
        const days = between(1, 30);
        at({ kind: "addBreak", days });
        // Some return before the end of the break, some after it, and some do not go away.
        if (random() < 0.7) awayUntil = day + between(1, days + 20) * DAY;
      }
      if (takesBreaks && random() < 0.05) at({ kind: "endBreak" });
      if (travels && random() < 0.12) at({ kind: "move", zone: homes[between(0, homes.length - 1)] as string });
      if (changesMind && random() < 0.1) at({ kind: "toggle" });
      if (changesMind && random() < 0.1) at({ kind: "hour", hour: between(0, 23) });
      if (random() < diligence) at({ kind: "study" });
      else if (random() < 0.05) at({ kind: "practise" });
      else if (random() < 0.3) at({ kind: "visit" });
      if (random() < 0.01) at({ kind: "newCard" });
    }
  });
  return events.sort((a, b) => a.time - b.time);
}

/** The errors after which a job is repeated. */
const AWAY = new Set(["the mail server is away", "a push service has to be called again"]);

type Outage = { from: number; until: number };
const isOut = (outages: Outage[], time: number) => outages.some(({ from, until }) => time >= from && time < until);

function createOutages(random: () => number, perYear: number, maxHours: number): Outage[] {
  return Array.from({ length: Math.ceil(perYear * SHARE_OF_YEAR) }, () => {
    const from = START + random() * (END - START);
    return { from, until: from + random() * maxHours * HOUR };
  });
}

/** A user of the product, and the simple implementation's copy of the same user. */
type Life = {
  user: RemindersUser;
  expected: ExpectedUser;
  wanted: boolean;
  folder: number;
  maxInterval: number;
  /** The address of the device that gets the reminders. */
  endpoint: string | undefined;
};

const pushService = await startPushService();
const world = await sharedRemindersWorld({ pushHosts: pushService.origin });
const server = await startSmtpServer();
const smtp = openSmtp({ url: server.url, from: "Repasa <no-reply@repasa.example>" });

afterAll(async () => {
  await smtp.close();
  await pushService.close();
  await server.close();
});

const momentOf = ({ zone, dayStart }: ExpectedUser, time: number) =>
  momentAt(new Date(time), { timeZone: zone, dayStartHour: dayStart });

async function startLife({ zone, dayStart = DEFAULT_DAY_START_HOUR, ...person }: Person): Promise<Life> {
  const { hour, maxInterval, hasDevice } = person;
  const user = await world.newUser();
  const expected = new ExpectedUser({ zone, dayStart }, hour, START);
  const moment = momentOf(expected, START);
  await user.visit(moment);
  await user.choose(moment, { reminder: true, reminderHour: hour, dayStartHour: dayStart });
  expected.visit(START, zone);
  expected.choose(START, true, hour);
  const { pool } = world;
  const device = hasDevice && (await addDevice({ pool, service: pushService }, user.owner, new Date(START)));
  if (device) await user.choose(moment, { reminderChannels: ["push"] });
  const endpoint = device ? device.subscription.endpoint : undefined;
  const life = { user, expected, wanted: true, folder: await user.log.folder(), maxInterval, endpoint };
  for (let cards = 0; cards < 2; cards++) await addCard(life, START);
  return life;
}

async function addCard({ user, expected, folder }: Life, time: number): Promise<void> {
  expected.cards.set(await user.log.card(folder, momentOf(expected, time)), null);
}

async function performStep(life: Life, time: number, step: Step, random: () => number): Promise<void> {
  const { user, expected } = life;
  expected.visit(time, step.kind === "move" ? step.zone : expected.zone);
  const moment = momentOf(expected, time);
  await user.visit(moment);
  if (step.kind === "newCard") await addCard(life, time);
  if (step.kind === "addBreak" && !expected.hasBreak(time)) {
    const from = addDays(moment.today, 1);
    await addBreak(world.ctx, user.owner, moment, { from, to: addDays(moment.today, step.days) });
    expected.addBreak(from, step.days);
  }
  if (step.kind === "endBreak") {
    await endBreaks(world.ctx, user.owner, moment, {});
    expected.endBreak(time);
  }
  if (step.kind === "toggle" || step.kind === "hour") {
    if (step.kind === "toggle") life.wanted = !life.wanted;
    const hour = step.kind === "hour" ? step.hour : expected.hour;
    await user.choose(moment, { reminder: life.wanted, reminderHour: hour });
    expected.choose(time, life.wanted, hour);
  }
  if (step.kind === "study" || step.kind === "practise") {
    const pending = [...expected.cards].filter(([, due]) => expected.isPending(due, time)).map(([card]) => card);
    const some = step.kind === "study" ? pending : [...expected.cards.keys()].slice(0, 1);
    const dues = some.map(() => addDays(moment.today, Math.ceil(random() * life.maxInterval)));
    for (const [index, card] of some.entries()) expected.cards.set(card, dues[index] as string);
    if (some.length > 0) await rate(life, some, time, dues);
    if (some.length > 0) expected.study(time);
  }
}

/** Writes what reminders read of ratings: rows of the log, and the due dates of the cards. */
async function rate({ user, expected }: Life, cards: number[], time: number, dues: string[]): Promise<void> {
  await world.pool.query({
    name: "year-rate",
    text: `WITH rating AS (SELECT * FROM unnest($2::bigint[], $5::date[]) AS rating (card, due)), card AS (
        UPDATE cards SET next_review_at = due, next_review_date = due, difficulty = 'medium' FROM rating WHERE user_id = $1 AND id = card
      )
      INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at,
        time_zone, local_date, practice, state_before, state_after)
      SELECT $1, gen_random_uuid(), card, 0, 'medium', 'correct', 3, $3, $4, $6, false, '{}', '{}' FROM rating`,
    values: [user.owner, cards, new Date(time), expected.zone, dues, expected.dateAt(time)],
  });
}

/** Returns the first instant at which a user is due. Until then, or until an event changes it, the planner would do nothing. */
async function selectFirstDue(): Promise<number> {
  const { rows } = await world.pool.query<{ at: Date | null }>(
    "SELECT min(next_reminder_at) AS at FROM user_reminders",
  );
  return rows[0]?.at?.getTime() ?? END;
}

/** A mail or a message on a device, whose text is the same on the last day of an absence. */
type SentReminder = { to: string; time: number; kind: "digest" | "farewell" | "push" };

describe("a year of reminders", () => {
  it("sends exactly the mails and pushes that the simple implementation expects, each once", {
    timeout: 300_000,
  }, async () => {
    const random = createRandom(20_260_110);
    const people = await Promise.all(PEOPLE.map(startLife));
    const events = createEvents(random);
    const plannerDown = createOutages(random, 25, 40);
    const mailDown = createOutages(random, 25, 30);
    const sent: SentReminder[] = [];
    const sentDates: (string | undefined)[] = [];
    let bySmtp = 0;
    let time = START;
    world.outgoing.send = async (mail) => {
      if (isOut(mailDown, time)) throw new Error("the mail server is away");
      // A quarter of the users get their mails through a real server, which would take too long for all.
      if (people.findIndex(({ user }) => user.email === mail.to) % 4 === 0) {
        await smtp.send(mail);
        bySmtp++;
      }
      const isFarewell = mail.subject === "Dejamos de escribirte por ahora";
      sent.push({ to: mail.to, time, kind: isFarewell ? "farewell" : "digest" });
      sentDates.push(dates.get(mail.messageId.replace(/^<recordatorio\.|@.*$/g, "")));
    };
    pushService.behave(({ device }) => {
      if (isOut(mailDown, time)) return 503;
      const life = people.find(({ endpoint }) => endpoint === device.subscription.endpoint) as Life;
      sent.push({ to: life.user.email, time, kind: "push" });
      return 201;
    });

    let ticks = 0;
    let next = 0;
    let due: number | null = null;
    const zones = new Set<string>();
    /** The user and the date of each digest, by its id. */
    const dates = new Map<string, string>();
    let waiting: WaitingDigest[] = [];
    for (time = START; time < END; time += Math.round((20 + random() * 40) * MINUTE)) {
      const now = new Date(time);
      for (let event = events[next]; event !== undefined && event.time <= time; event = events[++next]) {
        const life = people[event.person] as Life;
        await performStep(life, event.time, event.step, random);
        zones.add(life.expected.zone);
        due = null;
      }
      ticks++;
      const isPlanning = !isOut(plannerDown, time);
      if (isPlanning) due ??= await selectFirstDue();
      if (isPlanning && due !== null && due <= time) {
        await world.plan(now);
        due = null;
      }
      for (const digest of world.digests) dates.set(digest.id, `${digest.data.userId} ${digest.data.date}`);
      waiting.push(...world.digests.splice(0));
      const later: WaitingDigest[] = [];
      await Promise.all(
        waiting.map((digest) =>
          world.deliver(digest, now).catch((error: Error) => {
            if (AWAY.has(error.message)) later.push(digest);
            else if (error.name !== "PermanentFailure") throw error;
          }),
        ),
      );
      waiting = later;
      for (const { expected } of people) expected.run(time, isPlanning, !isOut(mailDown, time));
    }

    const expectedMails = people.flatMap(({ user, expected }) =>
      expected.mails.map((mail) => ({ ...mail, to: user.email })),
    );
    const pushed = new Set(people.filter(({ endpoint }) => endpoint).map(({ user }) => user.email));
    const key = (to: string, time: number, kind: string) => `${to} ${new Date(time).toISOString()} ${kind}`;
    const sentKeys = sent.map(({ to, time, kind }) => key(to, time, kind));
    const expectedKeys = expectedMails.map(({ to, time, kind }) => key(to, time, pushed.has(to) ? "push" : kind));
    const missing = expectedKeys.filter((one) => !sentKeys.includes(one));
    const doubled = sentDates.length - new Set(sentDates).size;
    const { rows } = await world.pool.query<{ n: number }>(
      "SELECT count(DISTINCT (user_id, scheduled_at)) AS n FROM email_reminders WHERE sent_at IS NOT NULL",
    );
    process.stdout.write(
      `${Math.round(12 * SHARE_OF_YEAR)} months of reminders, ${PEOPLE.length} people, ${zones.size} zones, ${ticks} ticks: ` +
        `sent ${sent.length} (${bySmtp} by SMTP, ${sent.filter(({ kind }) => kind === "push").length} pushed), expected ${expectedMails.length}, doubled ${doubled}, missing ${missing.length}\n`,
    );
    expect({ missing, doubled, unexpected: sentKeys.filter((one) => !expectedKeys.includes(one)) }).toEqual({
      missing: [],
      doubled: 0,
      unexpected: [],
    });
    expect(sentKeys.toSorted()).toEqual(expectedKeys.toSorted());
    // Independently of the expected mails, no user gets two mails of one date.
    expect(new Set(expectedMails.map(({ to, date }) => `${to} ${date}`)).size).toBe(expectedMails.length);
    expect(rows[0]?.n).toBe(expectedMails.filter(({ kind }) => kind === "digest").length);
    expect(pushService.problems).toEqual([]);
    // A simulation with few mails would prove nothing.
    const farewells = expectedMails.filter(({ kind }) => kind === "farewell");
    expect(expectedMails.length).toBeGreaterThan(600 * SHARE_OF_YEAR);
    expect(farewells.length).toBeGreaterThan(3 * SHARE_OF_YEAR);

    const accepted = await server.mails();
    expect(accepted).toHaveLength(bySmtp);
    expect(new Set(accepted.map(({ messageId }) => messageId)).size).toBe(bySmtp);
    for (const mail of accepted) {
      const { subject = "", text = "" } = mail;
      expect(subject).toMatch(/^(\d+ cartas? te esperan? hoy|Dejamos de escribirte por ahora)$/);
      expect(text).toMatch(/https:\/\/repasa\.example\/unsubscribe#token=[0-9a-f-]{36}/);
      expect(text).toContain("https://repasa.example/study");
    }
  });
});
