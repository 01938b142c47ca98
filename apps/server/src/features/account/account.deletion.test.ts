import { randomUUID } from "node:crypto";
import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import { createDevice } from "#testing/push-service.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { createTestApp, PASSWORD, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const URL = "/api/auth/delete-account";
const UNAUTHORIZED = { message: "Unauthorized" };

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });
/** A connection of its own, for checks while all of the app's connections may be waiting. */
const observer = new pg.Client({ connectionString: app.connectionString });
await observer.connect();

afterAll(() => observer.end());

/** Creates rows in every table that refers to users. */
async function createAllRows(client: TestClient): Promise<{ folder: Folder; card: Card }> {
  const { body: folder } = await client.post<Folder>("/api/folders", { name: "Historia" });
  const cards: Card[] = [];
  for (const front of ["a", "b"]) {
    cards.push((await client.post<Card>(`/api/folders/${folder.id}/cards`, { front, back: "x" })).body);
  }
  const card = cards[0] as Card;
  const media = { front: `![](media:${"ab".repeat(32)})`, back: "x", format: "markdown" };
  const browser = await createDevice(`https://fcm.googleapis.com/fcm/send/${client.userId}`);
  const responses = [
    await client.post(`/api/cards/${card.id}/review`, { difficulty: "easy" }),
    await client.post(`/api/folders/${folder.id}/cards`, media),
    await client.post("/api/cards/batch", { cardIds: [card.id], action: "tag", tags: ["x"] }),
    await client.post("/api/study-sessions", { folderId: folder.id, cardsStudied: 0 }),
    await client.put("/api/user/preferences", { theme: "dark", reminder: true }),
    await client.post("/api/user/breaks", { from: "2026-04-10", to: "2026-04-12" }),
    await client.post("/api/exams", { name: "Final", date: "2026-03-15", folderIds: [folder.id] }),
    await client.post("/api/tests", { folderIds: [folder.id], kinds: ["type"] }),
    await client.post("/api/feedback", { rating: 4, feedback: "Bien" }),
    await client.post("/api/track-access", { email: client.email, mobile: false }),
    await client.post("/api/push/subscriptions", browser.subscription),
    await client.get("/api/user/device-key"),
  ];
  for (const { status } of responses) expect(status).toBeLessThan(300);
  const visitor = app.visitor();
  // A media file that a card uses.
  const { status, body: file } = await uploadMedia(app, client, pngSample());
  expect(status).toBe(201);
  await app.database.pool.query(
    "insert into card_media (user_id, card_id, media_id) values ($1, $2, $3) on conflict do nothing",
    [client.userId, card.id, file.id],
  );
  // Mailing a link stores its hash.
  await visitor.post("/api/auth/reset-password", { email: client.email });
  await app.runJobs();
  // Rows of visitors who are signed out refer to the account only by its address.
  await visitor.post("/api/feedback", { rating: 4, email: client.email.toUpperCase() });
  await visitor.post("/api/track-access", { email: client.email.toUpperCase(), mobile: false });
  // No single call of the API writes these rows.
  const at = app.clock.now();
  await app.database.pool.query(
    "insert into email_reminders (user_id, card_id, difficulty, scheduled_at, created_at) values ($1, $2, 'easy', $3, $3)",
    [client.userId, card.id, at],
  );
  await app.database.pool.query(
    "insert into user_days (user_id, settled_through) values ($1, '2026-03-09') on conflict do nothing",
    [client.userId],
  );
  await app.database.pool.query(
    `insert into refits (user_id, fitted_at, learned_from, log_loss_before, log_loss_after, gap_before, gap_after)
    values ($1, $2, 1000, 0.3, 0.3, 0.1, 0.1)`,
    [client.userId, at],
  );
  await app.database.pool.query("insert into user_billing (user_id) values ($1)", [client.userId]);
  await app.database.pool.query(
    "insert into streak_gaps (user_id, from_date, to_date) values ($1, '2026-03-01', '2026-03-02')",
    [client.userId],
  );
  await app.database.pool.query("insert into daily_figures (user_id, date, reviews) values ($1, '2026-03-01', 1)", [
    client.userId,
  ]);
  const importId = randomUUID();
  await app.database.pool.query(
    `insert into imports (user_id, id, status, file_bytes, created_at, time_zone) values ($1, $2, 'ready', 1, $3, 'UTC')`,
    [client.userId, importId, at],
  );
  await app.database.pool.query("insert into import_files (user_id, import_id, piece, data) values ($1, $2, 0, 'x')", [
    client.userId,
    importId,
  ]);
  await app.database.pool.query(
    "insert into import_cards (user_id, import_id, card_id, digest_after) values ($1, $2, $3, '')",
    [client.userId, importId, card.id],
  );
  await app.database.pool.query("insert into import_folders (user_id, import_id, folder_id) values ($1, $2, $3)", [
    client.userId,
    importId,
    folder.id,
  ]);
  await app.database.pool.query(
    "insert into previous_emails (user_id, email, expires_at, created_at) values ($1, 'antes', $2, $2)",
    [client.userId, at],
  );
  await app.database.pool.query(
    `insert into passkeys (user_id, id, name, credential_id, public_key, counter, transports, created_at)
    values ($1::bigint, $2, 'Móvil', $1::text, '', 0, '{}', $3)`,
    [client.userId, randomUUID(), at],
  );
  // A second factor was just shown in the session, so that the account can be deleted.
  await app.database.pool.query(
    "update sessions set sess = jsonb_set(sess::jsonb, '{factorAt}', to_jsonb($2::text)) where user_id = $1",
    [client.userId, at.toISOString()],
  );
  await app.database.pool.query("insert into authenticator_apps values ($1, 'x', false, null, $2)", [
    client.userId,
    at,
  ]);
  await app.database.pool.query("insert into recovery_codes values ($1, 'x', $2)", [client.userId, at]);
  await app.database.pool.query("insert into sign_in_steps values ($1::bigint, $1::text, 'x', 0, $2)", [
    client.userId,
    at,
  ]);
  await app.database.pool.query("insert into recall_days values ($1, '2026-03-01', 7, true, 1, 1, 0.9)", [
    client.userId,
  ]);
  await app.database.pool.query(
    `with share as (
      insert into folder_shares (user_id, folder_id, token, show_name, created_at) values ($1, $2, 'x', false, $3) returning id
    ), report as (
      insert into share_reports (user_id, share_id, reason, text, created_at) select $1, id, 'spam', '', $3 from share
    )
    insert into share_tokens (user_id, share_id, token_hash) select $1, id, $1::text from share`,
    [client.userId, folder.id, at],
  );
  await app.database.pool.query(
    `with follow as (
      insert into follows (user_id, folder_id, author_id, author_folder_id, cursor, created_at)
      values ($1, $2, $1, $2, 0, $3) returning user_id, folder_id
    ), text as (
      insert into followed_texts (user_id, id, folder_id, pulled, earlier, kept)
      select user_id, gen_random_uuid(), folder_id, '{}', '[]', '[]' from follow returning user_id, id, folder_id
    ), card as (
      insert into followed_cards (user_id, text_id, place, folder_id, source_tags, state, suspended_by_pull)
      select user_id, id, 0, folder_id, '{}', 'same', false from text
    )
    insert into followers (user_id, folder_id, follower_id, carrier, carrier_id, created_at) values ($1, $2, $1, 'share', 1, $3)`,
    [client.userId, folder.id, at],
  );
  await app.database.pool.query(
    "insert into batch_texts (user_id, batch_id, place, after) select user_id, id, 0, '[]' from batches where user_id = $1",
    [client.userId],
  );
  await app.database.pool.query("insert into shared_dates (user_id, date) values ($1, '2026-03-01')", [client.userId]);
  await createClassRows(client, folder);
  return { folder, card };
}

