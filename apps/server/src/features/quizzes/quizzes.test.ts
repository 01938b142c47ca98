// @module-tag hostile
import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import { QUIZ_QUESTIONS_OUT_OF_RANGE } from "@repasa/contract/quizzes.forms.ts";
import { QUIZ_SOURCE_REQUIRED } from "@repasa/contract/quizzes.limits.ts";
import type { Quiz } from "@repasa/contract/quizzes.ts";
import type { Confusions } from "@repasa/contract/study.ts";
import { describe, expect, it } from "vitest";
import { createCard, createFolder } from "#testing/card-calls.ts";
import {
  ana,
  CAPITALS,
  createCards,
  finishQuiz,
  folderId,
  giveAnswer,
  giveAnswers,
  listQuizzes,
  readQuiz,
  registerBeforeEach,
  startQuiz,
} from "#testing/quizzes-world.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00.000Z";
const app = await sharedTestApp({ now: NOW });
registerBeforeEach(app, NOW);

const create = (form: object, client = ana) => client.post<Quiz>("/api/tests", { kinds: ["type"], ...form });

describe("a quiz", () => {
  it("asks for all cards of a folder if there are fewer than 20, and says nothing about their answers", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    expect(quiz).toEqual({
      id: expect.any(Number),
      name: "Capitales",
      startedAt: NOW,
      endsAt: null,
      folderIds: [folderId],
      examId: null,
      questions: quiz.questions.map((_, place) => ({
        n: place + 1,
        cardId: expect.any(Number),
        kind: "type",
        format: "plain",
        prompt: expect.any(String),
      })),
    });
    expect(quiz.questions.map(({ prompt }) => prompt).sort()).toEqual(Object.keys(CAPITALS).sort());
    for (const answer of Object.values(CAPITALS)) expect(JSON.stringify(quiz)).not.toContain(answer);
    expect(await readQuiz(ana, quiz)).toEqual({
      ...quiz,
      finishedAt: null,
      questions: quiz.questions.map((question) => ({ ...question, given: null })),
    });
  });

  it("asks as many cards as are wanted, each once, and not always in the same order", async () => {
    const orders = new Set<string>();
    for (let run = 0; run < 4; run++) {
      const { questions } = await startQuiz(ana, { folderIds: [folderId], questions: 5 });
      expect(new Set(questions.map(({ cardId }) => cardId)).size).toBe(5);
      orders.add(questions.map(({ prompt }) => prompt).join());
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it("asks each stratum of predicted recall in proportion, so that its score has no bias", async () => {
    const words = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, `palabra${at}`]));
    const { folderId: mixed, cards } = await createCards(ana, words, { name: "Palabras" });
    const rated = new Set(cards.filter((_, at) => at % 5 < 2).map(({ id }) => id));
    for (const id of rated) await ana.post(`/api/cards/${id}/review`, { difficulty: "easy" });
    const asked = new Set<number>();
    for (let run = 0; run < 5; run++) {
      const { questions } = await startQuiz(ana, { folderIds: [mixed], questions: 10 });
      // 8 of 20 cards were rated.
      expect(questions.filter(({ cardId }) => rated.has(cardId))).toHaveLength(4);
      for (const { cardId } of questions) asked.add(cardId);
    }
    expect(asked.size).toBeGreaterThan(10);
  });

  it("asks a card and its reverse, which show each other's answers, as far apart as possible", async () => {
    const pairs = await createFolder(ana, { name: "Pares" });
    for (const [front, back] of Object.entries(CAPITALS))
      await createCard(ana, pairs.id, { front, back, reverse: true });
    const { questions } = await startQuiz(ana, { folderIds: [pairs.id] });
    const halves = [questions.slice(0, 8), questions.slice(8)];
    const [first, second] = halves.map((half) => half.map(({ prompt }) => CAPITALS[prompt] ?? prompt));
    expect(new Set(first).size).toBe(8);
    expect(second).toEqual(first);
  });

  it("has texts of limited length, however long its cards are", async () => {
    const long = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`${at} ${"anverso ".repeat(2400)}`, "r".repeat(19_000)]),
    );
    const { folderId: large } = await createCards(ana, long, { name: "Largas" });
    const small = await startQuiz(ana, { folderIds: [large], kinds: ["flip"], questions: 5 });
    for (const { prompt } of small.questions) expect(prompt.length).toBeGreaterThan(19_000);
    const quiz = await startQuiz(ana, { folderIds: [large], kinds: ["flip"] });
    const { questions } = await finishQuiz(ana, quiz);
    for (const { prompt, expected } of questions) {
      expect([prompt.length, expected.length]).toEqual([12_500, 12_500]);
      expect(prompt.endsWith("…")).toBe(true);
    }
  });

  it("covers several folders, or an exam, whose name it has", async () => {
    const other = await createCards(ana, { "2 + 2": "cuatro" }, { name: "Cálculo" });
    const third = await createCards(ana, { rojo: "red" }, { name: "Inglés" });
    const two = await startQuiz(ana, { folderIds: [folderId, other.folderId, folderId] });
    expect([two.name, two.questions.length]).toEqual(["Capitales y Cálculo", 9]);
    const three = await startQuiz(ana, { folderIds: [folderId, other.folderId, third.folderId] });
    expect([three.name, three.questions.length]).toEqual(["Capitales, Cálculo y 1 más", 10]);
    const exam = { name: "Final", date: "2026-04-01", folderIds: [other.folderId, third.folderId] };
    const { body } = await ana.post<Exam>("/api/exams", exam);
    const ofExam = await startQuiz(ana, { examId: body.id });
    expect([ofExam.name, ofExam.questions.length]).toEqual(["Final", 2]);
    expect(
      (await listQuizzes(ana)).map(({ id, examId, folderIds }) => ({
        id,
        examId,
        folderIds: folderIds.toSorted((one, next) => one - next),
      })),
    ).toEqual([
      { id: ofExam.id, examId: body.id, folderIds: [other.folderId, third.folderId] },
      { id: three.id, examId: null, folderIds: [folderId, other.folderId, third.folderId] },
      { id: two.id, examId: null, folderIds: [folderId, other.folderId] },
    ]);
  });

  it("is created once for a clientId, whatever has changed since, by simultaneous calls too", async () => {
    const form = { folderIds: [folderId], clientId: randomUUID() };
    const answers = await Promise.all([create(form), create(form), create(form)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    await ana.delete(`/api/folders/${folderId}`);
    const again = await create(form);
    for (const { body } of [...answers, again]) expect(body).toEqual(answers[0]?.body);
    expect(await listQuizzes(ana)).toHaveLength(1);
  });

  it("is refused in Spanish without cards, for what does not exist or belongs to others, and with wrong fields", async () => {
    const eva = await app.register();
    const exam = await eva.post<Exam>("/api/exams", {
      name: "Suyo",
      date: "2026-04-01",
      folderIds: [(await createFolder(eva)).id],
    });
    const empty = await createFolder(ana, { name: "Vacía" });
    const suspended = await createCards(ana, { a: "b" });
    await ana.put(`/api/cards/${suspended.cards[0]?.id}`, { front: "a", back: "b", suspended: true });
    for (const id of [empty.id, suspended.folderId]) {
      expect(await create({ folderIds: [id] })).toMatchObject({
        status: 409,
        body: { code: "conflict", message: "No hay cartas para hacer un test" },
      });
    }
    expect(await create({ folderIds: [folderId] }, eva)).toMatchObject({
      status: 404,
      body: { message: "La carpeta no existe" },
    });
    expect(await create({ folderIds: [folderId, 999_999] })).toMatchObject({ status: 404 });
    expect(await create({ examId: exam.body.id })).toMatchObject({
      status: 404,
      body: { message: "El examen no existe" },
    });
    const issueOf = async (form: object) => {
      const { status, body } = await ana.post<{ message: string }>("/api/tests", form);
      return [status, body.message];
    };
    expect(await issueOf({ kinds: ["type"] })).toEqual([400, QUIZ_SOURCE_REQUIRED]);
    expect(await issueOf({ folderIds: [folderId], kinds: ["type"], questions: 4 })).toEqual([
      400,
      QUIZ_QUESTIONS_OUT_OF_RANGE,
    ]);
    expect(await listQuizzes(ana)).toEqual([]);
  });

  it("shows the gaps of a card hidden, in the card's format, and accepts the text of each on a line", async () => {
    const gaps = await createFolder(ana, { name: "Huecos" });
    await createCard(ana, gaps.id, {
      front: "**{{c1::Roma}}** y {{c1::París::ciudad}} no son {{c2::países}}",
      back: "extra",
      format: "markdown",
    });
    const quiz = await startQuiz(ana, { folderIds: [gaps.id] });
    const prompts = quiz.questions.map(({ prompt, format }) => ({ prompt, format }));
    expect(prompts).toContainEqual({ prompt: "**[...]** y [ciudad] no son países", format: "markdown" });
    expect(prompts).toContainEqual({ prompt: "**Roma** y París no son [...]", format: "markdown" });
    const n = quiz.questions.find(({ prompt }) => prompt.includes("[ciudad]"))?.n as number;
    await giveAnswer(ana, quiz, n, { text: "roma\nparis" });
    const { questions } = await finishQuiz(ana, quiz);
    expect(questions[n - 1]).toMatchObject({ expected: "Roma\nParís", verdict: "accent", right: true });
  });
});

