import type { Exam } from "@repasa/contract/exams.ts";
import type { FinishedQuiz, ListedQuiz } from "@repasa/contract/quizzes.ts";
import { expect, it } from "vitest";
import { exportAccount, importAccount } from "#testing/account-copies.ts";
import { readAll } from "#testing/account-reads.ts";
import { createCard, createFolder } from "#testing/card-calls.ts";
import { undoImport } from "#testing/import-results.ts";
import {
  CAPITALS,
  createCards,
  finishQuiz,
  giveAnswers,
  numberOf,
  readQuiz,
  startQuiz,
} from "#testing/quizzes-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const ZONE = "Europe/Madrid";
const app = await sharedTestApp({ now: "2026-03-01T09:00:00Z" });

const listOf = async (client: TestClient) => (await client.get<ListedQuiz[]>("/api/tests")).body;

/** Creates an account with a finished quiz of an exam, of which things were deleted since, and one that is still open. */
async function createTestedAccount(): Promise<TestClient> {
  app.clock.set("2026-03-01T09:00:00Z");
  const client = await app.register();
  const { folderId } = await createCards(client);
  const other = await createFolder(client, { name: "Se va" });
  await createCard(client, other.id, { front: "ida", back: "vuelta" });
  const exams = [];
  for (const name of ["Final", "Parcial"]) {
    const form = { name, date: "2026-03-20", folderIds: [folderId, other.id] };
    exams.push((await client.post<Exam>("/api/exams", form)).body.id);
  }
  for (const examId of exams) {
    const taken = await startQuiz(client, { examId, kinds: ["type", "choose", "flip"] }, ZONE);
    await giveAnswers(client, taken, ({ kind, prompt, n }) => {
      if (kind === "type") return { text: n % 2 === 0 ? (CAPITALS[prompt] ?? "vuelta") : "x" };
      return kind === "choose" ? { option: 1 } : { recalled: n % 2 === 0 };
    });
    const { questions } = await finishQuiz(client, taken);
    const wrong = questions.find(({ kind, verdict }) => kind === "type" && verdict === "wrong");
    if (wrong) await client.post(`/api/tests/${taken.id}/answers/${wrong.n}/correct`);
  }
  await client.delete(`/api/folders/${other.id}`);
  await client.delete(`/api/exams/${exams[1]}`);
  const begun = await startQuiz(client, { folderIds: [folderId], minutes: 60 }, ZONE);
  await giveAnswers(client, begun, ({ prompt }) => (prompt === "Francia" ? { text: "paris" } : undefined));
  return client;
}

it("copies quizzes with their answers and results into an empty account, where open ones go on", async () => {
  const [ana, copy] = [await createTestedAccount(), await app.register()];
  const file = await exportAccount(app, ana);
  await importAccount(app, copy, file);
  expect(await readAll(app, copy, ZONE)).toEqual(await readAll(app, ana, ZONE));
  const [begun, second] = await listOf(copy);
  const quiz = await readQuiz<FinishedQuiz>(copy, begun as ListedQuiz);
  await giveAnswers(copy, quiz, ({ n }) => (n === numberOf(quiz, "Italia") ? { text: "Roma" } : undefined));
  app.clock.advance(3_600_000);
  await app.runHandler("quizzes", "attend");
  expect(await readQuiz(copy, quiz)).toMatchObject({ right: 2, of: 8, finishedAt: "2026-03-01T10:00:00.000Z" });
  // A finished quiz has its effects already, and they can be undone.
  const standing = async () =>
    (
      await app.database.pool.query("select count(*)::int from reviews where user_id = $1 and undone_at is null", [
        copy.userId,
      ])
    ).rows[0].count as number;
  const before = await standing();
  expect((await copy.delete(`/api/tests/${second?.id}`, { timeZone: ZONE })).status).toBe(204);
  expect(await standing()).toBeLessThan(before);
});

it("keeps what was missing in a list", async () => {
  const [ana, copy] = [await app.register(), await app.register()];
  const { folderId } = await createCards(ana, { Colores: "- rojo\n- azul" });
  const taken = await startQuiz(ana, { folderIds: [folderId] }, ZONE);
  await giveAnswers(ana, taken, () => ({ text: "rojo" }));
  await finishQuiz(ana, taken);
  await importAccount(app, copy, await exportAccount(app, ana));
  const [copied] = await listOf(copy);
  expect((await readQuiz<FinishedQuiz>(copy, copied as ListedQuiz)).questions).toMatchObject([{ missing: ["azul"] }]);
});

it("removes the quizzes again if the import is undone, and adds none to an account in use", async () => {
  const [ana, copy, used] = [await createTestedAccount(), await app.register(), await app.register()];
  const file = await exportAccount(app, ana);
  const { id } = await importAccount(app, copy, file);
  expect(await listOf(copy)).toHaveLength(3);
  await undoImport(app, copy, id);
  expect(await listOf(copy)).toEqual([]);
  await createFolder(used, { name: "En uso" });
  await importAccount(app, used, file);
  expect(await listOf(used)).toEqual([]);
});

it("leaves out quizzes that the product could not have made", async () => {
  const [ana, copy] = [await createTestedAccount(), await app.register()];
  const file = JSON.parse(String(await exportAccount(app, ana)));
  const [good] = file.tests;
  const [question] = good.questions;
  const { result } = good;
  const broken = [
    { questions: [] },
    { questions: [{ ...question, kind: "paint" }] },
    { questions: Array.from({ length: 101 }, () => question) },
    { questions: [{ ...question, kind: "choose", options: ["a"], rightOption: 0 }] },
    { questions: [{ ...question, prompt: "a\0b" }, ...good.questions.slice(1)] },
    { answers: { x: { text: "a" } } },
    { answers: { 0: { text: "a", option: 1 } } },
    { answers: { 0: { text: "a".repeat(3000) } } },
    { result: null },
    { result: { ...result, share: 2 } },
    { result: { ...result, verdicts: [] } },
    { cards: 0 },
    { startedAt: "ayer" },
  ].map((fields) => ({ ...good, ...fields }));
  file.tests = [...broken, good];
  await importAccount(app, copy, Buffer.from(JSON.stringify(file)));
  expect(await listOf(copy)).toHaveLength(1);
});
