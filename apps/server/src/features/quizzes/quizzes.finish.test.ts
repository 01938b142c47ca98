import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { FinishedQuiz, QuizResult } from "@repasa/contract/quizzes.ts";
import { describe, expect, it } from "vitest";
import { createCard } from "#testing/card-calls.ts";
import {
  ana,
  CAPITALS,
  createCards,
  finishQuiz,
  folderId,
  giveAnswer,
  giveAnswers,
  listQuizzes,
  numberOf,
  readQuiz,
  registerBeforeEach,
  startQuiz,
} from "#testing/quizzes-world.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00.000Z";
const app = await sharedTestApp({ now: NOW });
registerBeforeEach(app, NOW);

const correct = (quiz: { id: number }, n: unknown, client = ana) =>
  client.post<QuizResult>(`/api/tests/${quiz.id}/answers/${n}/correct`);

describe("the result of a quiz", () => {
  it("names what is missing in a list until it is corrected, whether it was typed in lines or with commas", async () => {
    const lists = { Colores: "- rojo\n- azul\n- verde", Números: "uno\ndos\ntres", Mares: "norte\nsur\neste" };
    const { folderId: listsId } = await createCards(ana, { ...lists, Perú: "Lima" });
    const quiz = await startQuiz(ana, { folderIds: [listsId] });
    const typed: Record<string, string> = {
      Colores: "verde\nrojo",
      Números: "tres, dos, uno",
      Mares: "sur",
      Perú: "Roma",
    };
    await giveAnswers(ana, quiz, ({ prompt }) => ({ text: typed[prompt] as string }));
    const missingOf = ({ questions }: QuizResult) =>
      Object.fromEntries(questions.map(({ prompt, missing }) => [prompt, missing]));
    const missing = { Colores: ["azul"], Números: undefined, Mares: ["norte", "este"], Perú: undefined };
    expect(missingOf(await finishQuiz(ana, quiz))).toEqual(missing);
    expect(missingOf(await readQuiz<FinishedQuiz>(ana, quiz))).toEqual(missing);
    const { body } = await correct(quiz, numberOf(quiz, "Colores"));
    expect(missingOf(body)).toEqual({ ...missing, Colores: undefined });
  });

  it("counts right, nearly right and unaccented answers, and neither wrong nor missing ones", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    const answers: Record<string, string> = {
      Francia: "paris",
      Italia: "Roma",
      Portugal: "Lisboas",
      Alemania: "Viena",
      Suecia: "estocolmo",
    };
    await giveAnswers(ana, quiz, ({ prompt }) =>
      answers[prompt] === undefined ? undefined : { text: answers[prompt] },
    );
    const result = await finishQuiz(ana, quiz);
    expect(result).toEqual({
      id: quiz.id,
      right: 4,
      of: 8,
      answered: 5,
      cards: 8,
      newCards: 8,
      share: 0.5,
      // All cards are asked, so that nothing is left to estimate.
      low: 0.5,
      high: 0.5,
      predicted: null,
      questions: quiz.questions.map(({ n, cardId, prompt }) => ({
        n,
        cardId,
        kind: "type",
        prompt,
        expected: CAPITALS[prompt],
        given: answers[prompt] ?? null,
        verdict: expect.any(String),
        right: expect.any(Boolean),
      })),
    });
    const verdicts = Object.fromEntries(result.questions.map(({ prompt, verdict }) => [prompt, verdict]));
    expect(verdicts).toMatchObject({ Francia: "accent", Italia: "right", Portugal: "close", Alemania: "wrong" });
    expect(verdicts).toMatchObject({ Suecia: "right", Austria: "wrong", Grecia: "wrong", Noruega: "wrong" });
    expect(await finishQuiz(ana, quiz)).toEqual(result);
    const saved = await readQuiz(ana, quiz);
    const { questions, ...score } = result;
    expect(saved).toEqual({
      ...quiz,
      ...score,
      finishedAt: NOW,
      questions: quiz.questions.map((question, place) => ({ ...question, ...questions[place] })),
    });
    expect(await listQuizzes(ana)).toEqual([
      {
        id: quiz.id,
        name: "Capitales",
        startedAt: NOW,
        endsAt: null,
        finishedAt: NOW,
        examId: null,
        folderIds: [folderId],
        of: 8,
        cards: 8,
        right: 4,
        share: 0.5,
        low: 0.5,
        high: 0.5,
        predicted: null,
      },
    ]);
  });

  it("estimates the share of all cards, corrected for guessing at choices", async () => {
    const words = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, `palabra${at + 10}`]));
    const { folderId: many } = await createCards(ana, words, { name: "Palabras" });
    const quiz = await startQuiz(ana, { folderIds: [many], kinds: ["choose"] });
    await giveAnswers(ana, quiz, ({ n, options = [], prompt }) => {
      const right = options.indexOf(words[prompt] as string);
      return { option: n <= 15 ? right : (right + 1) % 4 };
    });
    const result = await finishQuiz(ana, quiz);
    expect(result).toMatchObject({ right: 15, of: 20 });
    // 15 of 20 right, of which 5 / 3 were guessed.
    expect(result.share).toBeCloseTo((15 - 20 / 4) / (20 - 20 / 4), 10);
    const [share, low, high] = [result.share, result.low, result.high] as [number, number, number];
    expect(low).toBeGreaterThan(0.4);
    expect(low).toBeLessThan(share - 0.1);
    expect(high).toBeGreaterThan(share + 0.1);
    expect(high).toBeLessThan(0.9);
    expect((await listQuizzes(ana))[0]).toMatchObject({ of: 20, cards: 40, share });
  });

  it("takes no guess off where `No lo sé` was chosen", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId], kinds: ["choose"] });
    await giveAnswers(ana, quiz, ({ n, options = [], prompt }) =>
      n <= 4 ? { option: options.indexOf(CAPITALS[prompt] as string) } : { unknown: true },
    );
    const result = await finishQuiz(ana, quiz);
    expect(result).toMatchObject({ right: 4, of: 8, answered: 8, share: 0.5 });
    expect(result.questions.map(({ given }) => given === false)).toEqual(quiz.questions.map(({ n }) => n > 4));
    expect(result.questions.slice(4).map(({ verdict }) => verdict)).toEqual(Array(4).fill("wrong"));
  });

  it("has no estimate with fewer than half of the answers; `No lo sé` and an empty text are answers", async () => {
    const answerSome = async (answers: QuizAnswer[]) => {
      const quiz = await startQuiz(ana, { folderIds: [folderId] });
      for (const [at, answer] of answers.entries()) await giveAnswer(ana, quiz, at + 1, answer);
      return finishQuiz(ana, quiz);
    };
    const none = { share: null, low: null, high: null };
    expect(await answerSome([])).toMatchObject({ right: 0, answered: 0, ...none });
    const few: QuizAnswer[] = [{ unknown: true }, { text: "" }, { text: "x" }];
    expect(await answerSome([...few, { skipped: true }])).toMatchObject({ answered: 3, ...none });
    expect((await listQuizzes(ana)).map(({ share }) => share)).toEqual([null, null]);
    expect(await answerSome([...few, { text: "y" }])).toMatchObject({ answered: 4, share: 0, low: 0, high: 0 });
  });

  it("has what was predicted for the rated cards, if these are at least 80 % of those that are asked", async () => {
    const numbers = { uno: "1", dos: "2", tres: "3", cuatro: "4", cinco: "5" };
    const { cards, folderId: rated } = await createCards(ana, numbers, { name: "Cifras" });
    for (const { id } of cards.slice(1)) await ana.post(`/api/cards/${id}/review`, { difficulty: "medium" });
    app.clock.advance(3 * 86_400_000);
    const recalls = await Promise.all(
      cards.slice(1).map(async ({ id }) => (await ana.get<{ recall: number }>(`/api/cards/${id}/history`)).body.recall),
    );
    const { predicted, newCards } = await finishQuiz(ana, await startQuiz(ana, { folderIds: [rated] }));
    expect(predicted).toBeCloseTo(recalls.reduce((sum, recall) => sum + recall, 0) / 4, 10);
    expect(newCards).toBe(1);
    await createCard(ana, rated, { front: "seis", back: "6" });
    const quiz = await startQuiz(ana, { folderIds: [rated] });
    expect(await finishQuiz(ana, quiz)).toMatchObject({ predicted: null, newCards: 2 });
  });

  it("follows the folder: its language, whether accents count, and its other cards", async () => {
    const strict = await createCards(
      ana,
      { water: "água", night: "noite", hypo: "hipotensão", hyper: "hipertensão", speak: "falo", spoke: "falô" },
      { name: "Portugués", language: "pt-PT", strictAccents: true },
    );
    const quiz = await startQuiz(ana, { folderIds: [strict.folderId] });
    const answers: Record<string, string> = { water: "agua", night: "a noite", hypo: "hipertensão", speak: "falô" };
    await giveAnswers(ana, quiz, ({ prompt }) =>
      answers[prompt] === undefined ? undefined : { text: answers[prompt] },
    );
    const { questions } = await finishQuiz(ana, quiz);
    const verdictOf = (front: string) => questions[numberOf(quiz, front) - 1]?.verdict;
    expect(["water", "night", "hypo", "speak"].map(verdictOf)).toEqual(["wrong", "right", "wrong", "wrong"]);
  });

  it("remains if the cards, the folder or the exam are deleted meanwhile", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    await giveAnswer(ana, quiz, numberOf(quiz, "Francia"), { text: "París" });
    await ana.delete(`/api/cards/${quiz.questions[numberOf(quiz, "Italia") - 1]?.cardId}`);
    await ana.delete(`/api/folders/${folderId}`);
    expect((await readQuiz(ana, quiz)).questions).toHaveLength(8);
    await giveAnswer(ana, quiz, numberOf(quiz, "Italia"), { text: "roma" });
    await giveAnswer(ana, quiz, numberOf(quiz, "Suecia"), { text: "Estocolmoo" });
    expect(await finishQuiz(ana, quiz)).toMatchObject({ right: 3, of: 8 });
    expect(await listQuizzes(ana)).toHaveLength(1);
  });
});

