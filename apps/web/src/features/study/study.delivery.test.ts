import { authEndpoints } from "@repasa/contract/auth.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { describe, expect, it, vi } from "vitest";
import { createDelivery } from "#features/study/study.delivery.ts";
import type { OutboxEntry } from "#features/study/study.outbox-store.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleReviewResult, sampleUser } from "#testing/sample-data.ts";
import { consoleOutput } from "#testing/setup.ts";

const entry: OutboxEntry = {
  kind: "review",
  userId: 1,
  cardId: 9,
  reviewId: "0195b6f0-0000-4000-8000-000000000000",
  difficulty: "hard",
  answerResult: "incorrect",
  durationMs: 1200,
  studySessionId: 4,
  at: 0,
};

function delivery(signedIn = true) {
  const onUnauthorized = vi.fn();
  return { deliver: createDelivery({ userId: 1, isSignedIn: () => signedIn, onUnauthorized }), onUnauthorized };
}

describe("a delivery", () => {
  it("says what was rated, how, and how long it waited", async () => {
    const api = fakeApi();
    api.answer(studyEndpoints.review, sampleReviewResult());
    expect(await delivery().deliver(entry, 3000)).toEqual({ outcome: "settled" });
    const [call] = api.callsTo(studyEndpoints.review);
    expect(call?.url.pathname).toBe("/api/cards/9/review");
    expect(call?.body).toEqual({
      difficulty: "hard",
      answerResult: "incorrect",
      reviewId: entry.reviewId,
      durationMs: 1200,
      waitedMs: 3000,
      studySessionId: 4,
    });
  });

  it("undoes by the review's address", async () => {
    const api = fakeApi();
    api.answer(studyEndpoints.undoReview, sampleReviewResult());
    const { kind: _, ...rest } = entry;
    await delivery().deliver({ ...rest, kind: "undo" }, 0);
    expect(api.callsTo(studyEndpoints.undoReview)[0]?.url.pathname).toBe(`/api/cards/9/reviews/${entry.reviewId}`);
  });

  it.each([408, 425, 429, 500, 502, 503])("tries again after a %i", async (status) => {
    fakeApi().fail(studyEndpoints.review, status, { message: "Espera" });
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "failed", retryAfterMs: null });
  });

  it("waits as long as the server asks", async () => {
    fakeApi().on(studyEndpoints.review, () => ({ status: 503, body: "", headers: { "Retry-After": "7" } }));
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "failed", retryAfterMs: 7000 });
  });

  it("tries again without an answer, and after one that is none of ours", async () => {
    const api = fakeApi();
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "failed", retryAfterMs: null });
    api.on(studyEndpoints.review, () => ({ status: 200, body: "<html>Acepta las condiciones del wifi" }));
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "failed", retryAfterMs: null });
  });

  it.each([400, 409])("gives up what the server will never take (%i)", async (status) => {
    fakeApi().fail(studyEndpoints.review, status, { message: "No" });
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "settled" });
    expect(consoleOutput("error")).toEqual(["The server will never take this review"]);
  });

  it("stops at a lost session", async () => {
    fakeApi().fail(studyEndpoints.review, 401, { message: "Unauthorized" });
    const { deliver, onUnauthorized } = delivery();
    expect(await deliver(entry, 0)).toEqual({ outcome: "stranger" });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  it("sends nothing once another tab has signed in somebody else", async () => {
    const api = fakeApi();
    expect(await delivery(false).deliver(entry, 0)).toEqual({ outcome: "stranger" });
    expect(api.calls).toEqual([]);
  });

  it("gives up a card that is gone, but not when it is somebody else who is signed in", async () => {
    const api = fakeApi();
    api.fail(studyEndpoints.review, 404, { message: "La carta no existe" });
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "failed", retryAfterMs: null });
    api.on(authEndpoints.currentUser, () => ({ status: 200, body: sampleUser({ id: 2 }) }));
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "stranger" });
    api.on(authEndpoints.currentUser, () => ({ status: 401, body: { message: "Unauthorized" } }));
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "stranger" });
    api.on(authEndpoints.currentUser, () => ({ status: 200, body: sampleUser({ id: 1 }) }));
    expect(await delivery().deliver(entry, 0)).toEqual({ outcome: "settled" });
    expect(consoleOutput("error")).toEqual(["The server will never take this review"]);
  });
});
