// @vitest-environment node
// Every wording function that counts something, with numbers that need the singular and the plural.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAllowance } from "#features/billing/billing.wording.ts";
import { describeBatch } from "#features/cards/batch/batch.recent.ts";
import { formatFoundCount } from "#features/cards/list/list.found.ts";
import {
  describeToday,
  describeUnseenCards,
  describeUsualDay,
  explainOutcome,
  summarizeOutcome,
} from "#features/exams/exams.wording.ts";
import { formatRemaining, formatResult } from "#features/imports/imports.wording.ts";
import { describePlan, describePlanDay, describePlanProgress, describeSpread } from "#features/pace/pace.wording.ts";
import { formatReviewsPerDay } from "#features/preferences/preferences.retention.ts";
import { describeMissingReviews } from "#features/progress/progress.calibration.ts";
import { describeMemory } from "#features/progress/progress.memory.ts";
import { describeFolders } from "#features/stats/stats.days.ts";
import { describePace } from "#features/stats/stats.new-cards.ts";
import { formatInterval } from "#features/study/study.wording.ts";
import { formatCardsLeft } from "#features/study/summary/summary.wording.ts";
import { formatApproximateTime } from "#lib/about-time.ts";
import { difficulties } from "#lib/difficulty.ts";
import { nameDifficulty } from "#lib/difficulty-names.ts";
import { counted, inDays } from "#lib/plural.ts";
import { describeWaiting } from "#lib/waiting-text.ts";

const NUMBERS = [0, 1, 2, 21] as const;

/** The words that are counted, and those that describe them. */
const WORDS = [
  ...["carta cartas", "carpeta carpetas", "repaso repasos", "revisión revisiones", "día días", "minuto minutos"],
  ...["hora horas", "mes meses", "año años", "punto puntos", "vez veces", "imagen imágenes", "nueva nuevas"],
  ...["nuevo nuevos", "difícil difíciles", "medio medios", "fácil fáciles", "pendiente pendientes", "la las"],
  ...[
    "actualizada actualizadas",
    "completada completadas",
    "movida movidas",
    "madura maduras",
    "más_débil más_débiles",
  ],
].map((pair) => pair.split(" ") as [string, string]);
const singulars = new Set(WORDS.map(([one]) => one));
const plurals = new Set(WORDS.map(([, many]) => many));

/** Returns the parts of a text in which a number and the words after it disagree. */
function findDisagreements(text: string): string[] {
  const counts = text.matchAll(/(?<![\d.,])(\d+)[\s\u00a0]+(\p{L}+)(?:[\s\u00a0]+(\p{L}+))?/gu);
  return [...counts].flatMap(([part, number, word = "", next = ""]) => {
    const wrong = Number(number) === 1 ? plurals : singulars;
    const isNoun = singulars.has(word) || plurals.has(word);
    return wrong.has(word) || (isNoun && wrong.has(next)) ? [part] : [];
  });
}

const anyNumber = fc.constantFrom(...NUMBERS);
const plan = (cards: number, minutes: number) => [{ date: "2026-03-10", reviews: cards, newCards: 0, minutes }];

const wordings: Record<string, (one: number, other: number, third: number) => string | undefined> = {
  counted: (n) => counted(n, "carta", "cartas"),
  inDays: (n) => inDays(n),
  nameDifficulty: (n) => difficulties.map((difficulty) => `${n} ${nameDifficulty(difficulty, n)}`).join(", "),
  formatApproximateTime: (n) => formatApproximateTime(n),
  describeWaiting: (newWaiting, dueWaiting) => describeWaiting({ newWaiting, dueWaiting }),
  formatAllowance: (used, limit) => formatAllowance({ used, limit }, "carpeta", "carpetas"),
  describeBatch: (n) => describeBatch("move", n),
  formatFoundCount: (n) => formatFoundCount(n, false),
  describeToday: (cards, minutes) => describeToday({ plan: plan(cards, minutes) }),
  describeUsualDay: (minutes) => describeUsualDay(plan(1, minutes)),
  describeUnseenCards: (missed, limit) => describeUnseenCards({ missed, limit, enough: null }),
  formatResult: (n, other, third) =>
    formatResult({ cards: n, folders: other, updated: third, skipped: n, reviews: other, media: third, kept: n }).join(
      ", ",
    ),
  formatRemaining: (n) => formatRemaining(n),
  describePlan: (days, perDay, pending) =>
    describePlan(
      {
        pending,
        overdue: pending,
        minutes: pending,
        suggestion: { days, perDay, leftToday: perDay },
        catchUp: null,
        offered: true,
      },
      pending,
    ),
  describePlanDay: (pending, doneToday) => describePlanDay({ pending, doneToday }),
  describePlanProgress: (perDay, doneToday) => describePlanProgress({ perDay, doneToday, until: "2026-03-20" }),
  describeSpread: (n) => describeSpread(n, { spreadUntil: "2026-03-20" }),
  formatReviewsPerDay: (n) => formatReviewsPerDay(n),
  describeMissingReviews: (n) => describeMissingReviews(n),
  describeMemory: (reviews, needed) => {
    const learned = { at: "2026-03-10T12:00:00.000Z", own: true, before: 0.2, after: 0.1 };
    return [null, learned]
      .map((each) => describeMemory({ on: true, reviews, needed, learned: each as typeof learned }))
      .map(({ title, text }) => `${title}. ${text}`)
      .join(" ");
  },
  describeFolders: (n) => describeFolders({ totalFolders: 21, foldersWithPendingCards: n }),
  describePace: (days, minutes) => describePace({ perDay: 10, days, minutes }),
  formatCardsLeft: (n) => formatCardsLeft(n),
  formatInterval: (n) => [n, 61 * n, 800 * n].map(formatInterval).join(", "),
  summarizeOutcome: (reviews, studied, due) => {
    const predicted = reviews ? 0.9 : null;
    const outcome = { foretold: null, reviews, recalled: reviews, predicted, studied, due };
    const { figure, text } = summarizeOutcome(outcome);
    return `${figure ?? ""} ${text} ${explainOutcome(outcome)}`;
  },
};

describe("agreement in number", () => {
  it("is checked by a function that finds faults", () => {
    expect(findDisagreements("Con 3 nuevo, 1 cartas y 21 carta nueva")).toEqual([
      "3 nuevo",
      "1 cartas y",
      "21 carta nueva",
    ]);
    expect(findDisagreements("1 carta nueva, 3 de 10 carpetas, 12 días y 1,5 años")).toEqual([]);
  });

  it.each(Object.entries(wordings))("is right in each text of %s", (_name, write) => {
    fc.assert(
      fc.property(anyNumber, anyNumber, anyNumber, (...numbers) => {
        expect(findDisagreements(write(...numbers) ?? "")).toEqual([]);
      }),
    );
  });
});
