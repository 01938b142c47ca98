import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeForSearch } from "#features/cards/cards.words.ts";
import { createEmptyTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS_DIRECTORY } from "./migration-files.ts";

// Runs the migrations that move users' data on a database that contains some.

const clock = { now: () => new Date("2026-05-01T00:00:00Z") };
const AT = "2026-03-10T12:00:00.000Z";

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "repasa-filled-"));
});
afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

async function migrateBefore(name: string): Promise<void> {
  const earlier = (await readdir(MIGRATIONS_DIRECTORY)).filter((file) => file.endsWith(".sql") && file < name);
  for (const file of earlier) await copyFile(join(MIGRATIONS_DIRECTORY, file), join(directory, file));
  await migrate({ connectionString: database.connectionString, directory, clock });
}

const migrateAll = () => migrate({ connectionString: database.connectionString, clock });
const query = async (text: string, ...values: unknown[]) => (await database.db.pool.query({ text, values })).rows;

async function insertUser(email: string, subscriptionStripe: string | null = null): Promise<number> {
  const [row] = await query(
    `INSERT INTO users (email, password_hash, web, subscription_stripe, created_at, updated_at)
    VALUES ($1, 'x', true, $2, $3, $3) RETURNING id`,
    email,
    subscriptionStripe,
    AT,
  );
  return row.id;
}

