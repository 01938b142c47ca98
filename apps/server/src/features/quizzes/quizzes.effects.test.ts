import type { QuizAnswer } from "@repasa/contract/quizzes.forms.ts";
import type { Quiz } from "@repasa/contract/quizzes.ts";
import type { CardHistory, Confusions } from "@repasa/contract/study.ts";
import { describe, expect, it } from "vitest";
import { countDifferences } from "#features/checks/checks.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { createCard } from "#testing/card-calls.ts";
import { expectFold } from "#testing/expect-fold.ts";
import {
  ana,
  CAPITALS,
  capitals,
  finishQuiz,
  folderId,
  giveAnswer,
  giveAnswers,
  numberOf,
  registerBeforeEach,
  startQuiz,
} from "#testing/quizzes-world.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const START = "2026-03-01T12:00:00.000Z";
const DAY = 86_400_000;
const app = await sharedTestApp({ now: START });
registerBeforeEach(app, START);

const idOf = (front: string) => capitals.find((card) => card.front === front)?.id as number;
const rate = (front: string, difficulty: string) => ana.post(`/api/cards/${idOf(front)}/review`, { difficulty });
const historyOf = async (front: string) => (await ana.get<CardHistory>(`/api/cards/${idOf(front)}/history`)).body;
const reviewsOf = async (front: string) =>
  (await historyOf(front)).reviews.map(({ difficulty, answerResult, mode, practice, undone }) => ({
    difficulty,
    answerResult,
    mode,
    practice,
    undone,
  }));

/** The card without what every write changes. */
const scheduleOf = async (front: string) => {
  const { updatedAt: _, ...card } = (await historyOf(front)).card;
  return card;
};

/** Expects that the log, the cards and what is derived from them agree. */
async function expectConsistent(): Promise<void> {
  await expectFold(app.database.pool, ana.userId);
  const found: string[] = [];
  await countDifferences(app.ctx.db, ana.userId as OwnerId, (what) => found.push(what));
  expect(found).toEqual([]);
}

async function finishWith(kinds: string[], answers: Record<string, QuizAnswer>): Promise<Quiz> {
  const quiz = await startQuiz(ana, { folderIds: [folderId], kinds });
  await giveAnswers(ana, quiz, ({ prompt }) => answers[prompt]);
  await finishQuiz(ana, quiz);
  return quiz;
}

const review = (difficulty: string, answerResult: string, mode: string, practice: boolean, undone = false) => ({
  difficulty,
  answerResult,
  mode,
  practice,
  undone,
});

