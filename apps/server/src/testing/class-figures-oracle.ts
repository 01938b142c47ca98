// The figures of a class, computed from what each student sees and from the rows of her cards.
import { fail } from "node:assert";
import type { Card } from "@repasa/contract/cards.ts";
import type { AssignmentFigures } from "@repasa/contract/classes.ts";
import type { Exam, ExamForecast } from "@repasa/contract/exams.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { expect } from "vitest";
import { expectBody } from "#testing/expect-body.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

const FEWEST = 5;
const WEAKEST_CARDS = 10;
/** Shares are rounded to hundredths. */
const ROUNDING = 0.005 + 1e-9;

type ClassStudent = { client: TestClient; memberId: number; name: string; shares: boolean; cards: readonly Card[] };

/** A student's figures; `recalls` by the teacher's cards. */
type Measured = {
  memberId: number;
  name: string;
  shares: boolean;
  share: number;
  recalls: ReadonlyMap<number, number>;
  expected: ExamForecast["expected"] | null;
};

/** Measures a student who has one exam, that of the assignment. */
async function measure(app: TestApp, { client, cards, ...member }: ClassStudent): Promise<Measured> {
  const followed = cards.filter(({ upstream }) => upstream && upstream.state !== "deleted");
  const rated = followed.filter(({ reviewCount }) => reviewCount > 0).map(({ id }) => id);
  const { rows } = await app.database.pool.query<{ source: number; recall: number }>(
    `select source, 1 / (1 + exp(-(calibration_a * ln(known / (1 - known)) + calibration_b))) as recall from (
      select source, least(0.998, power(1 + (power(0.9, -1 / $4::float8) - 1) * days / stability, -$4::float8)) as known
      from (
        select source, stability, ($3::date - last_review_date) as days from cards
        join followed_cards on followed_cards.user_id = cards.user_id and card_id = cards.id
        where cards.user_id = $1 and cards.id = any ($2)
      ) as reviewed
    ) as predicted cross join (select calibration_a, calibration_b from user_scheduling where user_id = $1) as learner`,
    [client.userId, rated, app.clock.now().toISOString().slice(0, 10), DEFAULT_WEIGHTS[20]],
  );
  const [exam] = expectBody(await client.get<Exam[]>("/api/exams"), 200);
  const forecast = await client.get<ExamForecast>(`/api/exams/${exam?.id}/forecast`);
  return {
    ...member,
    share: rated.length / followed.length,
    recalls: new Map(rows.map(({ source, recall }) => [source, recall])),
    expected: rated.length === 0 ? null : expectBody(forecast, 200).expected,
  };
}

/** Compares the teacher's figures, which have just been computed, with those of the students. */
export async function expectClassFigures(
  app: TestApp,
  figures: AssignmentFigures,
  students: readonly ClassStudent[],
  teachersCards: readonly Card[],
): Promise<void> {
  const measured = await Promise.all(students.map((one) => measure(app, one)));
  const rows = measured.filter(({ shares }) => shares);
  expect(figures.students.map(({ memberId, name, seen }) => [memberId, name, seen]).sort()).toEqual(
    rows.map(({ memberId, name, recalls }) => [memberId, name, recalls.size]).sort(),
  );
  for (const { memberId, expected } of figures.students) {
    expectRounded(expected, rows.find((row) => row.memberId === memberId)?.expected?.mean ?? null);
  }
  const began = measured.filter(({ recalls }) => recalls.size > 0);
  const sharing = began.filter(({ shares }) => shares);
  const covered = began.length - sharing.length >= FEWEST ? began : sharing;
  if (covered.length < FEWEST) return expect(figures.class).toBe(null);
  const shown = figures.class ?? fail("the class has no figures");
  expect(shown.began).toBe(covered.length);
  expectRounded(shown.seen, mean(covered.map(({ share }) => share)));
  for (const name of ["mean", "low", "high"] as const) {
    expectRounded(shown.expected?.[name], mean(covered.map(({ expected }) => expected?.[name] ?? Number.NaN)));
  }
  expectWeakest(shown.weakest, covered, teachersCards);
}

function expectWeakest(
  weakest: NonNullable<AssignmentFigures["class"]>["weakest"],
  covered: readonly Measured[],
  teachersCards: readonly Card[],
): void {
  const recalls = teachersCards.flatMap((card) => {
    const rating = covered.filter((one) => one.recalls.has(card.id));
    const sharing = rating.filter(({ shares }) => shares);
    const counted = rating.length - sharing.length >= FEWEST ? rating : sharing;
    return counted.length < FEWEST ? [] : [{ card, recall: mean(counted.map((one) => one.recalls.get(card.id) ?? 0)) }];
  });
  const lowest = recalls.toSorted((one, other) => one.recall - other.recall).slice(0, WEAKEST_CARDS);
  expect(weakest.length).toBe(lowest.length);
  for (const [place, { recall, ...shown }] of weakest.entries()) {
    expectRounded(recall, lowest[place]?.recall);
    const isShown = ({ card: { front, back, format, variant } }: (typeof recalls)[number]) =>
      front === shown.front && back === shown.back && format === shown.format && variant === shown.variant;
    // The author gives all cards the same text in the end.
    const same = recalls.filter(isShown).map((one) => Math.abs(one.recall - recall));
    expect(Math.min(...same)).toBeLessThanOrEqual(ROUNDING);
  }
}

function expectRounded(rounded: number | null | undefined, exact: number | null | undefined): void {
  if (exact === null || exact === undefined) expect(rounded).toBe(exact);
  else expect(Math.abs((rounded ?? Number.NaN) - exact)).toBeLessThanOrEqual(ROUNDING);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
