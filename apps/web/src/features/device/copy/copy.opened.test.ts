import type { CardPage } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as changeEndpoints from "@repasa/contract/client/changes.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { Noun } from "@repasa/contract/endpoint.ts";
import type { DailyReview } from "@repasa/contract/stats.ts";
import { createWeek, DATE } from "@repasa/study-queue/testing/weeks.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCopy, openCopyDatabase } from "#features/device/copy/copy.database.ts";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { noteRating } from "#features/device/copy/copy.ratings.ts";
import { callApi } from "#lib/api.ts";
import { subscribeCopyChanges } from "#lib/local-responses.ts";
import { endpointQuery } from "#lib/query.ts";
import { queryClient } from "#lib/query-client.ts";
import { copiedPage } from "#testing/copied-page.ts";
import { ratingEntry } from "#testing/outbox.ts";
import { sampleCard } from "#testing/sample-data.ts";

const NOON = new Date(`${DATE}T12:00`).getTime();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));

const page = copiedPage(() => createWeek({ fresh: [{ id: 1 }, { id: 2 }] }, { newCardsPerDay: 2 }));

/** Another tab of the same browser. */
let other: BroadcastChannel;
let heard: { userId: number; nouns: readonly Noun[] }[];
beforeEach(() => {
  heard = [];
  other = new BroadcastChannel("repasa-copy");
  other.onmessage = ({ data }) => heard.push(data);
});
afterEach(() => {
  other.close();
  vi.useRealTimers();
});

const tell = (nouns: readonly Noun[], userId = page.userId()) => other.postMessage({ userId, nouns });
/** Writes as another tab does: past everything that this page has read before. */
const writeElsewhere = async (write: (database: Awaited<ReturnType<typeof openCopyDatabase>>) => Promise<unknown>) => {
  const database = await openCopyDatabase(page.userId());
  await write(database);
  database.close();
};
const search = async (q: string) => ((await callApi(cardEndpoints.search, { query: { q } })) as CardPage).cards.length;
const loadPending = () => queryClient.fetchQuery(endpointQuery(statsEndpoints.dailyReview)) as Promise<DailyReview>;

it("tells the other tabs what is changed and rated here without a network, and what the feed has brought", async () => {
  const userId = page.userId();
  await callApi(cardEndpoints.update, { params: { id: 1 }, body: { front: "Editada", back: "Aquí" } });
  await vi.waitFor(() => expect(heard).toContainEqual({ userId, nouns: cardEndpoints.update.changes }));
  const { difficulty, answerResult, durationMs, reviewId } = ratingEntry();
  page.outbox().rate(1, { reviewId, difficulty, answerResult, durationMs, studySessionId: null });
  await vi.waitFor(() => expect(heard).toContainEqual({ userId, nouns: studyEndpoints.review.changes }));
});

it("finds a card that another tab has written, although the cards have been searched before", async () => {
  expect([await search("carta"), await search("ajena")]).toEqual([3, 0]);
  await writeElsewhere((database) => database.put("cards", sampleCard({ id: 70, folderId: 1, front: "Carta ajena" })));
  tell(["cards"], page.userId() + 1);
  tell(["cards"]);
  await vi.waitFor(async () => expect(await search("ajena")).toBe(1));
});

it("finds what another tab has written while the browser had closed the database of this one", async () => {
  expect(await search("ajena")).toBe(0);
  await connectCopy(page.userId()).close();
  await writeElsewhere((database) => database.put("cards", sampleCard({ id: 71, folderId: 1, front: "Carta ajena" })));
  expect(await search("ajena")).toBe(1);
});

it("counts what another tab has rated, in figures that were loaded before and in rows", async () => {
  const { queryKey } = endpointQuery(statsEndpoints.dailyReview);
  expect((await loadPending()).totalDue).toBe(2);
  const listed = async () =>
    ((await callApi(cardEndpoints.search, { query: { q: "carta" } })) as CardPage).cards.map(
      (card) => card.reviewCount,
    );
  const before = await listed();
  const rating = ratingEntry({ userId: page.userId(), cardId: 2, at: Date.now(), difficulty: "easy", interval: 7 });
  await noteRating(new Copy(page.userId()), { ...rating, answerResult: "correct" });
  tell(studyEndpoints.review.changes);
  await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true));
  expect((await loadPending()).totalDue).toBe(1);
  expect(await listed()).not.toEqual(before);
});

it("says that other devices have changed something when the feed has brought it, here or in another tab", async () => {
  const listener = vi.fn();
  const stop = subscribeCopyChanges(listener);
  tell(["cards"]);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  const api = page.restoreNetwork();
  api.answer(changeEndpoints.list, {
    next: "2",
    more: false,
    reset: false,
    changes: [{ kind: "card", id: 1, gone: true }],
  });
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(heard).toContainEqual({ userId: page.userId(), nouns: ["cards", "reviews"] }));
  stop();
});