test("every choice of reminders moves to user_reminders, whether or not a row exists there", async () => {
  await migrateBefore("0005_reminder_choice.sql");
  const choose = (user: number, reminder: boolean, hour: number) =>
    query(
      "INSERT INTO user_preferences (user_id, theme, reminder, reminder_hour, updated_at) VALUES ($1, 'dark', $2, $3, $4)",
      user,
      reminder,
      hour,
      AT,
    );
  const visit = (user: number, next: string | null) =>
    query(
      `INSERT INTO user_reminders (user_id, time_zone, last_visit_at, next_reminder_at, served_date, unsubscribe_token)
      VALUES ($1, 'Europe/Madrid', '2026-04-01T08:00:00Z', $2, '2026-03-31', '11111111-1111-4111-8111-111111111111')`,
      user,
      next,
    );
  const both = await insertUser("both@repasa.example");
  await choose(both, true, 7);
  await visit(both, "2026-04-02T05:00:00Z");
  const preferencesOnly = await insertUser("preferences@repasa.example");
  await choose(preferencesOnly, true, 21);
  const neither = await insertUser("neither@repasa.example");

  await migrateAll();

  const rows = await query(
    `SELECT user_id AS "userId", reminder, reminder_hour AS hour, time_zone AS zone, last_visit_at AS "lastVisitAt",
      next_reminder_at AS "nextReminderAt", served_date AS "servedDate", unsubscribe_token AS token
    FROM user_reminders ORDER BY user_id`,
  );
  expect(rows).toEqual([
    {
      userId: both,
      reminder: true,
      hour: 7,
      zone: "Europe/Madrid",
      lastVisitAt: new Date("2026-04-01T08:00:00Z"),
      nextReminderAt: new Date("2026-04-02T05:00:00Z"),
      servedDate: "2026-03-31",
      token: "11111111-1111-4111-8111-111111111111",
    },
    {
      userId: preferencesOnly,
      reminder: true,
      hour: 21,
      zone: "UTC",
      lastVisitAt: new Date(AT),
      nextReminderAt: null,
      servedDate: null,
      token: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ]);
  expect(await query("SELECT user_id, theme FROM user_preferences ORDER BY user_id")).toEqual([
    { user_id: both, theme: "dark" },
    { user_id: preferencesOnly, theme: "dark" },
  ]);
  expect(await query("SELECT id FROM users WHERE id = $1", neither)).toHaveLength(1);
});

test("only users with a subscription on the web are marked as such", async () => {
  await migrateBefore("0005_reminder_choice.sql");
  await insertUser("free@repasa.example");
  await insertUser("payer@repasa.example", "sub_1");
  await migrateAll();
  expect(await query("SELECT email, web FROM users ORDER BY id")).toEqual([
    { email: "free@repasa.example", web: false },
    { email: "payer@repasa.example", web: true },
  ]);
});

test("earlier payments need no letter, and a late payer keeps the grace period", async () => {
  await migrateBefore("0019_money.sql");
  const late = await insertUser("late@repasa.example", "sub_1");
  const free = await insertUser("free@repasa.example");
  await query(
    "INSERT INTO user_billing (user_id, status, synced_at, grace_until) VALUES ($1, 'past_due', $2, $2), ($3, NULL, $2, NULL)",
    late,
    AT,
    free,
  );
  await migrateAll();
  const at = new Date(AT);
  expect(
    await query("SELECT b.paid_for, u.grace_until FROM user_billing b JOIN users u ON u.id = b.user_id ORDER BY u.id"),
  ).toEqual([
    { paid_for: at, grace_until: at },
    { paid_for: null, grace_until: null },
  ]);
});

test("every existing card can be found by its texts", async () => {
  await migrateBefore("0007_card_texts.sql");
  const user = await insertUser("cards@repasa.example");
  const [folder] = await query(
    "INSERT INTO folders (user_id, name, created_at, updated_at) VALUES ($1, 'x', $2, $2) RETURNING id",
    user,
    AT,
  );
  const sides = [
    { front: "¿Qué es la ENERGÍA?", back: "Ñandú, ÇEŞME, İstanbul, I, ﬁn, H₂O, 100%\\_" },
    // All of Latin, Greek and Cyrillic, their accents, signs and ligatures.
    ...[0, 1, 2, 3, 4, 5, 0x1e, 0x1f, 0x20, 0x21, 0xfb].map((block) => {
      const codes = Array.from({ length: 0x100 }, (_, code) => block * 0x100 + code).filter((code) => code >= 0x20);
      return { front: String.fromCodePoint(...codes), back: `${block}` };
    }),
  ];
  for (const { front, back } of sides) {
    await query(
      "INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)",
      user,
      folder.id,
      front,
      back,
      AT,
    );
  }
  await migrateAll();
  const rows = await query("SELECT folded FROM card_texts WHERE user_id = $1 ORDER BY card_id", user);
  expect(rows.map(({ folded }) => `${folded}`)).toEqual(
    sides.map((card) => `${encodeForSearch({ ...card, tags: [] })}`),
  );
});

test("every learner's Difícil ratings since the last 'No la recordé' are counted from the log", async () => {
  await migrateBefore("0008_recall_bit.sql");
  const rate = (user: number, grade: number, undone = false) =>
    query(
      `INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
        local_date, practice, state_before, state_after, undone_at, undone_date)
      VALUES ($1, gen_random_uuid(), 1, 1, 'hard', 'correct', $2, $3, 'UTC', '2026-03-10', false, '{}', '{}', $4, $5)`,
      user,
      grade,
      AT,
      ...(undone ? [AT, "2026-03-10"] : [null, null]),
    );
  const insertLearner = async (email: string, grades: number[], undoneAtLast?: number) => {
    const user = await insertUser(email);
    await query("INSERT INTO user_scheduling (user_id, version) VALUES ($1, 7)", user);
    for (const grade of grades) await rate(user, grade);
    if (undoneAtLast !== undefined) await rate(user, undoneAtLast, true);
    return user;
  };
  const never = await insertLearner("never@repasa.example", [2, 3, 2, 4]);
  const now = await insertLearner("now@repasa.example", [2, 1]);
  const since = await insertLearner("since@repasa.example", [1, 2, 1, 2, 3, 2, 4, 2], 1);
  const undone = await insertLearner("undone@repasa.example", [2, 2], 1);
  const nothing = await insertLearner("nothing@repasa.example", []);

  await migrateAll();
  expect(await query("SELECT user_id, hard_since_forgotten AS hard, version FROM user_scheduling ORDER BY 1")).toEqual([
    { user_id: never, hard: null, version: 7 },
    { user_id: now, hard: 0, version: 7 },
    { user_id: since, hard: 3, version: 7 },
    { user_id: undone, hard: null, version: 7 },
    { user_id: nothing, hard: null, version: 7 },
  ]);
});

test("every learner's calibration becomes a checkpoint of the fold, with nothing counted yet", async () => {
  await migrateBefore("0033_calibration_counts.sql");
  const [rated, unrated] = [await insertUser("rated@repasa.example"), await insertUser("unrated@repasa.example")];
  await query(
    `INSERT INTO user_scheduling (user_id, calibration_a, calibration_b, hard_since_forgotten, last_review_id,
      folded_through, folded_a, folded_b, calibrated_through, calibrated_a, calibrated_b)
    VALUES ($1, 1.25, -0.5, 3, 40, 12, 1.1, 0.2, 30, 1.2, -0.1), ($2, 1, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL)`,
    rated,
    unrated,
  );
  await migrateAll();
  const learned = await query(
    `SELECT calibration_a AS a, calibration_b AS b, recalled_count, hard_recalled_count, recalled_in_a_row AS row,
      folded_through, folded, calibrated_through FROM user_scheduling ORDER BY user_id`,
  );
  const nothing = { recalled_count: 0, hard_recalled_count: 0, row: 0, calibrated_through: null };
  const counts = { hardSinceForgotten: 3, recalledCount: 0, hardRecalledCount: 0, recalledInARow: 0 };
  const folded = { calibrationA: 1.25, calibrationB: -0.5, ...counts };
  expect(learned).toEqual([
    { ...nothing, a: 1.25, b: -0.5, folded_through: 40, folded },
    { ...nothing, a: 1, b: 0, folded_through: null, folded: null },
  ]);
});

test("typed and tested answers are certain, and what Difícil meant after them is counted again", async () => {
  await migrateBefore("0040_certain_answers.sql");
  const rate = async (user: number, answer: string, mode = "flip", reviewId = randomUUID()) => {
    const [difficulty, result, grade] = {
      wrong: ["hard", "incorrect", 1],
      unknown: ["hard", "correct", null],
      hard: ["hard", "correct", 2],
      right: ["medium", "correct", 3],
    }[answer] as [string, string, number | null];
    await query(
      `INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, mode, reviewed_at,
        time_zone, local_date, practice, state_before, state_after)
      VALUES ($1, $2, 1, 1, $3, $4, $5, $6, $7, 'UTC', '2026-03-10', false, '{}', '{}')`,
      ...[user, reviewId, difficulty, result, grade, mode, AT],
    );
  };
  const insertLearner = async (email: string) => {
    const user = await insertUser(email);
    await query(
      `INSERT INTO user_scheduling (user_id, version, refit_check_at, calibrated_through, summed_through)
      VALUES ($1, 7, 1000, 1, 1)`,
      user,
    );
    return user;
  };
  const gradesOf = async (user: number) =>
    (await query("SELECT mode, grade FROM reviews WHERE user_id = $1 ORDER BY id", user)).map(
      ({ mode, grade }) => `${mode} ${grade}`,
    );

  const typing = await insertLearner("typing@repasa.example");
  await rate(typing, "unknown", "type");
  for (const answer of ["hard", "wrong"]) await rate(typing, answer, answer === "wrong" ? "type" : "flip");
  for (const answer of ["hard", "right", "hard"]) await rate(typing, answer);

  const reporting = await insertLearner("reporting@repasa.example");
  await rate(reporting, "wrong", "type");
  await rate(reporting, "wrong");
  for (let i = 0; i < 31; i++) await rate(reporting, "hard");

  const tested = await insertLearner("tested@repasa.example");
  const [asked, chosen] = [randomUUID(), randomUUID()];
  await query(
    `INSERT INTO tests (user_id, name, folder_ids, started_at, time_zone, cards, question_count, questions)
    VALUES ($1, 'Test', '{1}', $2, 'UTC', 5, 5, $3)`,
    ...[
      tested,
      AT,
      JSON.stringify([
        { kind: "flip", reviewId: asked },
        { kind: "choose", reviewId: chosen },
      ]),
    ],
  );
  await rate(tested, "wrong", "flip", asked);
  await rate(tested, "wrong", "choose", chosen);
  await rate(tested, "hard");

  const turning = await insertLearner("turning@repasa.example");
  for (const answer of ["hard", "unknown", "wrong", "hard"]) await rate(turning, answer);

  await migrateAll();
  expect(await gradesOf(typing)).toEqual(["type 2", "flip 2", "type 1", "flip null", "flip 3", "flip null"]);
  expect(await gradesOf(reporting)).toEqual(["type 1", "flip 1", ...Array(30).fill("flip 2"), "flip null"]);
  expect(await gradesOf(tested)).toEqual(["test 1", "choose 1", "flip null"]);
  expect(await gradesOf(turning)).toEqual(["flip 2", "flip null", "flip 1", "flip 2"]);
  const due = { check: 0, calibrated: null, summed: null };
  expect(
    await query(
      `SELECT refit_check_at AS check, calibrated_through AS calibrated, summed_through AS summed
      FROM user_scheduling ORDER BY user_id`,
    ),
  ).toEqual([due, due, due, { check: 1000, calibrated: 1, summed: 1 }]);
});

test("every card keeps the local date on which it falls due", async () => {
  await migrateBefore("0011_study_day.sql");
  const traveller = await insertUser("traveller@repasa.example");
  const unknown = await insertUser("unknown@repasa.example");
  await query(
    `INSERT INTO user_reminders (user_id, time_zone, last_visit_at, unsubscribe_token)
    VALUES ($1, 'Asia/Tokyo', $2, gen_random_uuid())`,
    traveller,
    AT,
  );
  const dueOf = new Map<string, string | null>();
  const addCard = async (
    user: number,
    dueAt: string | null,
    expected: string | null,
    ...reviews: [string, boolean][]
  ) => {
    const [folder] = await query(
      "INSERT INTO folders (user_id, name, created_at, updated_at) VALUES ($1, 'x', $2, $2) RETURNING id",
      user,
      AT,
    );
    const [card] = await query(
      `INSERT INTO cards (user_id, folder_id, front, back, next_review_at, created_at, updated_at)
      VALUES ($1, $2, 'a', 'b', $3, $4, $4) RETURNING id`,
      user,
      folder.id,
      dueAt,
      AT,
    );
    for (const [zone, undone] of reviews) {
      await query(
        `INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at,
          time_zone, local_date, practice, state_before, state_after, undone_at)
        VALUES ($1, gen_random_uuid(), $2, $3, 'medium', 'correct', 3, $4, $5, '2026-03-10', false, '{}', '{}', $6)`,
        user,
        card.id,
        folder.id,
        AT,
        zone,
        undone ? AT : null,
      );
    }
    dueOf.set(`${card.id}`, expected);
  };
  // Half past eleven at night in Madrid, and half past seven of the next morning in Tokyo.
  const night = "2026-03-20T22:30:00Z";
  await addCard(traveller, null, null);
  await addCard(traveller, night, "2026-03-20", ["Asia/Tokyo", false], ["Europe/Madrid", false]);
  await addCard(traveller, night, "2026-03-21", ["Asia/Tokyo", false], ["Europe/Madrid", true]);
  await addCard(traveller, night, "2026-03-21");
  await addCard(unknown, night, "2026-03-20");
  await addCard(unknown, night, "2026-03-20", ["Marte/Olympus", false]);
  await addCard(unknown, "2026-03-21T02:30:00Z", "2026-03-21", ["Europe/Madrid", false]);
  await migrateAll();
  const rows = await query("SELECT id, next_review_date AS date FROM cards ORDER BY id");
  expect(new Map(rows.map(({ id, date }) => [`${id}`, date]))).toEqual(dueOf);
});

test("days that were settled long ago are computed from the log", async () => {
  await migrateBefore("0022_daily_figures.sql");
  const user = await insertUser("days@repasa.example");
  const limited = await insertUser("limited@repasa.example");
  await insertUser("never@repasa.example");
  const insertFolder = async (owner: number) =>
    (
      await query(
        "INSERT INTO folders (user_id, name, created_at, updated_at) VALUES ($1, 'x', $2, $2) RETURNING id",
        owner,
        AT,
      )
    )[0].id;
  const insertCard = async (
    owner: number,
    folder: number,
    created: string,
    due: string | null,
    group: string | null = null,
  ) =>
    (
      await query(
        `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at, next_review_date, group_id)
        VALUES ($1, $2, 'a', 'b', $3, $3, $4, $5) RETURNING id`,
        ...[owner, folder, `${created}T12:00:00Z`, due, group],
      )
    )[0].id;
  type Review = { date: string; before: string | null; after: string; undone?: string; practice?: boolean };
  const insertReview = (
    owner: number,
    folder: number,
    id: number,
    { date, before, after, undone, practice = false }: Review,
  ) =>
    query(
      `INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, reviewed_at, time_zone, local_date, practice,
        state_before, state_after, duration_ms, undone_date)
      VALUES ($1, gen_random_uuid(), $2, $3, 'medium', $4, 'UTC', $5, $6, $7, $8, 1000, $9)`,
      ...[owner, id, folder, `${date}T12:00:00Z`, date, practice],
      ...[{ nextReviewDate: before }, { nextReviewDate: after }, undone ?? null],
    );
  const [one, two, three] = [await insertFolder(user), await insertFolder(user), await insertFolder(user)];
  const first = await insertCard(user, one, "2026-03-10", "2026-03-29");
  await insertReview(user, one, first, { date: "2026-03-11", before: null, after: "2026-03-13" });
  await insertReview(user, one, first, {
    date: "2026-03-15",
    before: "2026-03-13",
    after: "2026-03-17",
    undone: "2026-03-16",
  });
  await insertReview(user, one, first, { date: "2026-03-16", before: "2026-03-13", after: "2026-03-29" });
  // The next reviews are a practice, one that was undone on its day, and one of a deleted card.
  await insertReview(user, two, 9999, {
    date: "2026-03-17",
    before: "2026-03-30",
    after: "2026-03-21",
    practice: true,
  });
  await insertReview(user, two, 9999, {
    date: "2026-03-18",
    before: "2026-03-21",
    after: "2026-03-30",
    undone: "2026-03-18",
  });
  await insertReview(user, two, 9999, { date: "2026-03-24", before: "2026-03-21", after: "2026-03-25" });
  // One of two siblings is rated on the day on which both are due.
  const group = "11111111-1111-4111-8111-111111111111";
  const sibling = await insertCard(user, three, "2026-03-25", "2026-04-30", group);
  await insertCard(user, three, "2026-03-25", "2026-03-27", group);
  await insertReview(user, three, sibling, { date: "2026-03-27", before: "2026-03-27", after: "2026-04-30" });
  await query("INSERT INTO user_breaks VALUES ($1, '2026-03-29', '2026-03-30', '2026-03-30')", user);
  // A user who limits the new cards per day is not said to have left new cards pending.
  await insertCard(limited, await insertFolder(limited), "2026-03-12", null);
  await query("INSERT INTO user_preferences (user_id, new_cards_per_day, updated_at) VALUES ($1, 5, $2)", limited, AT);
  await query("INSERT INTO user_days VALUES ($1, '2026-04-07'), ($2, '2026-04-07')", user, limited);

  await migrateAll();

  const rows = await query(`
    SELECT user_id, date, reviews, duration_ms, reviewed_folders || practised_folders AS reviewed, pending_folders AS pending,
      practised_folders <> '{}' AS practised
    FROM daily_figures ORDER BY user_id, date`);
  const ids = (list: string[]) => list.map((id) => [one, two, three].indexOf(Number(id)) + 1).join();
  expect(
    rows.map((row) => [row.user_id, row.date, row.reviews, ids(row.reviewed), ids(row.pending), row.practised]),
  ).toEqual([
    [user, "2026-03-10", 0, "", "1", false],
    [user, "2026-03-11", 1, "1", "", false],
    [user, "2026-03-13", 0, "", "1", false],
    [user, "2026-03-14", 0, "", "1", false],
    [user, "2026-03-15", 1, "1", "", false],
    [user, "2026-03-16", 1, "1", "", false],
    [user, "2026-03-17", 1, "2", "", true],
    [user, "2026-03-21", 0, "", "2", false],
    [user, "2026-03-22", 0, "", "2", false],
    [user, "2026-03-23", 0, "", "2", false],
    [user, "2026-03-24", 1, "2", "", false],
    [user, "2026-03-27", 1, "3", "", false],
    [user, "2026-03-28", 0, "", "3", false],
    [user, "2026-03-31", 0, "", "1,3", false],
  ]);
  expect(await query("SELECT user_id, kept_through, streak_current FROM user_days ORDER BY user_id")).toEqual([
    { user_id: user, kept_through: "2026-03-31", streak_current: null },
    { user_id: limited, kept_through: "2026-03-31", streak_current: null },
  ]);
});

test("everything that devices copy has a position in its owner's feed", async () => {
  await migrateBefore("0035_changes_feed.sql");
  const [ana, bea, nobody] = [
    await insertUser("ana@repasa.example"),
    await insertUser("bea@repasa.example"),
    await insertUser("nobody@repasa.example"),
  ];
  const add = async (owner: number, cards: number) => {
    const [folder] = await query(
      "INSERT INTO folders (user_id, name, created_at, updated_at) VALUES ($1, 'x', $2, $2) RETURNING id",
      ...[owner, AT],
    );
    await query(
      `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
      SELECT $1, $2, 'a', 'b', $3, $3 FROM generate_series(1, $4)`,
      ...[owner, folder.id, AT, cards],
    );
  };
  await add(ana, 2);
  await add(bea, 1);
  await add(ana, 1);
  await query(
    "INSERT INTO exams (user_id, name, date, created_at, updated_at) VALUES ($1, 'x', '2026-04-01', $2, $2)",
    ana,
    AT,
  );
  await migrateAll();
  const rows = await query("SELECT user_id, kind, position, gone_at FROM changes ORDER BY user_id, position");
  expect(rows.map((row) => [row.user_id, row.kind, row.position, row.gone_at])).toEqual([
    [ana, "folder", 1, null],
    [ana, "folder", 2, null],
    [ana, "card", 3, null],
    [ana, "card", 4, null],
    [ana, "card", 5, null],
    [ana, "exam", 6, null],
    [bea, "folder", 1, null],
    [bea, "card", 2, null],
  ]);
  const feeds = await query("SELECT user_id, last_position, feed_id FROM change_feeds ORDER BY user_id");
  expect(feeds.map((feed) => [feed.user_id, feed.last_position])).toEqual([
    [ana, 6],
    [bea, 2],
  ]);
  expect(new Set(feeds.map((feed) => feed.feed_id)).size).toBe(2);
  await query('SELECT record_changes($1, \'[{"kind": "folder", "ids": [9], "goneAt": null}]\')', nobody);
  expect(await query("SELECT position FROM changes WHERE user_id = $1", nobody)).toEqual([{ position: 1 }]);
});

test("links to confirm an address that were mailed with their secret in the query work for a day more at most", async () => {
  await migrateBefore("0039_old_links.sql");
  const user = await insertUser("links@repasa.example");
  const hour = 3_600_000;
  const now = Date.now();
  for (const [name, hours] of Object.entries({ expired: -1, soon: 2, late: 7 * 24 })) {
    const values = [user, name, new Date(now + hours * hour)];
    await query("INSERT INTO email_verifications VALUES ($1, $2, 'links@repasa.example', $3, now())", ...values);
  }
  await migrateAll();
  const rows = await query("SELECT token_hash AS name, expires_at AS at FROM email_verifications");
  const hoursLeft = Object.fromEntries(rows.map(({ name, at }) => [name, Math.round((at.getTime() - now) / hour)]));
  expect(hoursLeft).toEqual({ expired: -1, soon: 2, late: 24 });
});
