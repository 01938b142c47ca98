import { expect, test } from "vitest";
import { listPending } from "#pending.ts";
import { replayWeek } from "#ratings.ts";
import { createWeek, DATE } from "#testing/weeks.ts";

/** Ten cards of folder 1 that lose more recall until tomorrow than the ten of folder 2. */
const cards = Array.from({ length: 20 }, (_, place) => ({
  id: 1 + place,
  folderId: place < 10 ? 1 : 2,
  stability: place < 10 ? 5 : 100,
  dueIn: 0,
}));

const countOfExam = (
  date: string,
  limits: { reviewsPerDay: number } | { catchUp: { until: string; perDay: number } },
) => {
  const week = createWeek({ rated: cards }, { ...limits, exams: [{ name: "Final", date, folderIds: [2] }] });
  return listPending(replayWeek(week, [], DATE)).filter(({ folderId }) => folderId === 2).length;
};

test("a share takes the due cards of an exam in the next 30 days first, and then those that lose most recall", () => {
  const plan = { catchUp: { until: "2026-03-20", perDay: 12 } };
  for (const limits of [{ reviewsPerDay: 12 }, plan]) {
    expect(countOfExam("2026-04-09", limits), "in 30 days").toBe(10);
    expect(countOfExam("2026-04-10", limits), "in 31 days").toBe(2);
    expect(countOfExam("2026-03-10", limits), "today").toBe(2);
  }
});