describe("a time limit", () => {
  const minutes = 10;

  it("ends the quiz with the answers given so far, by the server's clock", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId], minutes });
    expect(quiz.endsAt).toBe("2026-03-10T12:10:00.000Z");
    await giveAnswer(ana, quiz, numberOf(quiz, "Francia"), { text: "París" });
    app.clock.advance(minutes * 60_000 - 1);
    await giveAnswer(ana, quiz, numberOf(quiz, "Italia"), { text: "Roma" });
    expect(await readQuiz(ana, quiz)).toMatchObject({ finishedAt: null });
    app.clock.advance(1);
    expect(await ana.put(`/api/tests/${quiz.id}/answers/1`, { text: "Roma" })).toMatchObject({ status: 409 });
    app.clock.advance(3_600_000);
    expect(await readQuiz(ana, quiz)).toMatchObject({ finishedAt: quiz.endsAt, right: 2, of: 8 });
    expect(await finishQuiz(ana, quiz)).toMatchObject({ right: 2 });
  });

  it.each([
    ["a list of quizzes", async () => void (await listQuizzes(ana))],
    ["a job, without any call", () => app.runHandler("quizzes", "attend")],
  ])("is noticed by %s", async (_, notice) => {
    const quiz = await startQuiz(ana, { folderIds: [folderId], minutes });
    await giveAnswer(ana, quiz, numberOf(quiz, "Francia"), { text: "Berlín" });
    await app.runHandler("quizzes", "attend");
    app.clock.advance(minutes * 60_000);
    await notice();
    const { rows } = await app.database.pool.query("select finished_at, attention_at from tests where id = $1", [
      quiz.id,
    ]);
    expect(rows).toEqual([{ finished_at: new Date(quiz.endsAt as string), attention_at: null }]);
    const { rows: reviews } = await app.database.pool.query("select reviewed_at from reviews where user_id = $1", [
      ana.userId,
    ]);
    expect(reviews).toEqual([{ reviewed_at: new Date(quiz.endsAt as string) }]);
  });
});

