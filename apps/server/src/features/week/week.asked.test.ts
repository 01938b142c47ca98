import type { QueuedCard } from "@repasa/contract/study.ts";
import { countAsked } from "@repasa/study-queue/days-ahead.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changePreferences } from "#features/account/account.service.ts";
import { addBreak } from "#features/pace/pace.service.ts";
import { countPendingByFolder, sumPending } from "#features/schedule/schedule.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { forecast, nearDays, scheduledFolders } from "#features/stats/stats.service.ts";
import { readReviewQueue } from "#features/study/study.queue.ts";
import { rateCard } from "#features/study/study.service.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { runs } from "#testing/more-cases.ts";
import { sharedStatsWorld } from "#testing/stats-world.ts";
import { createStudent, type Life, life } from "#testing/student-lives.ts";
import { listAskedDays, listInTurns } from "./week.asked.ts";

// For random students who study everything each day: what was said of the next days is what these days then ask.

const STUDENTS = runs(2, 60);
/** As many as the strip on Home shows. */
const DAYS = 5;

const world = await sharedStatsWorld();
const reader = world.newServer();

test("the days ahead ask as many cards as was said before", { timeout: 120_000 + 4_000 * STUDENTS }, async () => {
  await fc.assert(
    fc.asyncProperty(life, async (one) => {
      const student = await createAskedStudent(one);
      const said = await student.readAhead();
      for (let day = 1; day <= DAYS; day++) {
        await student.studyAll(day - 1);
        expect(await student.countPending(day), `day ${day}`).toBe(said[day - 1]);
      }
    }),
    { numRuns: STUDENTS, endOnFailure: true },
  );
});

test("the days of a coming break ask nothing, even beyond the week that devices know", async () => {
  const { ctx, owner, log } = await world.newUser();
  const moment = momentAt(new Date("2026-03-10T12:00:00Z"), { timeZone: "UTC", dayStartHour: 4 });
  const folder = await log.folder("A");
  await world.pool.query(
    `INSERT INTO cards (user_id, folder_id, front, back, difficulty, review_count, created_at, updated_at)
    SELECT $1, $2, 'a', 'b', 'new', 0, $3, $3 FROM generate_series(1, 40)`,
    [owner, folder, moment.now],
  );
  await changePreferences(ctx, owner, moment, { newCardsPerDay: 2 });
  await addBreak(ctx, owner, moment, { from: "2026-03-20", to: "2026-03-22" });
  const days = await forecast(reader, owner, moment, 14);
  expect(days.map(({ asked }) => asked)).toEqual([...new Array(10).fill(2), 0, 0, 0, 2]);
});

test("the thread serves others between the days", async () => {
  let others = 0;
  const count = () => {
    others += 1;
    if (others < 100) setImmediate(count);
  };
  setImmediate(count);
  expect(await listInTurns(new Array(20).fill(1))).toHaveLength(20);
  expect(others).toBeGreaterThanOrEqual(19);
});

async function createAskedStudent(one: Life) {
  const { ctx, owner, at } = await createStudent(world, reader, one);
  const rests = async (day: number) => {
    const { rows } = await world.pool.query(
      "SELECT 1 FROM user_breaks WHERE user_id = $1 AND $2 BETWEEN from_date AND to_date",
      [owner, at(day, 5).today],
    );
    return rows.length > 0;
  };
  return {
    /** Reads the numbers of the next days, and checks that all screens say the same ones. */
    async readAhead(): Promise<number[]> {
      const moment = at(0, 4);
      const asked = (await listAskedDays(reader, owner, moment, DAYS)).map(countAsked);
      const strip = (await nearDays(reader, owner, moment)).slice(-DAYS);
      expect(strip.map((day) => day.asked)).toEqual(asked);
      const progress = (await forecast(reader, owner, moment, 1 + DAYS)).slice(1);
      expect(progress.map((day) => day.asked)).toEqual(asked);
      for (const [place, { date }] of strip.entries()) {
        const folders = await scheduledFolders(reader, owner, moment, date);
        expect(folders.reduce((sum, folder) => sum + (folder.asked ?? 0), 0)).toBe(asked[place]);
      }
      return asked;
    },

    async countPending(day: number): Promise<number> {
      if (await rests(day)) return 0;
      const moment = at(day, 5);
      await settlePastDays(reader, owner, moment);
      return sumPending(await countPendingByFolder(reader, owner, moment)).pending;
    },

    /** Rates every pending card, and then puts it off, as if no rating brought it back soon. */
    async studyAll(day: number): Promise<void> {
      if (await rests(day)) return;
      const moment = at(day, 5);
      for (const { id } of (await readReviewQueue(reader, owner, moment, {})) as QueuedCard[]) {
        await rateCard(ctx, owner, moment, id, { difficulty: "easy", answerResult: "correct" });
        await world.pool.query("UPDATE cards SET next_review_date = $3 WHERE user_id = $1 AND id = $2", [
          owner,
          id,
          at(200, 0).today,
        ]);
      }
    },
  };
}
