import type { Day } from "#days.ts";
import { type Band, forecastExam } from "#forecast.ts";
import { estimateAttendance } from "#futures.ts";
import { NEW_CARD } from "#schedule.ts";
import { type Course, createStudent, FELT, findDue } from "#testing/simulated-students.ts";

/** A course that ends with an exam on the day after its last one. `askedOn`: the day at whose beginning it is forecast. */
export type ExamCourse = Omit<Course, "attends"> & { readonly askedOn: Day };

/** The share that was forecast, and the truth: the mean probability of recall of all cards on the exam day. */
export type ExamResult = { readonly expected: Band; readonly known: number };

/** Simulates a student who studies for an exam on every day on which something is pending. Deterministic. */
export function simulateExam({ askedOn, cards, newPerDay, days, seed, ...truth }: ExamCourse): ExamResult {
  const { student, study, computeRecall } = createStudent({ ...FELT, ...truth }, seed);
  // Futures draw their luck by the date, so every student has other dates.
  const first = 20_000 + 100 * seed;
  const examDay = first + days;
  const plan = { examDay, newCardsOn: () => newPerDay, plan: {}, seconds: { review: 8, newCard: 12 } };
  let [pending, scored] = [0, 0];
  let expected: Band | null = null;
  for (let today = first; today < examDay; today++) {
    const unseen = Array.from({ length: cards - student.cards.length }, () => NEW_CARD);
    if (today === first + askedOn) {
      const schedules = [...student.cards.map(({ schedule }) => schedule), ...unseen];
      const known = { learner: student.learner, pressed: student.pressed, scored };
      const attendance = estimateAttendance({ studied: pending, pending });
      const ahead = schedules.map((schedule, id) => ({ id, schedule, folderId: 1 }));
      expected = forecastExam({ ...plan, ...known, cards: ahead, today, attendance }).expected;
    }
    const newCards = Math.min(newPerDay, unseen.length);
    if (newCards + findDue(student, today).length > 0) pending++;
    scored += study(today, { newCards, examDay }).reviews;
  }
  if (expected === null) throw new Error("the forecast is asked for on a day of the course");
  const recalls = student.cards.map((card) => computeRecall(card, examDay));
  return { expected, known: recalls.reduce((sum, recall) => sum + recall, 0) / cards };
}
