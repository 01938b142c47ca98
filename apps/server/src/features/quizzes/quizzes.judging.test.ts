// @module-tag hostile
import type { ListedQuiz, Quiz } from "@repasa/contract/quizzes.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { StoredQuestion } from "#schema/quizzes.ts";
import { createCards, finishQuiz, giveAnswer, giveAnswers, readQuiz, startQuiz } from "#testing/quizzes-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { type Judging, judgeAnswers } from "./quizzes.judging.ts";

const NOW = "2026-03-10T12:00:00.000Z";
const DAY_MS = 24 * 60 * 60_000;
const app = await sharedTestApp({ now: NOW });
const { pool } = app.database;
let ana: TestClient;

beforeEach(async () => {
  app.clock.set(NOW);
  ana = await app.register();
});

/** Adds cards to a folder, one a second. */
async function insertCards(folderId: number, sides: readonly { front: string; back: string }[]): Promise<void> {
  await pool.query(
    `insert into cards (user_id, folder_id, front, back, format, variant, created_at, updated_at)
     select $1, $2, front, back, case back when '' then 'markdown' else 'plain' end,
       case back when '' then 'c1' end, $5::timestamptz + place * interval '1 second', $5
     from unnest($3::text[], $4::text[]) with ordinality as side (front, back, place)`,
    [ana.userId, folderId, sides.map(({ front }) => front), sides.map(({ back }) => back), NOW],
  );
}

describe("an answer that is another card's", () => {
  it("is found wherever that card is in a large folder, and never in another folder", async () => {
    const { folderId } = await createCards(ana, { alta: "la hipertensión", setenta: "setenta", casa: "la casona" });
    const many = Array.from({ length: 1_200 }, (_, at) => ({ front: `p${at}`, back: `otra palabra ${at}` }));
    many[700] = { front: "baja", back: "la tensión baja; la hipotensión" };
    many[1_199] = { front: "sesenta", back: "sesenta" };
    await insertCards(folderId, many);
    await createCards(ana, { choza: "la casina" }, { name: "Otra" });
    const quiz = await startQuiz(ana, { folderIds: [folderId], questions: 100 });
    const ids = await pool.query<{ id: number; front: string }>(
      "select id, front from cards where user_id = $1 and front in ('alta', 'setenta', 'casa')",
      [ana.userId],
    );
    const asked = (front: string, accepted: string): StoredQuestion => ({
      cardId: ids.rows.find((card) => card.front === front)?.id as number,
      folderId,
      kind: "type",
      format: "plain",
      prompt: front,
      expected: accepted,
      accepted: [accepted],
      language: null,
      strictAccents: false,
      reviewId: crypto.randomUUID(),
    });
    const questions = [asked("alta", "la hipertensión"), asked("setenta", "setenta"), asked("casa", "la casona")];
    await pool.query("update tests set questions = $2 where id = $1", [quiz.id, JSON.stringify(questions)]);
    for (const [place, text] of ["hipotensión", "Sesénta", "casina"].entries()) {
      await giveAnswer(ana, quiz, place + 1, { text });
    }
    const result = await finishQuiz(ana, quiz);
    expect(result.questions.map(({ verdict }) => verdict)).toEqual(["wrong", "wrong", "close"]);
  });

  const question: StoredQuestion = {
    cardId: 1,
    folderId: 5,
    kind: "type",
    format: "plain",
    prompt: "",
    expected: "",
    accepted: ["palabra"],
    language: null,
    strictAccents: false,
    reviewId: "",
  };

  /** Judges a close answer where each portion of the folder takes some time, and the last one has the answer. */
  async function judgeBeside(portions: number, ms: number) {
    const read: string[] = [];
    const judging: Judging = {
      ask: async ({ others }) => {
        if (others !== null) read.push(others);
        return { judged: [{ verdict: others === "last" ? "wrong" : "close" }], ms: others === null ? 0 : ms };
      },
      readFolder: async function* () {
        for (let portion = 1; portion < portions; portion++) yield "portion";
        yield "last";
      },
    };
    const { verdicts } = await judgeAnswers({ questions: [question], answers: { 0: { text: "palabr" } } }, judging);
    return { verdicts, read: read.length };
  }

  it("keeps its own verdict if its folder takes too long to compare", async () => {
    expect(await judgeBeside(40, 100)).toEqual({ verdicts: ["wrong"], read: 40 });
    expect(await judgeBeside(40, 500)).toEqual({ verdicts: ["close"], read: 10 });
  });
});

