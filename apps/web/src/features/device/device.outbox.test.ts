import "#testing/indexed-db.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { afterEach, expect, it, vi } from "vitest";
import { studyDatabase } from "#features/device/device.database.ts";
import { connectOutbox, dropOutbox, flushOutbox, startOutbox, stopOutbox } from "#features/device/device.outbox.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleCard } from "#testing/sample-data.ts";

const ID = "0195b6f0-0000-4000-8000-00000000000";

afterEach(stopOutbox);

/** Creates entries as the first version of the page stored them. Browsers may still contain some, so this never changes. */
function createFirstVersionEntries(userId: number) {
  const at = Date.now() - 5000;
  const answered = { difficulty: "hard", answerResult: "incorrect", durationMs: 1200, studySessionId: 4 } as const;
  return {
    rating: (cardId: number) => ({ kind: "review" as const, userId, cardId, reviewId: ID + cardId, ...answered, at }),
    undo: (cardId: number) => ({ kind: "undo" as const, userId, cardId, reviewId: ID + cardId, at }),
  };
}

function createServer() {
  const api = fakeApi();
  const received: { path: string; body: unknown }[] = [];
  for (const endpoint of [studyEndpoints.review, studyEndpoints.undoReview]) {
    api.on(endpoint, ({ url, body }) => {
      received.push({ path: url.pathname, body });
      const reviewId = (body as { reviewId?: string } | undefined)?.reviewId ?? url.pathname.split("/").at(-1);
      return { status: 200, body: { card: sampleCard(), reviewId } };
    });
  }
  return { api, received };
}

it("delivers entries that an older version of the page left in the database and in the journal", async () => {
  const { received } = createServer();
  const { rating, undo } = createFirstVersionEntries(71);
  await studyDatabase.use((database) => database.add("outbox", { ...rating(1), attempted: true }));
  await studyDatabase.use((database) => database.add("outbox", { ...undo(1), attempted: false }));
  sessionStorage.setItem("repasa:outbox-journal", JSON.stringify([rating(2), rating(3), undo(3)]));

  startOutbox(71);
  expect(await flushOutbox(5000)).toBe(true);
  expect(received).toEqual([
    {
      path: "/api/cards/1/review",
      body: {
        difficulty: "hard",
        answerResult: "incorrect",
        reviewId: `${ID}1`,
        durationMs: 1200,
        studySessionId: 4,
        waitedMs: expect.any(Number),
      },
    },
    { path: `/api/cards/1/reviews/${ID}1`, body: undefined },
    { path: "/api/cards/2/review", body: expect.objectContaining({ reviewId: `${ID}2`, difficulty: "hard" }) },
  ]);
  expect((received[0]?.body as { waitedMs?: number } | undefined)?.waitedMs).toBeGreaterThanOrEqual(5000);
  expect(sessionStorage.getItem("repasa:outbox-journal")).toBeNull();
  expect(await studyDatabase.use((database) => database.count("outbox"))).toBe(0);
});

it("stores ratings in the format of the older version, which may still run in another tab", async () => {
  createServer();
  const { difficulty, ...rest } = createFirstVersionEntries(72).rating(4);
  const outbox = connectOutbox(72);
  outbox.rate(4, {
    reviewId: rest.reviewId,
    difficulty,
    answerResult: "incorrect",
    durationMs: 1200,
    studySessionId: 4,
  });
  await outbox.unsentCards();
  const [stored] = await studyDatabase.use((database) => database.getAllFromIndex("outbox", "user", 72));
  expect(stored).toEqual({ ...rest, difficulty, at: expect.any(Number), seq: expect.any(Number), attempted: false });
});

it("stores a rating that a proxy rejects, shows it as unsent, and delivers it when the proxy lets it through", async () => {
  const { api, received } = createServer();
  let refused = 0;
  api.on(studyEndpoints.review, () => {
    refused += 1;
    return { status: 403, body: "<html>Acceso denegado" };
  });
  startOutbox(73);
  const outbox = connectOutbox(73);
  const { kind: _, userId: __, at: ___, cardId, ...rating } = createFirstVersionEntries(73).rating(5);
  outbox.rate(cardId, rating);
  await vi.waitFor(() => expect(refused).toBe(1));
  await vi.waitFor(() => expect(outbox.status()).toMatchObject({ waiting: 1, late: true }));
  expect(await outbox.unsentCards()).toEqual(new Set([5]));
  api.on(studyEndpoints.review, ({ url, body }) => {
    received.push({ path: url.pathname, body });
    return { status: 200, body: { card: sampleCard(), reviewId: rating.reviewId } };
  });
  expect(await flushOutbox(5000)).toBe(true);
  expect(received.map(({ path }) => path)).toEqual(["/api/cards/5/review"]);
});

it("does not know that everything was sent in a page that is being left", async () => {
  startOutbox(74);
  dropOutbox();
  expect(await flushOutbox(5000)).toBe(false);
});

it("goes on sending when a late response of another account asks for its own outbox", async () => {
  const { received } = createServer();
  startOutbox(73);
  await connectOutbox(74).countWaiting();
  connectOutbox(73).rate(5, { reviewId: `${ID}5`, difficulty: "easy", answerResult: "correct" });
  expect(await connectOutbox(73).flush(5000)).toBe(true);
  expect(received.map(({ path }) => path)).toEqual(["/api/cards/5/review"]);
});
