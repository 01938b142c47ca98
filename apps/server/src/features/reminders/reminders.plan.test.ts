import { addDays } from "@repasa/scheduler/local-dates.ts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { deleteAccountData } from "#features/account/account.deletion.ts";
import { changePreferences } from "#features/account/account.service.ts";
import { accountLock } from "#features/auth/locking/locking.queries.ts";
import { drizzle } from "#platform/db/drizzle.cjs";
import { type RemindersUser, sharedRemindersWorld } from "#testing/reminders-world.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { at } from "#testing/stats-world.ts";
import { reminderJobHandlers } from "./reminders.job-handlers.ts";
import { switchByToken } from "./reminders.service.ts";
import { noteVisit } from "./reminders.visits.ts";

const MADRID = "Europe/Madrid";
const NOON = at("2026-05-10 12:00", MADRID);
const SIX = at("2026-05-10 18:00", MADRID);

const world = await sharedRemindersWorld();
let ana: RemindersUser;
let folder: number;
let card: number;

beforeEach(async () => {
  await world.empty();
  ana = await registerReminded();
  folder = await ana.log.folder();
  card = await ana.log.card(folder, NOON);
});

/** Creates a user in Madrid whose reminders are on, by default at six. */
async function registerReminded(moment = NOON, hour = 18): Promise<RemindersUser> {
  const user = await world.newUser();
  await user.visit(moment);
  await user.choose(moment, { reminder: true, reminderHour: hour });
  return user;
}

/** Returns whether `choose` failed because the user was deleted before it or during its write. */
const isDeletedUserError = (error: { code?: string; cause?: { code?: string } }) =>
  error.code === "unauthorized" || error.cause?.code === "23503";

const listPlanned = () => world.digests.map(({ data }) => [data.userId, data.date]);

