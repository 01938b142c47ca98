// @vitest-environment node
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import type { PastReview } from "@repasa/contract/study.ts";
import { expect, it } from "vitest";
import { describeReturn, explainWhyAsked, needsReviews } from "#features/study/session/session.reason.ts";
import type { ActiveSession, SessionMode, StudyCard } from "#features/study/study.state.ts";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { formatNoon, samplePastReview } from "#testing/sample-reviews.ts";

const today = localDateOf(new Date(), DEFAULT_DAY_START_HOUR);

const createCard = (changes: Partial<StudyCard> = {}): StudyCard => ({
  ...sampleCard({
    difficulty: "medium",
    reviewCount: 3,
    interval: 12,
    lastReviewedAt: formatNoon(addDays(today, -12)),
    nextReviewAt: formatNoon(today),
    nextReviewDate: today,
  }),
  nextIntervals: { hard: 1, medium: 20, easy: 40 },
  recall: 0.89,
  ...changes,
});

function createSession(card: StudyCard, changes: Partial<ActiveSession> = {}): ActiveSession {
  const cards = [card];
  return { phase: "answer", mode: "study", round: 1, deck: cards, queue: cards, ratings: [], left: 0, ...changes };
}

const explain = (card: StudyCard, changes: Partial<ActiveSession> = {}, reviews?: PastReview[]) =>
  replaceNoBreakSpaces(explainWhyAsked(createSession(card, changes), card, { today, retention: 0.9, reviews }));

it("describes the last review, its rating and the recall of a due card", () => {
  expect(explain(createCard())).toBe(
    "La viste hace 12 días y fue Medio: hoy la recordarías con un 89 % de probabilidad, y repasamos al 90 %.",
  );
});

it("names the exam that determined the due date", () => {
  const exam = { name: "Anatomía", date: addDays(today, 3) };
  expect(explain(createCard({ exam }))).toBe(
    "La viste hace 12 días y fue Medio: vuelve hoy porque tu examen «Anatomía» es en 3 días.",
  );
});

it("describes when a practised or weak card that is not due will be due", () => {
  const card = createCard({ nextReviewDate: addDays(today, 1) });
  for (const mode of ["practice", "weakest"] satisfies SessionMode[])
    expect(explain(card, { mode })).toBe("No le toca hasta mañana: la practicas porque lo has pedido.");
});

it("describes a new card as new, also in practice", () => {
  const card = createCard({
    difficulty: "new",
    lastReviewedAt: null,
    nextReviewAt: null,
    nextReviewDate: null,
    recall: null,
  });
  for (const mode of ["study", "practice"] satisfies SessionMode[])
    expect(explain(card, { mode })).toBe("Es nueva: todavía no la has visto.");
});

it("omits the recall if an earlier version stored the session without it", () => {
  expect(explain(createCard({ recall: undefined as unknown as null }))).toBe(
    "La viste hace 12 días y fue Medio: le toca hoy.",
  );
});

it("distinguishes a forgotten card from a hard one by its reviews, and assumes a hard one without them", () => {
  const yesterday = addDays(today, -1);
  const card = createCard({ difficulty: "hard", interval: 1, lastReviewedAt: formatNoon(yesterday), recall: 0.7 });
  const review = samplePastReview(yesterday, { difficulty: "hard", answerResult: "incorrect", interval: 1 });
  expect(needsReviews(createSession(card), card)).toBe(true);
  expect(explain(card, {}, [{ ...review, answerResult: "correct", undone: true }, review])).toMatch(
    /^La fallaste ayer: /,
  );
  expect(explain(card, {}, [{ ...review, answerResult: "correct" }])).toMatch(/^La viste ayer y fue Difícil: /);
  expect(explain(card)).toMatch(/^La viste ayer y fue Difícil: /);
  expect(needsReviews(createSession(createCard()), createCard())).toBe(false);
});

it("takes the ratings of the session itself into account", () => {
  const card = createCard({ difficulty: "hard" });
  const again = { ratings: [{ cardId: card.id, choice: "forgotten", reviewId: "a" } as const] };
  expect(explain(card, again)).toBe("La fallaste en esta sesión, y por eso vuelve ya.");
  expect(needsReviews(createSession(card, again), card)).toBe(false);
  expect(explain(card, { round: 2 })).toBe("La repites en esta sesión porque lo has pedido.");
  expect(needsReviews(createSession(card, { round: 2 }), card)).toBe(false);
});

it("explains the practice of a card that is not due by the student's request", () => {
  const tomorrow = addDays(today, 1);
  expect(
    explain(createCard({ nextReviewAt: formatNoon(tomorrow), nextReviewDate: tomorrow }), { mode: "practice" }),
  ).toBe("No le toca hasta mañana: la practicas porque lo has pedido.");
});

it("describes the next due dates only while the intervals are known", () => {
  expect(describeReturn(createCard(), today)).toMatch(/^Si pulsas Fácil volverá el \d+ de \S+.*con Difícil, mañana\.$/);
  expect(describeReturn(createCard({ nextIntervals: null }), today)).toBeNull();
});