describe("an answer in a quiz", () => {
  it("to a due card counts as its rating", async () => {
    const fronts = ["Francia", "Italia", "Portugal", "Alemania"];
    for (const front of fronts) await rate(front, "hard");
    app.clock.advance(DAY);
    await finishWith(["type"], {
      Francia: { text: "paris" },
      Italia: { text: "Roma" },
      Portugal: { text: "Lisboas" },
      Alemania: { text: "nada" },
    });
    const last = await Promise.all(fronts.map(async (front) => (await reviewsOf(front))[0]));
    expect(last).toEqual([
      review("medium", "correct", "type", false),
      review("medium", "correct", "type", false),
      review("hard", "correct", "type", false),
      review("hard", "incorrect", "type", false),
    ]);
    expect((await scheduleOf("Italia")).interval).toBeGreaterThan(1);
    expect(await scheduleOf("Alemania")).toMatchObject({ interval: 1, nextReviewDate: "2026-03-03" });
    await expectConsistent();
  });

  it("to a due card that was turned over counts alike", async () => {
    await rate("Francia", "hard");
    await rate("Italia", "hard");
    app.clock.advance(DAY);
    await finishWith(["flip"], { Francia: { recalled: true }, Italia: { recalled: false } });
    expect((await reviewsOf("Francia"))[0]).toEqual(review("medium", "correct", "flip", false));
    expect((await reviewsOf("Italia"))[0]).toEqual(review("hard", "incorrect", "flip", false));
  });

  it("is a rating if it is `No lo sé`, in a question of any kind", async () => {
    for (const [front, kind] of Object.entries({ Francia: "type", Italia: "choose", Portugal: "flip" })) {
      await rate(front, "hard");
      app.clock.advance(DAY);
      await finishWith([kind], { [front]: { unknown: true } });
      const mode = kind === "type" ? "type" : "flip";
      expect((await reviewsOf(front))[0]).toEqual(review("hard", "incorrect", mode, false));
    }
    await expectConsistent();
  });

  it("says nothing about what the student's Difícil means on cards that are turned over", async () => {
    await rate("Francia", "hard");
    await rate("Italia", "hard");
    app.clock.advance(DAY);
    await finishWith(["flip"], { Francia: { recalled: false } });
    await finishWith(["type"], { Italia: { text: "nada" } });
    await ana.post(`/api/cards/${idOf("Portugal")}/review`, { difficulty: "hard", answerResult: "correct" });
    const { rows } = await app.database.pool.query(
      `SELECT mode, grade, state_after->>'hardSinceForgotten' AS hard, state_after->>'recalledCount' AS recalled
      FROM reviews WHERE user_id = $1 ORDER BY id OFFSET 2`,
      [ana.userId],
    );
    expect(rows).toEqual([
      { mode: "test", grade: 1, hard: null, recalled: "0" },
      { mode: "type", grade: 1, hard: null, recalled: "0" },
      { mode: "flip", grade: null, hard: null, recalled: "0" },
    ]);
    await expectConsistent();
  });

  it("to a card that is not due is practice, and only a wrong one brings it nearer", async () => {
    await rate("Francia", "easy");
    await rate("Italia", "easy");
    app.clock.advance(2 * DAY);
    const before = await scheduleOf("Francia");
    await finishWith(["type"], { Francia: { text: "París" }, Italia: { text: "Oslo" } });
    expect(await scheduleOf("Francia")).toEqual(before);
    expect(await scheduleOf("Italia")).toMatchObject({ nextReviewDate: "2026-03-04", difficulty: "hard" });
    expect((await reviewsOf("Francia"))[0]).toEqual(review("medium", "correct", "type", true));
    expect((await reviewsOf("Italia"))[0]).toEqual(review("hard", "incorrect", "type", true));
    await expectConsistent();
    const { body } = await ana.get<{ reviewedToday: number }>("/api/user/stats");
    expect(body.reviewedToday).toBe(2);
  });

  it("that is missing or taken back moves no schedule", async () => {
    await rate("Francia", "hard");
    await rate("Italia", "hard");
    app.clock.advance(DAY);
    const before = [await historyOf("Francia"), await historyOf("Italia")];
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    await giveAnswer(ana, quiz, numberOf(quiz, "Francia"), { text: "Roma" });
    await giveAnswer(ana, quiz, numberOf(quiz, "Francia"), { skipped: true });
    await finishQuiz(ana, quiz);
    expect([await historyOf("Francia"), await historyOf("Italia")]).toEqual(before);
  });

  it("to a new card within the day's share is its first rating, beyond it only practice", async () => {
    await ana.put("/api/user/preferences", { newCardsPerDay: 1 });
    const [first, ...others] = Object.keys(CAPITALS);
    await finishWith(["type"], Object.fromEntries(Object.entries(CAPITALS).map(([front, text]) => [front, { text }])));
    expect(await reviewsOf(first as string)).toEqual([review("medium", "correct", "type", false)]);
    expect(await scheduleOf(first as string)).toMatchObject({ difficulty: "medium", reviewCount: 1 });
    for (const front of others) {
      expect(await reviewsOf(front)).toEqual([review("medium", "correct", "type", true)]);
      expect(await scheduleOf(front)).toMatchObject({ difficulty: "new", reviewCount: 0, nextReviewAt: null });
    }
    await expectConsistent();
  });

  it("that was chosen is practice even if the card is due, and a wrong one brings only others nearer", async () => {
    for (const front of Object.keys(CAPITALS)) await rate(front, front === "Portugal" ? "easy" : "hard");
    app.clock.advance(DAY);
    const fronts = ["Francia", "Italia"];
    const before = await Promise.all(fronts.map(scheduleOf));
    const quiz = await startQuiz(ana, { folderIds: [folderId], kinds: ["choose"] });
    await giveAnswers(ana, quiz, ({ prompt, options = [] }) => {
      const right = options.indexOf(CAPITALS[prompt] as string);
      return { option: prompt === "Francia" ? right : (right + 1) % 4 };
    });
    await finishQuiz(ana, quiz);
    expect(await Promise.all(fronts.map(scheduleOf))).toEqual(before);
    expect((await reviewsOf("Francia"))[0]).toEqual(review("medium", "correct", "choose", true));
    expect((await reviewsOf("Italia"))[0]).toEqual(review("hard", "incorrect", "choose", true));
    expect((await scheduleOf("Portugal")).nextReviewDate).toBe("2026-03-03");
    await expectConsistent();
  });
});