describe("planning", () => {
  it("plans a day once, and not before its hour", async () => {
    await world.plan(at("2026-05-10 17:59", MADRID).now);
    expect(listPlanned()).toEqual([]);
    await world.plan(SIX.now);
    expect(world.digests.map(({ data }) => data)).toEqual([
      { userId: ana.owner, date: "2026-05-10", timeZone: MADRID, scheduledAt: SIX.now.toISOString() },
    ]);
    await world.plan(SIX.now);
    await world.plan(at("2026-05-10 23:59", MADRID).now);
    expect(listPlanned()).toHaveLength(1);
    expect(await ana.state()).toMatchObject({
      servedDate: "2026-05-10",
      nextReminderAt: at("2026-05-11 18:00", MADRID).now,
    });
  });

  it("stores the cards that are pending on the day", async () => {
    const dueTonight = await ana.log.card(folder, NOON, at("2026-05-11 03:59", MADRID).now);
    await ana.log.card(folder, NOON, at("2026-05-11 04:00", MADRID).now);
    await world.plan(at("2026-05-10 18:03", MADRID).now);
    expect(await ana.noted()).toEqual([
      { cardId: card, difficulty: "new", scheduledAt: SIX.now, sentAt: null },
      { cardId: dueTonight, difficulty: "medium", scheduledAt: SIX.now, sentAt: null },
    ]);
  });

  it("stores at most 200 cards for a user with thousands of pending ones", async () => {
    await world.pool.query(
      `INSERT INTO cards (user_id, folder_id, front, back, difficulty, created_at, updated_at)
      SELECT $1, $2, 'a', 'b', 'new', $3, $3 FROM generate_series(1, 1000)`,
      [ana.owner, folder, NOON.now],
    );
    await world.plan(SIX.now);
    expect(listPlanned()).toEqual([[ana.owner, "2026-05-10"]]);
    expect(await ana.noted()).toHaveLength(200);
  });

  it("plans nothing on a day without pending cards", async () => {
    await ana.log.deleteCard(card, NOON);
    await ana.log.card(folder, NOON, at("2026-05-11 04:00", MADRID).now);
    await world.plan(SIX.now);
    expect(listPlanned()).toEqual([]);
    expect(await ana.state()).toMatchObject({ servedDate: "2026-05-10" });
    await world.plan(at("2026-05-11 18:00", MADRID).now);
    expect(listPlanned()).toEqual([[ana.owner, "2026-05-11"]]);
  });

  it("respects the number of new cards per day", async () => {
    const later = await ana.log.card(folder, SIX);
    await changePreferences(world.ctx, ana.owner, NOON, { newCardsPerDay: 1 });
    await world.plan(SIX.now);
    expect(listPlanned()).toEqual([[ana.owner, "2026-05-10"]]);
    expect((await ana.noted()).map(({ cardId }) => cardId)).toEqual([card]);
    await changePreferences(world.ctx, ana.owner, SIX, { newCardsPerDay: 0 });
    await world.plan(at("2026-05-11 18:00", MADRID).now);
    expect(listPlanned()).toHaveLength(1);
    await ana.log.review(later, at("2026-05-11 19:00", MADRID));
    await world.plan(at("2026-05-12 18:00", MADRID).now);
    expect((await ana.noted()).map(({ cardId }) => cardId)).toEqual([card, later]);
  });

  it("plans nothing on a day with a review, even if it was practice", async () => {
    await ana.log.card(folder, NOON);
    await ana.log.review(card, at("2026-05-10 04:10", MADRID));
    await world.plan(SIX.now);
    expect(listPlanned()).toEqual([]);
    const morning = at("2026-05-11 08:00", MADRID);
    await ana.log.review(card, morning, 5);
    await ana.log.review(card, morning, 5);
    await world.plan(at("2026-05-11 18:00", MADRID).now);
    expect(listPlanned()).toEqual([]);
  });

  it("ignores reviews of the day before and reviews that were undone", async () => {
    await ana.log.review(card, at("2026-05-09 23:59", MADRID));
    await ana.log.review(card, at("2026-05-10 09:00", MADRID));
    await ana.log.undo(card, at("2026-05-10 09:01", MADRID));
    await world.plan(SIX.now);
    expect(listPlanned()).toEqual([[ana.owner, "2026-05-10"]]);
  });

  it("catches up on a missed hour within its day, but not on past days", async () => {
    await world.plan(at("2026-05-11 03:58", MADRID).now);
    expect(listPlanned()).toEqual([[ana.owner, "2026-05-10"]]);
    // The planner does not run again until the 13th has begun.
    await world.plan(at("2026-05-13 04:01", MADRID).now);
    expect(listPlanned()).toHaveLength(1);
    await world.plan(at("2026-05-13 18:00", MADRID).now);
    expect(listPlanned().at(-1)).toEqual([ana.owner, "2026-05-13"]);
  });

  it("plans the present day, with its own hour, after missing whole days", async () => {
    await world.plan(at("2026-05-12 19:00", MADRID).now);
    expect(world.digests.map(({ data }) => data)).toEqual([
      {
        userId: ana.owner,
        date: "2026-05-12",
        timeZone: MADRID,
        scheduledAt: at("2026-05-12 18:00", MADRID).now.toISOString(),
      },
    ]);
  });

  it("plans all users, even if they need several batches", async () => {
    const { rows } = await world.pool.query<{ id: number }>(
      `WITH person AS (
        INSERT INTO users (email, password_hash, created_at, updated_at)
        SELECT 'muchos' || n || '@repasa.example', 'x', $1, $1 FROM generate_series(1, 1200) AS n RETURNING id
      ), folder AS (
        INSERT INTO folders (user_id, name, created_at, updated_at) SELECT id, 'x', $1, $1 FROM person RETURNING id, user_id
      ), card AS (
        INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
        SELECT user_id, id, 'a', 'b', $1, $1 FROM folder
      )
      INSERT INTO user_reminders (user_id, reminder, time_zone, last_visit_at, next_reminder_at, unsubscribe_token)
      SELECT id, true, 'Europe/Madrid', $1, $2, gen_random_uuid() FROM person RETURNING user_id AS id`,
      [NOON.now, SIX.now],
    );
    // A user in the first batch is locked by another transaction.
    await world.pool.query("UPDATE user_reminders SET next_reminder_at = $1 WHERE user_id = $2", [NOON.now, ana.owner]);
    await withRivalTransaction(world.connectionString, async (other) => {
      await drizzle(other).execute(accountLock(ana.owner));
      await world.plan(SIX.now);
    });
    const owners = world.digests.map(({ data }) => data.userId).sort((a, b) => a - b);
    expect(owners).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
    await world.plan(SIX.now);
    expect(world.digests).toHaveLength(1201);
  });
});

