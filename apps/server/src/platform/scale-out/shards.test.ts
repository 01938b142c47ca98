// Checks which shards of a Citus cluster the server's statements reach.
import { randomUUID } from "node:crypto";
import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import { api } from "@repasa/contract/api.ts";
import type { CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { describe, expect, inject, it } from "vitest";
import { REPORT_COMMANDS, type ShardWatch, watchShards } from "#platform/scale-out/testing/shard-watch.ts";
import { assign, createClass, createFolderWithCards, joinClass, readFigures } from "#testing/class-calls.ts";
import { sendMaterial } from "#testing/import-form.ts";
import { cardWith, importMaterial, materialOf, reviewsOn } from "#testing/import-world.ts";
import { downloadMedia, uploadMedia } from "#testing/media-calls.ts";
import { startQuiz } from "#testing/quizzes-world.ts";
import { createTestApp, PASSWORD, type TestApp, type TestClient } from "#testing/test-app.ts";
import { SEVERAL_SHARDS } from "./placement.ts";

const isCluster = inject("testDatabase").workerUrls.length > 0;

/** Takes a quiz of an exam with a time limit, in which a wrong answer is corrected, and returns its calls. */
async function takeQuiz(ana: TestClient, examId: number): Promise<{ status: number; body: unknown }[]> {
  const form = { examId, kinds: ["type", "choose"], minutes: 5 };
  const { id } = await startQuiz(ana, form);
  const url = `/api/tests/${id}`;
  return [
    await ana.put(`${url}/answers/1`, { text: "z" }),
    await ana.get(url),
    await ana.post(`${url}/finish`),
    await ana.post(`${url}/answers/1/correct`),
    await ana.delete(url),
    await ana.post("/api/tests", form),
  ];
}

/** Shares a folder by a link, which a visitor opens, and returns the calls. */
async function shareFolder(app: TestApp, ana: TestClient, folderId: number, mediaId: string) {
  await app.confirmAddress(ana);
  const [visitor, created] = [app.visitor(), await ana.post<Share>(`/api/folders/${folderId}/shares`, {})];
  const { id, token } = created.body;
  return [
    created,
    await ana.put(`/api/shares/${id}`, { showName: true }),
    await ana.get(`/api/folders/${folderId}/shares`),
    await visitor.get(`/api/shares/${token}`),
    await visitor.get(`/api/shares/${token}/media/${mediaId}`),
    await visitor.post(`/api/shares/${token}/reports`, { reason: "spam" }),
    await ana.delete(`/api/shares/${id}`),
    await ana.post<Share>(`/api/folders/${folderId}/shares`, {}),
  ];
}

async function makeCalls(app: TestApp, ana: TestClient): Promise<number> {
  let calls = 0;
  const done = <Result extends { status: number; body: unknown }>(result: Result): Result => {
    calls++;
    if (result.status >= 400) throw new Error(`${calls}: ${result.status} ${JSON.stringify(result.body)}`);
    return result;
  };
  const at = { timeZone: "Europe/Madrid" };
  const { id: folder } = done(await ana.post<{ id: number }>("/api/folders", { name: "Historia" }, at)).body;
  const { id: other } = done(await ana.post<{ id: number }>("/api/folders", { name: "Arte" }, at)).body;
  done(await ana.put(`/api/folders/${folder}`, { name: "Historia antigua" }));
  const media = done(await uploadMedia(app, ana, pngSample())).body;
  done(await downloadMedia(app, ana, media.id));
  const texts = {
    front: `{{c1::uno}} y {{c2::dos}} ![](media:${media.id})`,
    back: "",
    format: "markdown",
    tags: ["a"],
  };
  const first = done(await ana.post<CardWithSiblings>(`/api/folders/${folder}/cards`, texts, at)).body;
  const cards = [first.id];
  for (const front of ["a", "b", "c"]) {
    cards.push(done(await ana.post<{ id: number }>(`/api/folders/${folder}/cards`, { front, back: "x" }, at)).body.id);
  }
  const [one, two, three, four] = cards;
  done(await ana.put(`/api/cards/${two}`, { front: "a2", back: "x" }, at));
  const { id: exam } = done(
    await ana.post<{ id: number }>("/api/exams", { name: "Parcial", date: "2026-04-20", folderIds: [folder] }, at),
  ).body;
  for (const result of await takeQuiz(ana, exam)) done(result);
  for (const result of await shareFolder(app, ana, folder, media.id)) done(result);
  const { id: session } = done(await ana.post<{ id: number }>("/api/study-sessions", { folderId: folder }, at)).body;
  const reviewId = randomUUID();
  const rating = { difficulty: "easy", reviewId, studySessionId: session };
  done(await ana.post(`/api/cards/${one}/review`, rating, at));
  done(await ana.post(`/api/cards/${two}/review`, { difficulty: "hard" }, at));
  done(await ana.delete(`/api/cards/${one}/reviews/${reviewId}`, at));
  done(
    await ana.put(`/api/study-sessions/${session}`, { cardsStudied: 2, completedAt: app.clock.now().toISOString() }),
  );
  done(await ana.get(`/api/cards/${one}/history`, at));
  for (const body of [
    { cardIds: [three], action: "suspend" },
    { cardIds: [three], action: "tag", addTags: ["b"] },
    { cardIds: [three], action: "move", folderId: other },
    { cardIds: [three, four], action: "delete" },
  ]) {
    const batch = await ana.post<{ batchId: string }>("/api/cards/batch", body, at);
    if (batch.status === 400) continue;
    done(batch);
    done(await ana.post(`/api/batches/${batch.body.batchId}/undo`, undefined, at));
  }
  const { id: imported } = await sendMaterial(app, ana, { text: "uno\tone\ndos\ttwo" });
  done(await ana.get(`/api/imports/${imported}`));
  done(await ana.put("/api/user/preferences", { newCardsPerDay: 5, reminder: true, reminderHour: 18 }, at));
  done(await ana.post("/api/user/breaks", { from: "2026-05-01", to: "2026-05-03" }, at));
  const reads = Object.values(api).flatMap((table) => Object.values(table));
  for (const { method, path } of reads.filter((endpoint) => endpoint.method === "GET")) {
    const url = path
      .replace("/folders/{id}", `/folders/${folder}`)
      .replace("/cards/{id}", `/cards/${one}`)
      .replace("/exams/{id}", `/exams/${exam}`)
      .replace("{date}", "2026-03-11")
      .replace("{slug}", "capitales-de-europa");
    if (url.includes("{") || method !== "GET") continue;
    const { status } = await ana.get(url, at);
    calls++;
    if (status === 500) throw new Error(`${url} fails`);
  }
  done(await ana.get(`/api/cards/review?folderId=${folder}&practice=true`, at));
  done(await ana.get("/api/folders/completed/2026-03-10", at));
  done(await ana.get("/api/cards/search?q=uno", at));
  done(await ana.post("/api/store/folders/capitales-de-europa", undefined, at));
  done(await ana.post("/api/feedback", { rating: 5, feedback: "Bien" }));
  // Days pass, so that some are settled and reminders are planned.
  app.clock.advance(2 * 86_400_000);
  for (const path of ["/api/cards/daily-review", "/api/user/stats", "/api/folders/scheduled/2026-03-14"]) {
    done(await ana.get(path, at));
  }
  done(await ana.delete(`/api/exams/${exam}`));
  done(await ana.delete(`/api/cards/${four}`, at));
  done(await ana.delete(`/api/folders/${other}`, at));
  return calls;
}

/** Lets two students join a class, study an assignment and be measured; then one leaves, and the class ends. */
async function takeClass(app: TestApp, ana: TestClient): Promise<void> {
  const taught = await createClass(ana);
  const roma = await createFolderWithCards(ana, "Roma");
  const [eva, leo] = [await app.register(), await app.register()];
  await joinClass(eva, taught, { sharesProgress: true });
  const { memberId } = await joinClass(leo, taught);
  const assigned = await assign(ana, taught, { folderIds: [roma.id], date: "2026-03-20" });
  await app.runJobs();
  const [followed] = (await eva.get<{ id: number }[]>("/api/folders")).body;
  const [card] = (await eva.get<{ id: number }[]>(`/api/folders/${followed?.id}/cards`)).body;
  await eva.post(`/api/cards/${card?.id}/review`, { difficulty: "easy" });
  await readFigures(ana, taught, assigned);
  await app.runJobs();
  expect(await readFigures(eva, taught, assigned)).toMatchObject({ me: { seen: 1 } });
  const url = `/api/classes/${taught.id}`;
  const answers = [
    await ana.get("/api/classes"),
    await eva.get("/api/classes"),
    await ana.put(url, { name: "Otra" }),
    await ana.post(`${url}/code`),
    await ana.get(`${url}/members`),
    await leo.put(`${url}/members/${memberId}`, { sharesProgress: true }),
    await ana.put(`${url}/assignments/${assigned.id}`, { name: "Otro", date: "2026-03-21" }),
    await leo.delete(`${url}/members/${memberId}`),
    await ana.get("/api/account/export"),
  ];
  expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
  await app.runJobs();
  expect((await ana.delete(url)).status).toBe(204);
  await app.runJobs();
}

async function runCleaningJobs(app: TestApp): Promise<void> {
  await app.runHandler("reminders", "plan");
  await app.runJobs();
  await app.runHandler("reminders", "prune");
  await app.runHandler("media", "deleteUnused");
  await app.runHandler("auth", "deleteExpired");
  await app.runHandler("cards", "sweep");
  await app.runHandler("imports", "clean");
  await app.runHandler("quizzes", "attend");
  await app.runHandler("memory", "learn");
}

async function selectReviewIds({ database }: TestApp, { userId }: TestClient): Promise<string[]> {
  const { rows } = await database.pool.query("SELECT review_id FROM reviews WHERE user_id = $1 ORDER BY id", [userId]);
  return rows.map((row) => row.review_id);
}

/** Moves the shards that contain a user's rows to the other worker. */
async function moveUser({ pool }: TestApp["database"], userId: number): Promise<void> {
  await pool.query(
    `SELECT citus_move_shard_placement(shardid, here.nodename, here.nodeport, there.nodename, there.nodeport, 'block_writes')
    FROM pg_dist_shard_placement AS here, pg_dist_node AS there
    WHERE shardid = get_shard_id_for_distribution_column('folders', $1::bigint)
      AND there.groupid <> 0 AND there.nodeport <> here.nodeport`,
    [userId],
  );
}

/** A statement by its first words, as in `SEVERAL_SHARDS`. */
const wordsOf = (text: string) => text.replaceAll(/["\s]+/g, " ").trim();

async function listWideStatements(watch: ShardWatch): Promise<string[]> {
  const isRating = (text: string) => text.includes("log_review(");
  const wide = (await watch.takeStatements())
    .filter(({ text, shards, inTwoPhases }) => shards.length > 1 || (isRating(text) && inTwoPhases))
    .map(({ text }) => wordsOf(text));
  return [...new Set(wide)].filter((text) => !Object.keys(SEVERAL_SHARDS).some((part) => text.includes(part)));
}

describe.skipIf(!isCluster)("the server on a cluster", () => {
  it("reaches one shard with each of a student's calls, and writes a rating on one worker", async () => {
    const app = await createTestApp({ databaseOptions: REPORT_COMMANDS });
    const watch = watchShards(app.database.pool);
    try {
      const ana = await app.register();
      expect(await makeCalls(app, ana)).toBeGreaterThan(60);
      expect(await listWideStatements(watch)).toEqual([]);
      await runCleaningJobs(app);
      expect(await listWideStatements(watch)).toEqual([]);
    } finally {
      await app.close();
    }
  }, 180_000);

  it("reaches one shard with each statement about a class, its assignments and its figures", async () => {
    const app = await createTestApp({ databaseOptions: REPORT_COMMANDS });
    const watch = watchShards(app.database.pool);
    try {
      const ana = await app.registerConfirmed();
      await takeClass(app, ana);
      expect(await listWideStatements(watch)).toEqual([]);
    } finally {
      await app.close();
    }
  }, 180_000);

  it("gives reviews growing ids wherever the user's rows are, even after imports", async () => {
    const app = await createTestApp();
    try {
      const ana = await app.register();
      const { id: folder } = (await ana.post<{ id: number }>("/api/folders", { name: "Historia" })).body;
      const path = `/api/folders/${folder}/cards`;
      const { id: card } = (await ana.post<{ id: number }>(path, { front: "a", back: "x" })).body;
      const reviewIds: string[] = [];
      const rate = async () => {
        const { body } = await ana.post<{ reviewId: string }>(`/api/cards/${card}/review`, { difficulty: "easy" });
        reviewIds.push(body.reviewId);
      };
      for (let move = 0; move < 2; move++) {
        await rate();
        const known = new Set(reviewIds);
        await importMaterial(
          app,
          ana,
          materialOf([cardWith({ front: `${move}`, reviews: reviewsOn({ [`2026-03-0${move + 1}`]: 3 }) })]),
        );
        reviewIds.push(...(await selectReviewIds(app, ana)).filter((id) => !known.has(id)));
        await moveUser(app.database, ana.userId);
      }
      await rate();
      expect(await selectReviewIds(app, ana)).toEqual(reviewIds);
    } finally {
      await app.close();
    }
  }, 180_000);

  it("lets twenty users sign in at once", async () => {
    const app = await createTestApp();
    try {
      const people = await Promise.all(Array.from({ length: 20 }, () => app.register()));
      for (let round = 0; round < 3; round++) {
        const responses = await Promise.all(
          people.map(({ email }) => app.visitor().post("/api/auth/login", { email, password: PASSWORD })),
        );
        expect(responses.map(({ status }) => status)).toEqual(people.map(() => 200));
      }
    } finally {
      await app.close();
    }
  }, 180_000);
});
