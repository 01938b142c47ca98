import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as progressEndpoints from "@repasa/contract/client/progress.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { expect, it } from "vitest";
import { copyFigures } from "#features/progress/progress.copying.ts";
import { userQuery } from "#features/session/session.user.ts";
import { type LocalResponses, provideLocalResponses } from "#lib/local-responses.ts";
import { createQueryClient } from "#lib/query.ts";
import { today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleUser } from "#testing/sample-data.ts";

const exam = (id: number, changes = {}) => ({
  id,
  name: `Examen ${id}`,
  date: today,
  daysLeft: id,
  cards: 2,
  folders: [],
  createdAt: "2026-01-10T12:00:00.000Z",
  updatedAt: "2026-01-10T12:00:00.000Z",
  ...changes,
});
const band = { mean: 0.9, low: 0.8, high: 1 };
const forecast = {
  today,
  daysLeft: 1,
  cards: 2,
  seen: 1,
  expected: band,
  ifStopped: band,
  course: [],
  plan: [],
  newCards: { missed: 0, limit: null, enough: null },
  folders: [],
  weakest: [],
};

/** Provides a copy whose figures are from this time, and returns a server that has some exams. */
function setUp(respondedAt: number | undefined) {
  const copy: Partial<LocalResponses> = {
    userId: 1,
    read: async () => undefined,
    call: async (_endpoint, input, ask) => ask(input),
    respondedAt: async () => respondedAt,
  };
  provideLocalResponses(Promise.resolve(copy as LocalResponses));
  const api = fakeApi();
  const exams = [exam(1), exam(2, { cards: 0 }), exam(3), exam(4), exam(5), exam(6, { daysLeft: -3 })];
  api.answer(examEndpoints.list, exams);
  api.answer(examEndpoints.forecast, forecast);
  api.answer(examEndpoints.load, { exams: [], until: null, extraMinutes: 0, busiest: null, days: [] });
  api.answer(paceEndpoints.breaks, []);
  api.answer(statsEndpoints.activity, []);
  api.answer(statsEndpoints.forecast, []);
  for (const endpoint of Object.values(progressEndpoints)) api.on(endpoint, () => ({ status: 200, body: [] }));
  const queryClient = createQueryClient();
  queryClient.setQueryData(userQuery.queryKey, sampleUser());
  return { api, queryClient };
}

it("asks once for what Progreso shows, and for the forecasts of the next exams with cards", async () => {
  const { api, queryClient } = setUp(undefined);
  await copyFigures(queryClient).catch(() => {});
  expect(api.callsTo(examEndpoints.forecast).map(({ url }) => url.pathname)).toEqual([
    ...["/api/exams/1/forecast", "/api/exams/3/forecast", "/api/exams/4/forecast"],
  ]);
  expect(api.callsTo(statsEndpoints.activity)).toHaveLength(1);
});

it.each([
  ["leaves figures of this morning", 3, 0],
  ["asks for those of yesterday again", 20, 1],
])("%s", async (_title, hours, calls) => {
  const { api, queryClient } = setUp(Date.now() - hours * 3_600_000);
  await copyFigures(queryClient).catch(() => {});
  expect(api.callsTo(statsEndpoints.activity)).toHaveLength(calls);
});