describe("planning concurrently", () => {
  it("shares the users between planners, and plans each once", async () => {
    const others = await Promise.all(Array.from({ length: 30 }, () => registerReminded()));
    for (const other of others) await other.log.card(await other.log.folder(), NOON);
    await Promise.all([world.plan(SIX.now), world.plan(SIX.now), world.plan(SIX.now)]);
    expect(new Set(listPlanned().map(([userId]) => userId)).size).toBe(31);
    expect(listPlanned()).toHaveLength(31);
  });

  it("skips users whose reminders or accounts are locked", async () => {
    const eva = await registerReminded();
    await eva.log.card(await eva.log.folder(), NOON);
    await withRivalTransaction(world.connectionString, async (other) => {
      await other.query("SELECT FROM user_reminders WHERE user_id = $1 FOR UPDATE", [ana.owner]);
      await world.plan(SIX.now);
      expect(listPlanned()).toEqual([[eva.owner, "2026-05-10"]]);
      await other.query("COMMIT");
      // The account is being deleted.
      await other.query("BEGIN");
      await drizzle(other).execute(accountLock(ana.owner));
      await world.plan(SIX.now);
      expect(listPlanned()).toHaveLength(1);
      await other.query("DELETE FROM users WHERE id = $1", [ana.owner]);
      await other.query("COMMIT");
    });
    await world.plan(at("2026-05-10 18:01", MADRID).now);
    expect(listPlanned()).toEqual([[eva.owner, "2026-05-10"]]);
  });

  it("skips a card that is being deleted", async () => {
    const going = await ana.log.card(folder, NOON);
    await withRivalTransaction(world.connectionString, async (other) => {
      await other.query("DELETE FROM cards WHERE user_id = $1 AND id = $2", [ana.owner, going]);
      await world.plan(SIX.now);
      await other.query("COMMIT");
    });
    expect((await ana.noted()).map(({ cardId }) => cardId)).toEqual([card]);
  });

  it("plans each user once while users visit, choose and delete their accounts", async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => registerReminded()));
    for (const other of others) await other.log.card(await other.log.folder(), NOON);
    const elsewhere = world.newContext();
    await Promise.all(
      [
        ...others.flatMap((user, index) => [
          noteVisit(elsewhere, user.owner, at("2026-05-10 18:00", index % 2 ? MADRID : "Europe/London")),
          user.choose(SIX, { reminderHour: 18 }),
          ...(index < 5 ? [deleteAccountData(world.ctx, user.owner, world.ctx.clock.now())] : []),
        ]),
        world.plan(SIX.now),
        world.plan(SIX.now),
      ].map((work) => work.catch((error) => expect(isDeletedUserError(error)).toBe(true))),
    );
    for (let hour = 18; hour < 24; hour++) await world.plan(at(`2026-05-10 ${hour}:30`, MADRID).now);
    const reminded = listPlanned().map(([userId]) => userId);
    expect(new Set(reminded).size).toBe(reminded.length);
    for (const user of others.slice(5)) expect(reminded).toContain(user.owner);
  });
});

describe("a choice of reminders", () => {
  it("is required before anything is planned, and cancels the plan when it is off", async () => {
    const eva = await world.newUser();
    await eva.visit(NOON);
    expect(await eva.state()).toMatchObject({ timeZone: MADRID, nextReminderAt: null, lastVisitAt: NOON.now });
    await ana.choose(NOON, { reminder: false });
    expect(await ana.state()).toMatchObject({ nextReminderAt: null });
    await world.plan(SIX.now);
    expect(listPlanned()).toEqual([]);
  });

  it("moves today's reminder to a later hour, and starts tomorrow if the hour has passed", async () => {
    await ana.choose(NOON, { reminderHour: 20 });
    await world.plan(at("2026-05-10 19:59", MADRID).now);
    expect(listPlanned()).toEqual([]);
    await world.plan(at("2026-05-10 20:00", MADRID).now);
    expect(listPlanned()).toEqual([[ana.owner, "2026-05-10"]]);
    await ana.choose(at("2026-05-10 20:30", MADRID), { reminderHour: 22 });
    await world.plan(at("2026-05-10 22:00", MADRID).now);
    expect(listPlanned()).toHaveLength(1);
    await ana.choose(at("2026-05-11 10:00", MADRID), { reminderHour: 9 });
    await world.plan(at("2026-05-11 23:00", MADRID).now);
    expect(listPlanned()).toHaveLength(1);
    await world.plan(at("2026-05-12 09:00", MADRID).now);
    expect(listPlanned().at(-1)).toEqual([ana.owner, "2026-05-12"]);
  });

  it("causes no second reminder on a day when it is switched off and on again", async () => {
    await world.plan(SIX.now);
    const later = at("2026-05-10 18:30", MADRID);
    await ana.choose(later, { reminder: false });
    await ana.choose(later, { reminder: true, reminderHour: 19 });
    await world.plan(at("2026-05-10 19:00", MADRID).now);
    expect(listPlanned()).toHaveLength(1);
    await world.plan(at("2026-05-11 19:00", MADRID).now);
    expect(listPlanned()).toHaveLength(2);
  });

  it("does not cancel a reminder that is already due if nothing about reminders changes", async () => {
    const late = at("2026-05-10 18:30", MADRID);
    await changePreferences(world.ctx, ana.owner, late, { theme: "dark" });
    await ana.choose(late, { reminder: true });
    await world.plan(at("2026-05-10 18:31", MADRID).now);
    expect(listPlanned()).toEqual([[ana.owner, "2026-05-10"]]);
  });

  it("uses the time zone of its own call before the first visit", async () => {
    const eva = await world.newUser();
    await eva.choose(NOON, { reminder: true });
    expect(await eva.state()).toMatchObject({ timeZone: MADRID, nextReminderAt: SIX.now });
  });
});