describe("the kinds of questions", () => {
  it("are all used where a card allows it", async () => {
    const kinds = new Set<string>();
    for (let run = 0; run < 6; run++) {
      const { questions } = await startQuiz(ana, { folderIds: [folderId], kinds: ["type", "choose", "flip"] });
      for (const { kind } of questions) kinds.add(kind);
    }
    expect([...kinds].sort()).toEqual(["choose", "flip", "type"]);
  });

  it("have four options of the same folder that keep their order", async () => {
    const { questions, ...quiz } = await startQuiz(ana, { folderIds: [folderId], kinds: ["choose"] });
    for (const { kind, options, prompt } of questions) {
      expect(kind).toBe("choose");
      expect(new Set(options).size).toBe(4);
      expect(options).toContain(CAPITALS[prompt]);
      for (const option of options ?? []) expect(Object.values(CAPITALS)).toContain(option);
    }
    expect((await readQuiz(ana, quiz)).questions.map(({ options }) => options)).toEqual(
      questions.map(({ options }) => options),
    );
  });

  it("have options of the whole exam, and of its own folder otherwise", async () => {
    const numbers = await createCards(ana, { dos: "2", tres: "3" }, { name: "Cifras" });
    const more = await createCards(ana, { cuatro: "4", cinco: "5" }, { name: "Más cifras" });
    const folderIds = [numbers.folderId, more.folderId];
    const apart = await startQuiz(ana, { folderIds, kinds: ["choose"] });
    expect(apart.questions.map(({ kind }) => kind)).toEqual(["type", "type", "type", "type"]);
    const { body } = await ana.post<Exam>("/api/exams", { name: "Final", date: "2026-04-01", folderIds });
    const together = await startQuiz(ana, { examId: body.id, kinds: ["choose"] });
    for (const { options } of together.questions) expect(options?.toSorted()).toEqual(["2", "3", "4", "5"]);
  });

  it("have none of outside the exam, although the student has given it for the card before", async () => {
    const numbers = await createCards(ana, { dos: "2", tres: "3", cuatro: "4", cinco: "5" }, { name: "Cifras" });
    const outside = await createCards(ana, { seis: "6" }, { name: "Otras cifras" });
    const wrong = { difficulty: "hard", answerResult: "incorrect", confusedWith: outside.cards[0]?.id };
    for (const { id } of numbers.cards)
      expect(await ana.post(`/api/cards/${id}/review`, wrong)).toMatchObject({ status: 200 });
    const exam = { name: "Final", date: "2026-04-01", folderIds: [numbers.folderId] };
    const { body } = await ana.post<Exam>("/api/exams", exam);
    const { questions } = await startQuiz(ana, { examId: body.id, kinds: ["choose"] });
    for (const { options } of questions) expect(options?.toSorted()).toEqual(["2", "3", "4", "5"]);
  });

  it("prefer what this student chose wrongly in an earlier quiz", async () => {
    const letters = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`p${at}`, `palabra${String(at).padStart(2, "0")}`]),
    );
    const words = await createCards(ana, letters, { name: "Palabras" });
    const first = await startQuiz(ana, { folderIds: [words.folderId], questions: 40, kinds: ["choose"] });
    const chosen = new Map<number, string>();
    await giveAnswers(ana, first, ({ cardId, options = [], prompt }) => {
      const option = options.findIndex((text) => text !== letters[prompt]);
      chosen.set(cardId, options[option] as string);
      return { option };
    });
    expect(await finishQuiz(ana, first)).toMatchObject({ right: 0, of: 40, share: 0 });
    const second = await startQuiz(ana, { folderIds: [words.folderId], questions: 40, kinds: ["choose"] });
    for (const { cardId, options } of second.questions) expect(options).toContain(chosen.get(cardId));
    const { body } = await ana.get<Confusions>("/api/confusions");
    const { body: cards } = await ana.get<Card[]>(`/api/folders/${words.folderId}/cards`);
    const answers = new Map(cards.map(({ id, back }) => [id, back]));
    expect(new Map(body.confusions.map(({ cardId, otherId }) => [cardId, answers.get(otherId)]))).toEqual(chosen);
  });

  it("turn a card over only if that is wanted, or if nothing of its answer can be typed", async () => {
    const long = "una explicación larga que nadie teclea en un móvil, con todos sus detalles. ".repeat(4);
    const hard = await createCards(
      ana,
      { larga: long, media: long.slice(0, 90), signo: "…", tomo: long.repeat(7) },
      { name: "Largas" },
    );
    const kindsOf = async (kinds: string[]) =>
      (await startQuiz(ana, { folderIds: [hard.folderId], kinds })).questions
        .toSorted((a, b) => a.prompt.localeCompare(b.prompt))
        .map(({ kind }) => kind);
    // Nobody may type the more than 2,000 characters of the last one.
    const typed = ["type", "type", "flip", "flip"];
    expect(await kindsOf(["choose"])).toEqual(typed);
    expect(await kindsOf(["type", "choose"])).toEqual(typed);
    expect(await kindsOf(["type"])).toEqual(typed);
    expect(await kindsOf(["type", "choose", "flip"])).toEqual(["flip", "flip", "flip", "flip"]);
  });

  it("never include a sibling's answer among the options", async () => {
    const pairs = await createFolder(ana, { name: "Pares" });
    for (const [front, back] of Object.entries(CAPITALS))
      await createCard(ana, pairs.id, { front, back, reverse: true });
    const { questions } = await startQuiz(ana, { folderIds: [pairs.id], kinds: ["choose"] });
    expect(questions).toHaveLength(16);
    for (const { prompt, options } of questions) expect(options).not.toContain(prompt);
  });
});

