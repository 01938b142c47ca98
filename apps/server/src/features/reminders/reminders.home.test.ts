import fc from "fast-check";
import { expect, test } from "vitest";
import { changePreferences } from "#features/account/account.service.ts";
import { readBacklog } from "#features/pace/pace.service.ts";
import { dailyReview } from "#features/stats/stats.service.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedRemindersWorld } from "#testing/reminders-world.ts";
import { createStudent, type Life, life } from "#testing/student-lives.ts";
import { hasStudied } from "./reminders.queries.ts";
import { noteVisit } from "./reminders.visits.ts";
import { formatWaitingCards } from "./reminders.wording.ts";

// For random students who stay away for some days: a reminder names as many cards as Home would at the same moment, and asks for them
// today unless Home offers a plan for them.

const STUDENTS = runs(3, 60);

const world = await sharedRemindersWorld();
const reader = world.newContext();
const students = {
  pool: world.pool,
  newUser: async () => ({ ...(await world.newUser()), ctx: world.newContext() }),
};
/** Many with a plan to catch up, whose end moves on each day without study. */
const absence = fc.record({
  one: fc.oneof(
    life,
    fc.tuple(life, fc.integer({ min: 2, max: 6 })).map(([one, catchUpDays]) => ({ ...one, catchUpDays })),
  ),
  daysAway: fc.integer({ min: 1, max: 7 }),
});

test("a reminder names the cards that Home has at the same moment", {
  timeout: 60_000 + 3_000 * STUDENTS,
}, async () => {
  await fc.assert(fc.asyncProperty(absence, expectSameAsHome), { numRuns: STUDENTS, endOnFailure: true });
});

async function expectSameAsHome({ one, daysAway }: { one: Life; daysAway: number }) {
  await world.empty();
  const { ctx, owner, at } = await createStudent(students, reader, one);
  await noteVisit(ctx, owner, at(0, 3));
  await changePreferences(ctx, owner, at(0, 3), { reminder: true, reminderHour: 12 });
  const moment = at(daysAway, 20);
  await world.tick(moment.now);
  const sent = world.mails.map(({ subject }) => subject);
  const visit = world.newContext();
  const { totalDue, break: present } = await dailyReview(visit, owner, moment);
  const { offered } = await readBacklog(visit, owner, moment);
  const isAsked = totalDue > 0 && present?.perDay !== null && !(await hasStudied(ctx.db, owner, [moment.today]));
  const when = offered ? "" : " hoy";
  expect(sent).toEqual(isAsked ? [`${formatWaitingCards(totalDue)}${when}`] : []);
}