describe("a visit", () => {
  it("is stored once an hour, on a new date and in a new time zone", async () => {
    const recordsVisit = async (wall: string, timeZone = MADRID) => {
      const before = (await ana.state()).lastVisitAt;
      await ana.visit(at(wall, timeZone));
      return (await ana.state()).lastVisitAt.getTime() !== before.getTime();
    };
    expect(await recordsVisit("2026-05-10 12:30")).toBe(false);
    expect(await recordsVisit("2026-05-10 13:01")).toBe(true);
    expect(await recordsVisit("2026-05-11 03:50")).toBe(true);
    expect(await recordsVisit("2026-05-11 04:05")).toBe(true);
    expect(await recordsVisit("2026-05-11 03:10", "Europe/London")).toBe(true);
    expect(await ana.state()).toMatchObject({ timeZone: "Europe/London" });
  });

  it("in another time zone moves the reminder there: it is due at once if its hour has passed, but only once per date", async () => {
    await ana.visit(at("2026-05-10 17:00", "America/New_York"));
    expect(await ana.state()).toMatchObject({ nextReminderAt: at("2026-05-10 18:00", "America/New_York").now });
    await world.plan(SIX.now);
    expect(listPlanned()).toEqual([]);
    const arrived = at("2026-05-10 23:30", MADRID);
    await ana.visit(arrived);
    await world.plan(arrived.now);
    expect(world.digests.map(({ data }) => data)).toMatchObject([
      { date: "2026-05-10", timeZone: MADRID, scheduledAt: arrived.now.toISOString() },
    ]);
    await ana.visit(at("2026-05-10 17:45", "America/New_York"));
    await world.plan(at("2026-05-10 18:00", "America/New_York").now);
    expect(listPlanned()).toHaveLength(1);
    await world.plan(at("2026-05-11 18:00", "America/New_York").now);
    expect(listPlanned().at(-1)).toEqual([ana.owner, "2026-05-11"]);
  });

  it("does not bring back an earlier time zone if it reaches the database after a later visit", async () => {
    const held = Promise.withResolvers<void>();
    const elsewhere = world.newContext();
    const transactions = vi.spyOn(elsewhere.db, "transaction");
    transactions.mockImplementationOnce(async (run) => {
      await held.promise;
      return elsewhere.db.transaction(run);
    });
    const earlier = noteVisit(elsewhere, ana.owner, at("2026-05-10 10:00", "Europe/London"));
    await vi.waitFor(() => expect(transactions).toHaveBeenCalledOnce());
    await noteVisit(elsewhere, ana.owner, at("2026-05-10 14:45", "Asia/Kathmandu"));
    held.resolve();
    await earlier;
    transactions.mockRestore();
    expect(await ana.state()).toMatchObject({
      timeZone: "Asia/Kathmandu",
      nextReminderAt: at("2026-05-10 18:00", "Asia/Kathmandu").now,
    });
  });

  it("of a deleted account is ignored", async () => {
    const elsewhere = world.newContext();
    await deleteAccountData(world.ctx, ana.owner, world.ctx.clock.now());
    await noteVisit(elsewhere, ana.owner, NOON);
    expect(await ana.state()).toBeUndefined();
  });
});

