import type { Preferences } from "@repasa/contract/account.ts";
import type { Home } from "@repasa/contract/home.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { fold, type LoggedReview } from "@repasa/scheduler/fold.ts";
import { describe, expect, it } from "vitest";
import { countDifferences } from "#features/checks/checks.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { createAnkiStudent } from "#testing/anki-student.ts";
import { sendMaterial } from "#testing/import-form.ts";
import { selectReviewRows, undoImport } from "#testing/import-results.ts";
import { NEW_STUDENT } from "#testing/new-student.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = new Date("2026-03-10T08:00:00Z");
const TODAY = "2026-03-10";
const app = await sharedTestApp({ now: NOW.toISOString(), environment: { FREE_CARD_LIMIT: "0" } });
const { pool } = app.database;

const HABITS = { now: NOW, retention: 0.853, days: 200, daysAway: 9 };
const student = await createAnkiStudent({ ...HABITS, cards: 400 });
const RETENTION = Math.round(student.recall * 100) / 100;

const send = (client: TestClient, { data } = student) => sendMaterial(app, client, { data, fileName: "Mazo.apkg" });
const run = async (client: TestClient, id: string, options = {}) => {
  expect(await client.post(`/api/imports/${id}/start`, { options })).toMatchObject({ status: 202 });
  await app.runJobs("imports.write");
  const { body } = await client.get<CardImport>(`/api/imports/${id}`);
  expect(body).toMatchObject({ status: "done", error: null });
};
const readHome = async (client: TestClient) => (await client.get<Home>("/api/user/home")).body;
const readPreferences = async (client: TestClient) => (await client.get<Preferences>("/api/user/preferences")).body;
const readBacklog = async (client: TestClient) => (await client.get<Backlog>("/api/user/backlog")).body;

/** Counts the cards that would be due today if the scheduler chose all due dates. */
async function countDueByFold(client: TestClient): Promise<number> {
  const log = (await selectReviewRows(pool, client)).map(
    (row): LoggedReview => ({ cardId: row.card_id, grade: row.grade, day: toDayNumber(row.local_date) }),
  );
  const { cards } = fold(log, NEW_STUDENT);
  return [...cards.values()].filter(({ dueDay }) => (dueDay as number) <= toDayNumber(TODAY)).length;
}

describe("a student who arrives from Anki", () => {
  it("meets on the first morning no more cards than in Anki, and those spread over days", async () => {
    const client = await app.register();
    const many = await createAnkiStudent({ ...HABITS, cards: 2_000 });
    const { id, preview } = await send(client, many);
    const study = preview?.study;
    const retention = Math.round(many.recall * 100) / 100;
    const [own, present] = study?.retentions ?? [];
    expect(study).toMatchObject({ recall: many.recall, retentions: [{ retention }, { retention: 0.9 }] });
    expect(own?.perDay).toBeLessThan(present?.perDay ?? 0);
    expect(study?.catchUp?.due).toBe(many.due);

    await run(client, id, { retention });
    const backlog = await readBacklog(client);
    expect(await countDueByFold(client)).toBeGreaterThan(2.5 * many.due);
    expect(backlog).toMatchObject({ pending: many.due, offered: false });
    const { catchUp } = study as NonNullable<typeof study>;
    expect(backlog.catchUp).toMatchObject({ perDay: catchUp?.perDay, doneToday: 0 });
    const { stats, preferences } = await readHome(client);
    expect(stats.cardsDueToday).toBe(catchUp?.perDay);
    expect(stats.dueWaiting).toBe(many.due - (catchUp?.perDay ?? 0));
    expect(preferences).toMatchObject({ desiredRetention: retention, retentionQuestionFrom: "2026-04-09" });
    expect(await countDifferences(app.database.orm, client.userId as OwnerId, () => {})).toBe(0);
  });

  it("gets the retention and the plan back as they were if the import is undone", async () => {
    const client = await app.register();
    const { id } = await send(client);
    await run(client, id, { retention: RETENTION });
    await undoImport(app, client, id);
    expect(await readPreferences(client)).toMatchObject({ desiredRetention: 0.9, retentionQuestionFrom: null });
    expect((await readBacklog(client)).catchUp).toBeNull();
    expect((await send(client)).preview?.study?.retentions).toHaveLength(2);
  });

  it("keeps what they changed after the import if it is undone", async () => {
    const client = await app.register();
    const { id } = await send(client);
    await run(client, id, { retention: RETENTION });
    await client.post("/api/user/catch-up", { days: 20 });
    await client.put("/api/user/preferences", { desiredRetention: 0.87 });
    await undoImport(app, client, id);
    expect(await readPreferences(client)).toMatchObject({ desiredRetention: 0.87 });
    expect((await readBacklog(client)).catchUp).toMatchObject({ until: "2026-03-29" });
  });

  it("keeps the present retention without a choice, and without the history gets no plan", async () => {
    const client = await app.register();
    await run(client, (await send(client)).id, { history: false });
    expect(await readPreferences(client)).toMatchObject({ desiredRetention: 0.9, retentionQuestionFrom: null });
    expect((await readBacklog(client)).catchUp).toBeNull();
    const second = await app.register();
    expect(
      await second.post(`/api/imports/${(await send(second)).id}/start`, { options: { retention: 0.7 } }),
    ).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
  });

  it("is not offered another retention after choosing one, and no plan during a break or another plan", async () => {
    const client = await app.register();
    await client.put("/api/user/preferences", { desiredRetention: 0.85 });
    await client.post("/api/user/breaks", { from: TODAY, to: "2026-03-12" });
    const { preview } = await send(client);
    expect(preview?.study).toMatchObject({ retentions: [{ retention: 0.85 }], catchUp: null });
  });

  it("is not met by any of it if the account or the history says too little or too much", async () => {
    const client = await app.register();
    await pool.query(
      `INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, grade, reviewed_at, time_zone, local_date,
        practice, state_before, state_after)
      SELECT $1, gen_random_uuid(), 1, 1, 'easy', 4, '2026-03-01Z', 'UTC', '2026-03-01', false, '{}', '{}'
      FROM generate_series(1, 100) AS n`,
      [client.userId],
    );
    expect((await send(client)).preview?.study).toBeUndefined();
    const short = await createAnkiStudent({ ...HABITS, cards: 20 });
    const other = await app.register();
    const { preview } = await send(other, short);
    expect(preview).toMatchObject({ cards: 20, reviews: short.reviews });
    expect(preview?.study).toBeUndefined();
  });

  it("answers the question about the retention by setting it, to the same value too", async () => {
    const client = await app.register();
    const { id } = await send(client);
    await run(client, id, { retention: RETENTION });
    await client.put("/api/user/preferences", { theme: "dark" });
    expect(await readPreferences(client)).toMatchObject({ retentionQuestionFrom: "2026-04-09" });
    await client.put("/api/user/preferences", { desiredRetention: RETENTION });
    expect(await readPreferences(client)).toMatchObject({ desiredRetention: RETENTION, retentionQuestionFrom: null });
  });
});
