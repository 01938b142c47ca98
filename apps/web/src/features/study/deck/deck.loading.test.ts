import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { loadIntervals, loadQueue } from "#features/study/deck/deck.loading.ts";
import { type LocalResponses, provideLocalResponses } from "#lib/local-responses.ts";
import { createQueryClient } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { samplePreferences } from "#testing/sample-data.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

it("requests the intervals of only the next few cards", async () => {
  const api = fakeApi();
  api.answer(studyEndpoints.reviewQueue, { cards: [], total: 0, next: null });
  await loadIntervals(Array.from({ length: 50 }, (_, n) => n + 1));
  expect(api.calls.map(({ url }) => url.search)).toEqual([
    `?${new URLSearchParams({ cardIds: "1,2,3,4,5,6,7,8,9,10", limit: "10" })}`,
  ]);
});

it("offers to practise the new cards of a folder that has no others, as many as a session takes", async () => {
  const api = fakeApi();
  api.answer(accountEndpoints.preferences, samplePreferences({ sessionSize: 20 }));
  const fresh = Array.from({ length: 41 }, (_, n) => sampleQueuedCard({ id: n + 1, difficulty: "new" }));
  api.on(studyEndpoints.reviewQueue, ({ url }) => {
    const cards = url.searchParams.get("practice") === "true" ? fresh : [];
    return { status: 200, body: { cards, total: cards.length, next: null } };
  });
  const scope = { folderId: 3, examId: null, way: null };
  const queue = await loadQueue(createQueryClient(), scope, async () => new Set(), "2026-03-10");
  expect(queue).toEqual({ practice: fresh.slice(0, 20) });
});

it("begins a session with the copy's cards if the network hangs, as in a lift", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const answers: Record<string, unknown> = {
    [studyEndpoints.reviewQueue.path]: { cards: [sampleQueuedCard({ id: 7 })], total: 1, next: null },
    [accountEndpoints.preferences.path]: samplePreferences({ sessionSize: 20 }),
  };
  const copy: Partial<LocalResponses> = {
    read: async ({ path }) => answers[path],
    call: (_endpoint, input, ask) => ask(input),
  };
  provideLocalResponses(Promise.resolve(copy as LocalResponses));
  onTestFinished(() => provideLocalResponses(Promise.resolve(undefined)));
  const scope = { folderId: null, examId: null, way: null };
  const loading = loadQueue(createQueryClient(), scope, async () => new Set(), "2026-03-10");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await loading).toMatchObject({ due: [{ id: 7 }], left: 0 });
});