/** Creates a class with an assignment, and the rows of a student who has got one. */
async function createClassRows({ userId }: TestClient, folder: Folder): Promise<void> {
  await app.database.pool.query(
    `with class as (
      insert into classes (user_id, name, created_at) values ($1, 'Historia', $3) returning id
    ), member as (
      insert into class_members (user_id, class_id, account_id, name, shares_progress, created_at)
      select $1, id, $1, 'Ana', false, $3 from class returning id
    ), code as (
      insert into class_codes (user_id, class_id, code) select $1, id, lpad($1::text, 8, 'A') from class
    ), membership as (
      insert into memberships (user_id, class_id, teacher_id) select $1, id, $1 from class
    ), assignment as (
      insert into assignments (user_id, class_id, name, created_at) select $1, id, 'Tema', $3 from class returning id
    ), folder as (
      insert into assignment_folders (user_id, assignment_id, folder_id) select $1, id, $2 from assignment
    ), figures as (
      insert into member_figures (user_id, assignment_id, run, member_id, shown, cards, seen, card_ids, recalls)
      select $1, assignment.id, $3, member.id, true, 1, 0, '{}', '{}' from assignment, member
    ), exam as (
      insert into assigned_exams (user_id, assignment_id, class_id, client_id)
      select $1, assignment.id, class.id, gen_random_uuid() from assignment, class
    )
    insert into assigned_folders (user_id, assignment_id, class_id, source_id, folder_id)
    select $1, assignment.id, class.id, 1, $2 from assignment, class`,
    [userId, folder.id, app.clock.now()],
  );
}

