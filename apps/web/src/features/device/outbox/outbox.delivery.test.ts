import { authEndpoints } from "@repasa/contract/auth.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { describe, expect, it, vi } from "vitest";
import { createDelivery, fetchServerTime } from "#features/device/outbox/outbox.delivery.ts";
import { createMemoryOutboxStore } from "#features/device/outbox/outbox.memory.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { fakeTime, outboxWith, rate, ratingEntry, runTasks, undoEntry } from "#testing/outbox.ts";
import { sampleCard, sampleUser } from "#testing/sample-data.ts";
import { consoleOutput } from "#testing/setup.ts";

const entry = ratingEntry({ cardId: 9 });
const accepted = { status: 200, body: { card: sampleCard({ id: 9 }), reviewId: entry.reviewId } };
const retry = { type: "retry", retryAfterMs: null };

function createTestDelivery(signedIn = true) {
  const onUnauthorized = vi.fn();
  const options = { userId: 1, isSignedIn: () => signedIn, onUnauthorized, loadChanges: vi.fn() };
  return { deliver: createDelivery(options), onUnauthorized };
}

describe("createDelivery", () => {
  it("sends the card, the rating and its waiting time", async () => {
    const api = fakeApi();
    api.on(studyEndpoints.review, () => accepted);
    const stored = { ...entry, seq: 3, attempted: true };
    expect(await createTestDelivery().deliver(stored, 3000)).toEqual({ type: "done" });
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

  it("undoes a review by its address", async () => {
    const api = fakeApi();
    api.on(studyEndpoints.undoReview, () => ({ ...accepted, body: { ...accepted.body, undone: true } }));
    expect(await createTestDelivery().deliver(undoEntry({ cardId: 9 }), 0)).toEqual({ type: "done" });
    expect(api.callsTo(studyEndpoints.undoReview)[0]?.url.pathname).toBe(`/api/cards/9/reviews/${entry.reviewId}`);
  });

  it.each([408, 425, 429, 500, 502, 503])("asks for a retry after a %i", async (status) => {
    fakeApi().fail(studyEndpoints.review, status, { message: "Espera" });
    expect(await createTestDelivery().deliver(entry, 0)).toEqual(retry);
  });

  it("asks for a retry after the time that Retry-After demands", async () => {
    fakeApi().on(studyEndpoints.review, () => ({ status: 503, body: "", headers: { "Retry-After": "7" } }));
    expect(await createTestDelivery().deliver(entry, 0)).toEqual({ type: "retry", retryAfterMs: 7000 });
  });

  it("asks for a retry without a response", async () => {
    fakeApi();
    expect(await createTestDelivery().deliver(entry, 0)).toEqual(retry);
  });

  it.each([
    [400, { message: "La petición no es válida", code: "validation_failed" }],
    [409, { message: "Esa revisión pertenece a otra carta", code: "conflict" }],
  ])("drops a rating that the server rejects permanently (%i)", async (status, body) => {
    fakeApi().fail(studyEndpoints.review, status, body);
    expect(await createTestDelivery().deliver(entry, 0)).toEqual({ type: "done" });
    expect(consoleOutput("error")).toEqual(["The server will never take this review"]);
  });

  it("reports a session that has ended", async () => {
    fakeApi().fail(studyEndpoints.review, 401, { message: "Unauthorized" });
    const { deliver, onUnauthorized } = createTestDelivery();
    expect(await deliver(entry, 0)).toEqual({ type: "signed-out" });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  it("sends nothing after another user has signed in in another tab", async () => {
    const api = fakeApi();
    expect(await createTestDelivery(false).deliver(entry, 0)).toEqual({ type: "signed-out" });
    expect(api.calls).toEqual([]);
  });

  it("drops the rating of a deleted card, unless another user is signed in", async () => {
    const api = fakeApi();
    api.fail(studyEndpoints.review, 404, { message: "La carta no existe", code: "not_found" });
    expect(await createTestDelivery().deliver(entry, 0)).toEqual(retry);
    api.answer(authEndpoints.currentUser, sampleUser({ id: 2 }));
    expect(await createTestDelivery().deliver(entry, 0)).toEqual({ type: "signed-out" });
    api.fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
    expect(await createTestDelivery().deliver(entry, 0)).toEqual({ type: "signed-out" });
    api.answer(authEndpoints.currentUser, sampleUser({ id: 1 }));
    expect(await createTestDelivery().deliver(entry, 0)).toEqual({ type: "done" });
    expect(consoleOutput("error")).toEqual(["The server will never take this review"]);
  });
});

describe("a response that is not the server's own", () => {
  it.each([400, 401, 402, 403, 404, 405, 407, 409, 413, 431, 451])(
    "leaves the rating in the outbox (%i)",
    async (status) => {
      fakeApi().fail(studyEndpoints.review, status, "<html>Proxy");
      const { deliver, onUnauthorized } = createTestDelivery();
      expect(await deliver(entry, 0)).toEqual(retry);
      expect(onUnauthorized).not.toHaveBeenCalled();
    },
  );

  it.each(["", "{}", "null", "<html>Acepta las condiciones del wifi"])(
    "leaves the rating in the outbox even if it is a 200 with %j",
    async (body) => {
      fakeApi().on(studyEndpoints.review, () => ({ status: 200, body }));
      expect(await createTestDelivery().deliver(entry, 0)).toEqual(retry);
    },
  );
});

it.each([
  [403, "forbidden_origin"],
  [402, "limit_reached"],
  [413, "payload_too_large"],
  [415, "unsupported_media_type"],
  [429, "rate_limited"],
])("a refusal for reasons other than the rating leaves it in the outbox (%i %s)", async (status, code) => {
  fakeApi().fail(studyEndpoints.review, status, { message: "Ahora no", code });
  expect(await createTestDelivery().deliver(entry, 0)).toEqual(retry);
});

describe("fetchServerTime", () => {
  const date = "Sun, 01 Mar 2026 12:00:00 GMT";

  it.each([200, 401, 503])("reads the time from any response (%i)", async (status) => {
    const answer = async () => new Response(null, { status, headers: { Date: date } });
    vi.stubGlobal("fetch", answer);
    expect(await fetchServerTime()).toBe(Date.parse(date));
  });

  it("returns null without a response, or if the response has no date", async () => {
    fakeApi();
    expect(await fetchServerTime()).toBeNull();
    vi.stubGlobal("fetch", async () => new Response(null, { status: 200 }));
    expect(await fetchServerTime()).toBeNull();
  });
});

describe("five hundred ratings after a week without a network", () => {
  it("arrive once and in order at a server that accepts 300 at first and then five per second", async () => {
    const time = fakeTime();
    const waiting = Array.from({ length: 500 }, (_, n) => `0195b6f0-0000-4000-8000-${String(n).padStart(12, "0")}`);
    const arrived: string[] = [];
    let refused = 0;
    let tokens = 300;
    let filledAt = 0;
    fakeApi().on(studyEndpoints.review, ({ body }) => {
      const now = time.clock.monotonic();
      tokens = Math.min(300, tokens + (5 * (now - filledAt)) / 1000);
      filledAt = now;
      if (tokens < 1) {
        refused++;
        const wait = String(Math.ceil((1 - tokens) / 5));
        return { status: 429, body: { message: "Espera", code: "rate_limited" }, headers: { "Retry-After": wait } };
      }
      tokens--;
      const { reviewId } = body as { reviewId: string };
      arrived.push(reviewId);
      return { status: 200, body: { card: sampleCard({ id: 1 }), reviewId } };
    });
    const { outbox } = outboxWith({ store: createMemoryOutboxStore(), deliver: createTestDelivery().deliver }, time);
    for (const reviewId of waiting) rate(outbox, reviewId);
    await runTasks();
    outbox.start();
    for (let seconds = 0; arrived.length < 500 && seconds < 120; seconds++) await time.advance(1000);
    await runTasks();
    expect(arrived).toEqual(waiting);
    expect(refused).toBeGreaterThan(10);
    expect(outbox.status()).toMatchObject({ waiting: 0, late: false });
  });
});
