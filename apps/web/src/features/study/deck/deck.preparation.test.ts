import "#testing/indexed-db.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { afterAll, describe, expect, it } from "vitest";
import { connectOutbox } from "#features/device/device.outbox.ts";
import { createSnapshots, prepareDeck, takeDeck } from "#features/study/deck/deck.preparation.ts";
import type { ActiveSession } from "#features/study/study.state.ts";
import { createQueryClient, invalidateChanged } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleFolder, samplePreferences } from "#testing/sample-data.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

const SCOPE = { folderId: null, examId: null, quizId: null, way: null };

let users = 500;

// The page may be gone only when the outbox has read its database.
afterAll(async () => void (await connectOutbox(users).flush(5000)));

/** Prepares a session with the card 1, while the server has the card 2 for whoever asks later. */
async function prepare(before: (userId: number) => void = () => {}) {
  users += 1;
  const userId = users;
  const api = fakeApi();
  const queryClient = createQueryClient();
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(folderEndpoints.list, [sampleFolder()]);
  const answerQueue = (id: number) =>
    api.answer(studyEndpoints.reviewQueue, { cards: [sampleQueuedCard({ id })], total: 1, next: null });
  answerQueue(1);
  before(userId);
  await prepareDeck(queryClient, userId, SCOPE);
  answerQueue(2);
  return { api, queryClient, userId };
}

const first = (id: number) => ({ due: [{ id }] });

describe("a prepared deck", () => {
  it("is what a session begins with, once and without another call", async () => {
    const { api, queryClient, userId } = await prepare();
    expect(await takeDeck(queryClient, userId, SCOPE)).toMatchObject(first(1));
    expect(api.callsTo(studyEndpoints.reviewQueue)).toHaveLength(1);
    expect(await takeDeck(queryClient, userId, SCOPE)).toMatchObject(first(2));
  });

  it.each([
    ["account", 1, SCOPE],
    ["folder", 0, { ...SCOPE, folderId: 5 }],
    ["way of asking", 0, { ...SCOPE, way: "type" as const }],
  ])("is not that of another %s", async (_, other, scope) => {
    const { queryClient, userId } = await prepare();
    expect(await takeDeck(queryClient, userId + other, scope)).toMatchObject(first(2));
  });

  it("is not used after a rating", async () => {
    const { queryClient, userId } = await prepare();
    await invalidateChanged(queryClient, studyEndpoints.review);
    expect(await takeDeck(queryClient, userId, SCOPE)).toMatchObject(first(2));
  });

  it("is not loaded where this tab continues a session", async () => {
    const session: ActiveSession = {
      phase: "question",
      mode: "study",
      round: 1,
      ratings: [],
      left: 0,
      more: null,
      deck: [sampleQueuedCard({ id: 3 })],
      queue: [sampleQueuedCard({ id: 3 })],
    };
    const { api } = await prepare((userId) => createSnapshots(createQueryClient(), userId, SCOPE).save(session, null));
    expect(api.callsTo(studyEndpoints.reviewQueue)).toHaveLength(0);
  });

  it("leaves it to the screen to say why there are no cards", async () => {
    const { queryClient, userId } = await prepare();
    const api = fakeApi();
    await prepareDeck(queryClient, userId + 1, SCOPE);
    api.fail(studyEndpoints.reviewQueue, 500, { message: "Fallo" });
    await expect(takeDeck(queryClient, userId + 1, SCOPE)).rejects.toThrow();
  });
});
