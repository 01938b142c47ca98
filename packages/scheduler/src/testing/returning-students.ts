import { type Backlog, CATCH_UP_DAYS } from "#backlog.ts";
import type { Day } from "#days.ts";
import { computeLossUntilTomorrow } from "#loss.ts";
import { DEFAULT_MODEL } from "#memory.ts";
import { createStudent, findDue, STUDENTS, type StudentTruth } from "#testing/simulated-students.ts";

type Studying = ReturnType<typeof createStudent>;

/**
 * - `cards`: the number of cards that were studied before, eight new ones a day.
 * - `away`: the number of days without study.
 * - `usual`: the same as in {@link Backlog}.
 * - `name`: one of {@link STUDENTS}.
 */
export type ReturnShape = { cards: number; away: number; seed: number; usual?: number; name?: string };

/** Creates a student who returns after some days away. */
export function createReturn({ cards, away, seed, usual = 20, name = "average" }: ReturnShape) {
  const studying = createStudent(STUDENTS[name] as StudentTruth, seed);
  const { student, study } = studying;
  let today = 20_000;
  for (; student.cards.length < cards; today++) study(today, { newCards: Math.min(8, cards - student.cards.length) });
  today += away;
  return { ...studying, today, backlog: createBacklog(studying, today, usual) };
}

/** Creates the backlog of a student on a day. */
export function createBacklog({ student }: Studying, today: Day, usual: number): Backlog {
  const { learner, pressed } = student;
  const isNear = ({ dueDay }: { dueDay: number | null }) => Number(dueDay) <= today + CATCH_UP_DAYS.max;
  const cards = student.cards.filter(({ schedule }) => isNear(schedule));
  return { cards, today, learner, pressed, plan: {}, usual };
}

/**
 * Lets a student review the same number each day, the most easily forgotten cards first, until everything due fits.
 *
 * @param longest The most days to study; by default no plan is longer.
 * @returns The number of reviews on each day.
 */
export function followPlan(
  { student, study, today }: Studying & { today: Day },
  perDay: number,
  longest = 2 * CATCH_UP_DAYS.max,
): number[] {
  const shares: number[] = [];
  const choose = (day: Day) => (due: ReturnType<typeof findDue>) => {
    const lossOf = ({ schedule }: (typeof due)[number]) => computeLossUntilTomorrow(schedule, day, DEFAULT_MODEL);
    return due.toSorted((one, other) => lossOf(other) - lossOf(one)).slice(0, perDay);
  };
  for (let day = today; ; day++) {
    const isLast = findDue(student, day).length <= perDay;
    shares.push(study(day, { choose: choose(day) }).reviews);
    if (isLast || shares.length === longest) return shares;
  }
}