/** Returns the number of rows in each table that contain the user's id or address. */
async function countRows({ userId, email }: TestClient): Promise<Record<string, number>> {
  const { rows: columns } = await app.database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name in ('user_id', 'email') or (table_name = 'users' and column_name = 'id'))`,
  );
  const found: Record<string, number> = {};
  for (const { table, column } of columns) {
    const condition = column === "email" ? "lower(email) = $1" : `"${column}" = $1`;
    const { rows } = await app.database.pool.query(`select count(*)::int as n from "${table}" where ${condition}`, [
      column === "email" ? email : userId,
    ]);
    found[table] = (found[table] ?? 0) + rows[0].n;
  }
  return found;
}

describe("deleting an account", () => {
  it("deletes the user's rows in all tables, and no row of other users", async () => {
    const [client, other] = [await app.register(), await app.register()];
    await createAllRows(client);
    await createAllRows(other);
    const before = await countRows(client);
    const others = await countRows(other);
    // A table that this test leaves empty would prove nothing.
    for (const [table, rows] of Object.entries(before)) expect([table, rows > 0]).toEqual([table, true]);

    const response = await client.delete(URL);
    expect(response.status).toBe(204);
    expect(response.body).toBeFalsy();
    expect(await countRows(client)).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])));
    expect(await countRows(other)).toEqual(others);
    expect((await other.get("/api/folders")).body).toHaveLength(1);
  });

  it("notifies the owner, and deletes letters that are waiting or have failed for good", async () => {
    const [client, other] = [await app.register(), await app.register()];
    await app.runJobs();
    const listJobs = async ({ email, userId }: TestClient) => {
      const { rows } = await app.database.pool.query(
        "select name from pgboss.job where data::text like $1 or data->'data'->>'userId' = $2 order by name",
        [`%${email}%`, userId],
      );
      return rows.map(({ name }) => name);
    };
    for (const { email } of [client, other]) await app.visitor().post("/api/auth/reset-password", { email });
    await client.put("/api/auth/email", { email: "a.donde@repasa.example", currentPassword: PASSWORD });
    await app.database.pool.query("insert into pgboss.job (name, data) values ('dead-letters', $1)", [
      { askedAt: "2026-03-10T12:00:00Z", data: { userId: client.userId, to: "antes@repasa.example" } },
    ]);
    expect(await listJobs(client)).toEqual(
      expect.arrayContaining(["auth.notice", "auth.reset", "auth.verification", "dead-letters"]),
    );
    expect((await client.delete(URL)).status).toBe(204);
    expect(await listJobs(client)).toEqual(["auth.account-deleted"]);
    expect(await listJobs(other)).toContain("auth.reset");
    app.mails.length = 0;
    await app.runJobs();
    const letters = app.mails.filter(({ to }) => [client.email, "a.donde@repasa.example"].includes(to));
    expect(letters.map(({ subject }) => subject)).toEqual(["Tu cuenta de Repasa se ha eliminado"]);
  });

  it("clears the cookie and ends the sessions on all devices", async () => {
    const client = await app.register();
    const elsewhere = app.visitor();
    expect(await elsewhere.post("/api/auth/login", { email: client.email, password: PASSWORD })).toMatchObject({
      status: 200,
    });
    const stolen = { headers: { cookie: client.cookie() } };
    expect((await elsewhere.get("/api/folders")).status).toBe(200);
    const response = await client.delete(URL);
    for (const name of ["repasa", "repasa-device"]) {
      const gone = new RegExp(`^${name}=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)`);
      expect(response.headers["set-cookie"]).toContainEqual(expect.stringMatching(gone));
    }
    expect(client.cookie()).toBe("");
    for (const call of [
      elsewhere.get("/api/folders"),
      elsewhere.delete(URL),
      client.delete(URL),
      app.visitor().get("/api/auth/user", stolen),
    ]) {
      const { status, body } = await call;
      expect(status).toBe(401);
      expect(body).toEqual(UNAUTHORIZED);
    }
    const again = await app.visitor().post("/api/auth/login", { email: client.email, password: PASSWORD });
    expect(again).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    expect((await app.register(client.email)).userId).not.toBe(client.userId);
  });

  it("leaves the browser known to other accounts", async () => {
    const [client, brother] = [await app.register(), await app.register()];
    await brother.post("/api/auth/login", { email: client.email, password: PASSWORD });
    expect((await brother.delete(URL)).status).toBe(204);
    expect(brother.cookie()).toMatch(/^repasa-device=[\w-]+$/);
    app.mails.length = 0;
    await brother.post("/api/auth/login", { email: brother.email, password: PASSWORD });
    await app.runJobs();
    expect(app.mails.filter(({ to }) => to === brother.email)).not.toContainEqual(
      expect.objectContaining({ subject: "Nuevo inicio de sesión en Repasa" }),
    );
  });

  it("happens once for concurrent calls", async () => {
    const client = await app.register();
    await createAllRows(client);
    const stolen = { headers: { cookie: client.cookie() } };
    const responses = await Promise.all([1, 2, 3, 4].map(() => app.visitor().delete(URL, stolen)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401]);
  });

  it("needs a session", async () => {
    expect(await app.visitor().delete(URL)).toMatchObject({ status: 401, body: UNAUTHORIZED });
  });
});

describe("a user who deletes an account", () => {
  const REQUIRED = { message: "Escribe tu contraseña para eliminar la cuenta", code: "password_required" };
  const MINUTE = 60_000;

  it("needs no password within ten minutes of signing in, with a body or without", async () => {
    for (const options of [{}, { body: {} }]) {
      const client = await app.register();
      app.clock.advance(10 * MINUTE - 1);
      expect((await client.delete(URL, options)).status).toBe(204);
    }
  });

  it("needs the password later, or to sign in again", async () => {
    const client = await app.register();
    app.clock.advance(10 * MINUTE);
    for (const options of [{}, { body: {} }]) {
      expect(await client.delete(URL, options)).toMatchObject({ status: 403, body: REQUIRED });
    }
    const elsewhere = app.visitor();
    await elsewhere.post("/api/auth/login", { email: client.email, password: PASSWORD });
    expect((await elsewhere.delete(URL)).status).toBe(204);
    const other = await app.register();
    app.clock.advance(10 * MINUTE);
    expect((await other.delete(URL, { body: { password: PASSWORD } })).status).toBe(204);
  });

  it("is refused with a wrong password, even just after signing in", async () => {
    const client = await app.register();
    expect(await client.delete(URL, { body: { password: "no es esta" } })).toMatchObject({
      status: 401,
      body: { code: "invalid_credentials" },
    });
    expect((await client.delete(URL, { body: { password: "" } })).status).toBe(400);
    expect((await client.get("/api/auth/user")).status).toBe(200);
  });

  it("cannot guess the password", async () => {
    const strict = await createTestApp({ environment: { RATE_LIMIT: "on" } });
    const client = await strict.register();
    const guess = () => client.delete(URL, { body: { password: "adivina" } });
    for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
    expect((await client.delete(URL, { body: { password: PASSWORD } })).status).toBe(429);

    // Concurrent deletions do not block the server, even if there are more of them than connections.
    const leaving = await Promise.all(Array.from({ length: 20 }, () => strict.register()));
    const responses = await Promise.all([...leaving.map((one) => one.delete(URL)), client.get("/api/folders")]);
    expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(204), 200]);
    await strict.close();
  });
});

describe("calls in flight while the account is deleted", () => {
  it("succeed or get 401, and leave no rows", async () => {
    for (let round = 0; round < 6; round++) {
      const client = await app.register();
      const { folder, card } = await createAllRows(client);
      const as = { headers: { cookie: client.cookie() } };
      const device = app.visitor();
      const calls = () => [
        device.post("/api/folders", { name: "Otra" }, as),
        device.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" }, as),
        device.put(`/api/cards/${card.id}`, { front: "c", back: "d" }, as),
        device.post(`/api/cards/${card.id}/review`, { difficulty: "hard" }, as),
        device.put("/api/user/preferences", { theme: "light" }, as),
        device.post("/api/study-sessions", { folderId: null, cardsStudied: 0 }, as),
        device.post("/api/feedback", { rating: 1 }, as),
        device.delete(`/api/cards/${card.id}`, as),
        device.delete(`/api/folders/${folder.id}`, as),
        device.get("/api/folders", as),
      ];
      const before = calls().slice(0, 2 * round);
      const deletion = client.delete(URL);
      const responses = await Promise.all([...before, ...calls(), ...calls()]);
      expect((await deletion).status).toBe(204);
      for (const { status } of responses) expect([200, 201, 204, 401, 404]).toContain(status);
      // Feedback sent after the deletion is stored as that of a visitor without an address.
      expect(Object.values(await countRows(client)).every((rows) => rows === 0)).toBe(true);
    }
  });

  it("get 401 if the user is deleted while they write", async () => {
    const client = await app.register();
    const { folder } = await createAllRows(client);
    await withRivalTransaction(app.connectionString, async (rival) => {
      await rival.query("delete from users where id = $1", [client.userId]);
      const calls = Promise.all([
        client.post("/api/folders", { name: "Tarde" }),
        client.put("/api/user/preferences", { theme: "light" }),
        client.post("/api/track-access", { email: "tarde", mobile: true }),
        client.post("/api/feedback", { rating: 1 }),
        client.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" }),
      ]);
      await waitForBlockedSessions(observer, { sessions: 5 });
      await rival.query("commit");
      for (const { status, body } of await calls) {
        expect(status).toBe(401);
        expect(body).toEqual(UNAUTHORIZED);
      }
    });
  });

  it("win a deadlock with the deletion, which is retried", async () => {
    const client = await app.register();
    const { card } = await createAllRows(client);
    await withRivalTransaction(app.connectionString, async (writer) => {
      await writer.query("update cards set front = 'z' where user_id = $1 and id = $2", [client.userId, card.id]);
      const deletion = client.delete(URL);
      await waitForBlockedSessions(observer);
      // The reference to the user makes this wait for the deletion, which waits for the card.
      await writer.query("insert into folders (user_id, name, created_at, updated_at) values ($1, 'x', $2, $2)", [
        client.userId,
        app.clock.now(),
      ]);
      await writer.query("commit");
      expect((await deletion).status).toBe(204);
      expect(Object.values(await countRows(client)).every((rows) => rows === 0)).toBe(true);
    });
  });
});