describe("a correction", () => {
  it("turns a wrong typed answer into a right one, and stores the new result", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    const n = numberOf(quiz, "Francia");
    await giveAnswer(ana, quiz, n, { text: "Pxxxs" });
    await giveAnswer(ana, quiz, numberOf(quiz, "Italia"), { text: "roma" });
    await giveAnswer(ana, quiz, numberOf(quiz, "Grecia"), { unknown: true });
    await giveAnswer(ana, quiz, numberOf(quiz, "Austria"), { text: "Oslo" });
    expect(await correct(quiz, n)).toMatchObject({ status: 409, body: { message: "El test aún no ha terminado" } });
    expect(await finishQuiz(ana, quiz)).toMatchObject({ right: 1, share: 1 / 8 });
    const { status, body } = await correct(quiz, n);
    expect([status, body]).toMatchObject([200, { id: quiz.id, right: 2, of: 8, share: 2 / 8 }]);
    expect(body.questions[n - 1]).toMatchObject({ given: "Pxxxs", verdict: "right", right: true });
    expect(await correct(quiz, n)).toMatchObject({ status: 200, body });
    expect(await correct(quiz, numberOf(quiz, "Italia"))).toMatchObject({ status: 200, body });
    expect(await correct(quiz, numberOf(quiz, "Grecia"))).toMatchObject({ status: 409 });
    expect(await finishQuiz(ana, quiz)).toEqual(body);
    expect((await listQuizzes(ana))[0]).toMatchObject({ right: 2, share: 2 / 8 });
  });

  it("is refused for what nobody typed, and for what does not exist", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId], kinds: ["type", "flip", "choose"] });
    await giveAnswers(ana, quiz, ({ kind, options = [], prompt }) =>
      kind === "type"
        ? undefined
        : kind === "flip"
          ? { recalled: false }
          : { option: options.findIndex((option) => option !== CAPITALS[prompt]) },
    );
    const result = await finishQuiz(ana, quiz);
    expect(result.right).toBe(0);
    for (const { n } of quiz.questions) {
      expect(await correct(quiz, n)).toMatchObject({
        status: 409,
        body: { message: "Solo se puede corregir una respuesta escrita" },
      });
    }
    expect(await correct(quiz, 9)).toMatchObject({ status: 404, body: { message: "La pregunta no existe" } });
    expect(await correct(quiz, 1, await app.register())).toMatchObject({ status: 404 });
    expect(await finishQuiz(ana, quiz)).toEqual(result);
  });
});

it("is deleted, and limited in number", async () => {
  const quiz = await startQuiz(ana, { folderIds: [folderId] });
  expect(await ana.delete(`/api/tests/${quiz.id}`)).toMatchObject({ status: 204 });
  expect(await ana.delete(`/api/tests/${quiz.id}`)).toMatchObject({ status: 404 });
  expect(await ana.get(`/api/tests/${quiz.id}`)).toMatchObject({ status: 404, body: { message: "El test no existe" } });
  const copied = await startQuiz(ana, { folderIds: [folderId] });
  await app.database.pool.query(
    `insert into tests (user_id, name, folder_ids, started_at, time_zone, cards, question_count, questions)
    select user_id, name, folder_ids, started_at, time_zone, cards, question_count, questions
    from tests, generate_series(2, 500) where id = $1`,
    [copied.id],
  );
  expect(await ana.post("/api/tests", { folderIds: [folderId], kinds: ["type"] })).toMatchObject({
    status: 409,
    body: { message: "Puedes guardar hasta 500 tests. Elimina alguno." },
  });
  expect(await listQuizzes(ana)).toHaveLength(500);
});