describe("a typed answer that is another card's", () => {
  const listConfused = async () => {
    const { confusions } = (await ana.get<Confusions>("/api/confusions")).body;
    return confusions.map(({ cardId, otherId }) => [cardId, otherId]);
  };

  it("says with which card it was confused, also if it is no slip of the right one", async () => {
    const typed = {
      Francia: { text: "roma" },
      Italia: { text: "Romo" },
      Portugal: { text: "Lugo" },
      Grecia: { text: " " },
    };
    const quiz = await finishWith(["type"], typed);
    expect(await listConfused()).toEqual([[idOf("Francia"), idOf("Italia")]]);
    // The other direction: both count as one pair, which two answers make.
    await finishWith(["type"], { Italia: { text: "París" } });
    expect(await listConfused()).toEqual([
      [idOf("Italia"), idOf("Francia")],
      [idOf("Francia"), idOf("Italia")],
    ]);
    const { body } = await ana.get<Confusions>("/api/confusions");
    expect(body.cards.map(({ front }) => front).sort()).toEqual(["Francia", "Italia"]);
    await ana.post(`/api/tests/${quiz.id}/answers/${numberOf(quiz, "Francia")}/correct`);
    expect(await listConfused()).toEqual([[idOf("Italia"), idOf("Francia")]]);
  });

  it("is known in a gap, too", async () => {
    const gap = { front: "{{c1::Nilo}} es un río de {{c2::África}}", back: "", format: "markdown" };
    const card = await createCard(ana, folderId, gap);
    const quiz = await startQuiz(ana, { folderIds: [folderId] });
    const asked = quiz.questions.find(({ cardId }) => cardId === card.id);
    await giveAnswer(ana, quiz, asked?.n as number, { text: "Lisboa" });
    await finishQuiz(ana, quiz);
    expect(await listConfused()).toEqual([[card.id, idOf("Portugal")]]);
  });
});

describe("a correction", () => {
  it("replaces the effect of the wrong answer", async () => {
    for (const front of ["Francia", "Italia"]) await rate(front, front === "Francia" ? "hard" : "easy");
    app.clock.advance(DAY);
    const practised = await scheduleOf("Italia");
    const quiz = await finishWith(["type"], { Francia: { text: "x" }, Italia: { text: "x" }, Portugal: { text: "x" } });
    app.clock.advance(60_000);
    for (const front of ["Francia", "Italia", "Portugal"]) {
      const { status } = await ana.post(`/api/tests/${quiz.id}/answers/${numberOf(quiz, front)}/correct`);
      expect(status).toBe(200);
    }
    expect((await reviewsOf("Francia")).slice(0, 2)).toEqual([
      review("medium", "correct", "type", false),
      review("hard", "incorrect", "type", false, true),
    ]);
    expect(await scheduleOf("Italia")).toEqual(practised);
    expect(await reviewsOf("Portugal")).toEqual([
      review("medium", "correct", "type", false),
      review("hard", "incorrect", "type", false, true),
    ]);
    expect(await scheduleOf("Portugal")).toMatchObject({ difficulty: "medium", reviewCount: 1 });
    await expectConsistent();
  });

  it("leaves a card alone that was reviewed since", async () => {
    await rate("Francia", "hard");
    app.clock.advance(DAY);
    const quiz = await finishWith(["type"], { Francia: { text: "x" } });
    await rate("Francia", "medium");
    const before = await historyOf("Francia");
    await ana.post(`/api/tests/${quiz.id}/answers/${numberOf(quiz, "Francia")}/correct`);
    expect(await historyOf("Francia")).toEqual(before);
  });
});

describe("deleting a quiz", () => {
  const answers = { Francia: { text: "x" }, Italia: { text: "Roma" }, Portugal: { text: "Lisboa" } };

  it("undoes its effects on the study day on which it ended", async () => {
    await rate("Francia", "easy");
    await rate("Italia", "hard");
    app.clock.set("2026-03-02T23:30:00Z");
    const before = [await scheduleOf("Francia"), await scheduleOf("Italia"), await scheduleOf("Portugal")];
    const quiz = await finishWith(["type"], answers);
    await ana.post(`/api/tests/${quiz.id}/answers/${numberOf(quiz, "Francia")}/correct`);
    // The day of the student goes on until four in the morning.
    app.clock.set("2026-03-03T03:00:00Z");
    expect(await ana.delete(`/api/tests/${quiz.id}`)).toMatchObject({ status: 204 });
    expect([await scheduleOf("Francia"), await scheduleOf("Italia"), await scheduleOf("Portugal")]).toEqual(before);
    for (const front of ["Francia", "Italia", "Portugal"]) {
      const ofQuiz = (await reviewsOf(front)).filter(({ mode }) => mode === "type");
      expect(ofQuiz.length).toBeGreaterThan(0);
      expect(ofQuiz.every(({ undone }) => undone)).toBe(true);
    }
    await expectConsistent();
  });

  it("undoes only what the card's latest review is, and nothing on a later day", async () => {
    for (const front of ["Francia", "Italia"]) await rate(front, "hard");
    app.clock.advance(DAY);
    const quiz = await finishWith(["type"], { Francia: { text: "x" }, Italia: { text: "x" } });
    await rate("Francia", "medium");
    const [reviewed, wrong] = [await scheduleOf("Francia"), await scheduleOf("Italia")];
    await ana.delete(`/api/tests/${quiz.id}`);
    expect(await scheduleOf("Francia")).toEqual(reviewed);
    expect(await scheduleOf("Italia")).not.toEqual(wrong);
    const second = await finishWith(["type"], { Portugal: { text: "x" } });
    app.clock.advance(DAY);
    const later = await historyOf("Portugal");
    await ana.delete(`/api/tests/${second.id}`);
    expect((await historyOf("Portugal")).reviews).toEqual(later.reviews);
  });
});