describe("deleting an account", () => {
  it("deletes its reminders, and planned ones are not sent", async () => {
    await world.plan(SIX.now);
    await deleteAccountData(world.ctx, ana.owner, world.ctx.clock.now());
    const { rows } = await world.pool.query(
      "SELECT user_id FROM email_reminders UNION ALL SELECT user_id FROM user_reminders",
    );
    expect(rows).toEqual([]);
    await world.deliver(world.digests[0] as (typeof world.digests)[0], SIX.now);
    expect(world.mails).toEqual([]);
  });
});

describe("two weeks without a visit", () => {
  const daysLater = (days: number, hour = 18) => at(`${addDays("2026-05-10", days)} ${hour}:00`, MADRID);

  it("cause one last mail, and then none until a visit", async () => {
    for (let days = 0; days <= 13; days++) await world.tick(daysLater(days).now);
    expect(world.mails).toHaveLength(14);
    expect(world.mails.map(({ subject }) => subject)).toEqual(Array(14).fill("1 carta te espera hoy"));
    for (let days = 14; days <= 40; days++) await world.tick(daysLater(days).now);
    expect(world.mails).toHaveLength(15);
    expect(world.mails.at(-1)?.subject).toBe("Dejamos de escribirte por ahora");
    expect(await ana.state()).toMatchObject({ nextReminderAt: null, farewellSentAt: daysLater(14).now });

    await ana.visit(daysLater(41, 12));
    await world.tick(daysLater(41).now);
    expect(world.mails.at(-1)?.subject).toBe("1 carta te espera hoy");
    for (let days = 42; days <= 80; days++) await world.tick(daysLater(days).now);
    expect(world.mails).toHaveLength(15 + 14 + 1);
    expect(world.mails.at(-1)?.subject).toBe("Dejamos de escribirte por ahora");
  });

  it("cause the last mail on a later day if it could not be sent, and store no cards for it", async () => {
    await ana.log.deleteCard(card, NOON);
    for (let days = 0; days <= 15; days++) await world.tick(daysLater(days).now);
    expect(world.mails).toEqual([]);
    await ana.log.card(folder, daysLater(15));
    await world.plan(daysLater(16).now);
    const [lost] = world.digests.splice(0);
    expect(lost).toBeDefined();
    await world.tick(daysLater(17).now);
    expect(world.mails.map(({ subject }) => subject)).toEqual(["Dejamos de escribirte por ahora"]);
    expect(await ana.noted()).toEqual([]);
  });

  it("end with a visit, after which reminders start tomorrow if today's hour has passed", async () => {
    for (let days = 0; days <= 14; days++) await world.tick(daysLater(days).now);
    expect(world.mails.at(-1)?.subject).toBe("Dejamos de escribirte por ahora");
    const before = world.mails.length;
    // The planner did not run at six, so that the plan has not been cleared yet.
    await ana.visit(daysLater(15, 19));
    await world.tick(daysLater(15, 20).now);
    expect(world.mails).toHaveLength(before);
    await world.tick(daysLater(16).now);
    expect(world.mails).toHaveLength(before + 1);
  });

  it("end when the user switches reminders on again with the link in a mail", async () => {
    for (let days = 0; days <= 16; days++) await world.tick(daysLater(days).now);
    const { unsubscribeToken } = await ana.state();
    await switchByToken(world.ctx, unsubscribeToken, daysLater(17, 10), false);
    await switchByToken(world.ctx, unsubscribeToken, daysLater(17, 11), true);
    const before = world.mails.length;
    await world.tick(daysLater(17).now);
    expect(world.mails).toHaveLength(before + 1);
  });
});

describe("pruning", () => {
  it("deletes rows older than 60 days, in several batches if necessary", async () => {
    await world.pool.query(
      `INSERT INTO email_reminders (user_id, card_id, difficulty, scheduled_at, created_at)
      SELECT $1, $2, 'new', $3::timestamptz - interval '61 days', $3 FROM generate_series(1, 12000)`,
      [ana.owner, card, SIX.now],
    );
    await world.pool.query(
      `INSERT INTO email_reminders (user_id, card_id, difficulty, scheduled_at, created_at)
      VALUES ($1, $2, 'new', $3::timestamptz - interval '59 days', $3)`,
      [ana.owner, card, SIX.now],
    );
    await reminderJobHandlers(world.ctx).prune({}, { id: "x", now: SIX.now, enqueuedAt: SIX.now });
    expect(await ana.noted()).toHaveLength(1);
  });
});