describe("a quiz that cannot be judged", () => {
  const breakQuiz = (quiz: Quiz) =>
    pool.query("update tests set questions = jsonb_set(questions, '{0,accepted}', '[5]') where id = $1", [quiz.id]);
  const mendQuiz = (quiz: Quiz) =>
    pool.query("update tests set questions = jsonb_set(questions, '{0,accepted}', '[\"París\"]') where id = $1", [
      quiz.id,
    ]);
  const readAttention = async (quiz: Quiz) =>
    (await pool.query<{ at: Date | null }>("select attention_at as at from tests where id = $1", [quiz.id])).rows[0]
      ?.at;
  const attend = () => app.runHandler("quizzes", "attend");

  async function startBroken() {
    const { folderId } = await createCards(ana, { Francia: "París" });
    const quiz = await startQuiz(ana, { folderIds: [folderId], minutes: 10 });
    await giveAnswers(ana, quiz, () => ({ text: "París" }));
    await breakQuiz(quiz);
    return quiz;
  }

  it("keeps its answers, hides no other quiz, and is finished by the next call once it can be", async () => {
    const quiz = await startBroken();
    app.clock.advance(10 * 60_000);
    expect((await ana.post(`/api/tests/${quiz.id}/finish`)).status).toBe(500);
    const { folderId } = await createCards(ana, { Italia: "Roma" }, { name: "Otra" });
    const other = await startQuiz(ana, { folderIds: [folderId] });
    const listed = await ana.get<ListedQuiz[]>("/api/tests");
    expect(listed.body).toMatchObject([
      { id: other.id, finishedAt: null },
      { id: quiz.id, finishedAt: null },
    ]);
    await mendQuiz(quiz);
    expect(await finishQuiz(ana, quiz)).toMatchObject({ right: 1, questions: [{ given: "París" }] });
    expect(await readQuiz(ana, quiz)).toMatchObject({ finishedAt: quiz.endsAt });
  });

  it("is tried again by the job for a day, and then left to the next call", async () => {
    const quiz = await startBroken();
    app.clock.advance(10 * 60_000);
    await attend();
    expect(await readAttention(quiz)).toEqual(new Date(app.clock.now().getTime() + 15 * 60_000));
    app.clock.advance(DAY_MS + 1);
    await attend();
    expect(await readAttention(quiz)).toBeNull();
    await attend();
    await mendQuiz(quiz);
    expect(await finishQuiz(ana, quiz)).toMatchObject({ right: 1 });
    expect(await readQuiz(ana, quiz)).toMatchObject({ finishedAt: quiz.endsAt });
  });
});

it("turns a card over that asks for more gaps than fit into the texts of a quiz", async () => {
  const gaps = (count: number) => Array.from({ length: count }, (_, at) => `{{c1::palabra${at % 9}}}`).join(" ");
  const fronts = Array.from({ length: 100 }, (_, at) => `${at} ${gaps(at < 50 ? 3 : 200)}`);
  const { folderId } = await createCards(ana, {}, { name: "Huecos" });
  await insertCards(
    folderId,
    fronts.map((front) => ({ front, back: "" })),
  );
  const { questions } = await startQuiz(ana, { folderIds: [folderId], questions: 100 });
  for (const { kind, prompt } of questions) expect(kind).toBe(Number.parseInt(prompt, 10) < 50 ? "type" : "flip");
});
