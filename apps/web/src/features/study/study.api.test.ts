import { studyEndpoints } from "@repasa/contract/study.ts";
import { expect, it } from "vitest";
import { loadIntervals } from "#features/study/study.api.ts";
import { fakeApi } from "#testing/fake-api.ts";

it("requests the intervals of only the next few cards", async () => {
  const api = fakeApi();
  api.answer(studyEndpoints.reviewQueue, { cards: [], total: 0, next: null });
  await loadIntervals(Array.from({ length: 50 }, (_, n) => n + 1));
  expect(api.calls.map(({ url }) => url.search)).toEqual([
    `?${new URLSearchParams({ cardIds: "1,2,3,4,5,6,7,8,9,10", limit: "10" })}`,
  ]);
});