describe("an answer", () => {
  it("can be changed and taken back until the end, and is there on another device", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    const given = async () => (await readQuiz(ana, quiz)).questions.map((question) => question.given);
    await giveAnswer(ana, quiz, 1, { text: "Roma" });
    await giveAnswer(ana, quiz, 1, { text: "Roma" });
    await giveAnswer(ana, quiz, 3, { text: "París" });
    expect((await given()).slice(0, 4)).toEqual(["Roma", null, "París", null]);
    await giveAnswer(ana, quiz, 1, { text: "Oslo" });
    await giveAnswer(ana, quiz, 3, { skipped: true });
    await giveAnswer(ana, quiz, 4, { unknown: true });
    expect((await given()).slice(0, 4)).toEqual(["Oslo", null, null, false]);
    await finishQuiz(ana, quiz);
    expect(await ana.put(`/api/tests/${quiz.id}/answers/1`, { text: "Roma" })).toMatchObject({
      status: 409,
      body: { code: "conflict", message: "El test ha terminado" },
    });
    expect((await given())[0]).toBe("Oslo");
  });

  it("is refused for an unknown question or option, and if it is not of the question's kind", async () => {
    const quiz = await startQuiz(ana, { folderIds: [folderId], kinds: ["choose"] });
    const put = (n: unknown, answer: unknown, client = ana) => client.put(`/api/tests/${quiz.id}/answers/${n}`, answer);
    for (const n of [0, 9, -1, "x", "1.5"]) expect(await put(n, { option: 0 })).toMatchObject({ status: 404 });
    for (const answer of [
      { option: 4 },
      { option: -1 },
      { option: 1.5 },
      { text: "Roma" },
      { recalled: true },
      {},
      [],
    ]) {
      expect(await put(1, answer)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    }
    expect(await put(1, { option: 3 }, await app.register())).toMatchObject({ status: 404 });
    expect((await readQuiz(ana, quiz)).questions[0]?.given).toBeNull();
    await giveAnswer(ana, quiz, 1, { option: 3 });
    expect((await readQuiz(ana, quiz)).questions[0]?.given).toBe(quiz.questions[0]?.options?.[3]);
  });
});
