import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { ListedResult } from "@repasa/contract/study.ts";
import { describe, expect, it, vi } from "vitest";
import { createDelivery, fetchServerTime } from "#features/device/outbox/outbox.delivery.ts";
import { LOCAL_IDS_FROM, type OutboxEntry, type StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { fakeTime, outboxWith, RETRY, rate, ratingEntry, runTasks, undoEntry } from "#testing/outbox.ts";
import { sampleCard, sampleUser } from "#testing/sample-data.ts";

const entry = ratingEntry({ cardId: 9 });
const NOW = 1_000_000;
const accepted = { status: 200, body: { card: sampleCard({ id: 9 }), reviewId: entry.reviewId } };

function createTestDelivery(signedIn = true, now = () => NOW) {
  const onUnauthorized = vi.fn();
  const refuseFailed = vi.fn(async () => {});
  const changes = {
    deliverEdit: vi.fn(),
    resolveRating: vi.fn(),
    refuseFailed,
    forgetRefused: vi.fn(),
  };
  const options = { userId: 1, isSignedIn: () => signedIn, onUnauthorized, now, loadEdits: async () => changes };
  const deliverAll = createDelivery(options);
  const deliver = (one: OutboxEntry, waitedMs: number, failures = 0) =>
    deliverAll([{ ...one, attempted: true, failures }], [waitedMs]);
  return { deliver, deliverAll, onUnauthorized, refuseFailed, changes };
}

describe("createDelivery", () => {
  it("sends the card, the rating and its waiting time", async () => {
    const api = fakeApi();
    api.on(studyEndpoints.review, () => accepted);
    expect(await createTestDelivery().deliver(entry, 3000)).toEqual({ type: "done" });
    const [call] = api.callsTo(studyEndpoints.review);
    expect(call?.headers.get("X-Account")).toBe("1");
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
    expect(await createTestDelivery().deliver(entry, 0)).toEqual(RETRY);
  });

  it("asks for a retry after the time that Retry-After demands", async () => {
    fakeApi().on(studyEndpoints.review, () => ({ status: 503, body: "", headers: { "Retry-After": "7" } }));
    expect(await createTestDelivery().deliver(entry, 0)).toEqual({ ...RETRY, retryAfterMs: 7000 });
  });

  it("asks for a retry without a response", async () => {
    fakeApi();
    expect(await createTestDelivery().deliver(entry, 0)).toEqual(RETRY);
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

  it("stops when the session is another account's", async () => {
    const api = fakeApi();
    for (const endpoint of [studyEndpoints.review, studyEndpoints.reviewMany]) {
      api.fail(endpoint, 409, { message: "En este navegador ha entrado otra cuenta", code: "other_account" });
    }
    const { deliver, deliverAll } = createTestDelivery();
    expect(await deliver(entry, 0)).toEqual({ type: "signed-out" });
    expect(await deliverAll(ratings(2), [0, 0])).toEqual({ type: "signed-out" });
  });

  it("drops the rating of a deleted card", async () => {
    fakeApi().fail(studyEndpoints.review, 404, { message: "La carta no existe", code: "not_found" });
    expect(await createTestDelivery().deliver(entry, 0)).toEqual({ type: "done" });
    expect(consoleOutput("error")).toEqual(["The server will never take this review"]);
  });
});

/** Returns ratings of the cards 1, 2 and so on, as the outbox stores them. */
function ratings(count: number): StoredEntry[] {
  return Array.from({ length: count }, (_, n) => ({
    ...ratingEntry({ cardId: n + 1, reviewId: `0195b6f0-0000-4000-8000-${String(n).padStart(12, "0")}` }),
    attempted: true,
  }));
}

describe("ratings that are delivered together", () => {
  const resultOf = ({ cardId, reviewId }: OutboxEntry, result: Partial<ListedResult> = {}) => ({
    cardId,
    reviewId,
    status: 200,
    card: sampleCard({ id: cardId }),
    ...result,
  });

  it("are sent by one call for their account, each with its own wait", async () => {
    const api = fakeApi();
    const entries = ratings(3);
    api.answer(studyEndpoints.reviewMany, { results: entries.map((one) => resultOf(one)) });
    expect(await createTestDelivery().deliverAll(entries, [1000, 2000, 3000])).toEqual({ type: "done" });
    const [call] = api.callsTo(studyEndpoints.reviewMany);
    expect(api.calls).toHaveLength(1);
    expect(call?.headers.get("X-Account")).toBe("1");
    expect(call?.body).toEqual({
      ratings: entries.map(({ cardId, reviewId }, n) => ({
        cardId,
        reviewId,
        waitedMs: 1000 * (n + 1),
        difficulty: "hard",
        answerResult: "incorrect",
        durationMs: 1200,
        studySessionId: 4,
      })),
    });
  });

  it("are settled one by one: a refused one is dropped, one that the server cannot take waits", async () => {
    const api = fakeApi();
    const entries = ratings(4);
    const [first, second, third, fourth] = entries as [StoredEntry, StoredEntry, StoredEntry, StoredEntry];
    const refused = { card: undefined, status: 404, code: "not_found", message: "La carta no existe" } as const;
    const failed = { card: undefined, status: 500, code: "internal", message: "Ha ocurrido un error" } as const;
    const busy = { card: undefined, status: 503, code: "unavailable", message: "Hay demasiadas" } as const;
    api.answer(studyEndpoints.reviewMany, {
      results: [resultOf(first), resultOf(second, refused), resultOf(third, failed), resultOf(fourth, busy)],
    });
    expect(await createTestDelivery().deliverAll(entries, [0, 0, 0, 0])).toEqual({
      ...RETRY,
      settled: [first, second],
      failed: { ...third, failures: 1, failedAt: NOW },
    });
    expect(consoleOutput("error")).toEqual(["The server will never take this review"]);
  });

  it("wait if the answer names other ratings, as one from elsewhere might", async () => {
    const api = fakeApi();
    const entries = ratings(2);
    api.answer(studyEndpoints.reviewMany, { results: [] });
    expect(await createTestDelivery().deliverAll(entries, [0, 0])).toEqual(RETRY);
  });

  it.each([
    [400, "validation_failed"],
    [500, "internal"],
  ])("are sent one by one if the server answers the list with %i", async (status, code) => {
    const api = fakeApi();
    const entries = ratings(2);
    api.answer(authEndpoints.currentUser, sampleUser({ id: 1 }));
    api.fail(studyEndpoints.reviewMany, status, { message: "No", code });
    expect(await createTestDelivery().deliverAll(entries, [0, 0])).toEqual({
      ...RETRY,
      failed: { ...entries[0], failures: 1, failedAt: NOW },
    });
  });

  it("are reported as late when the server has not answered in time, so that fewer are sent next", async () => {
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new DOMException("late", "TimeoutError")));
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
    expect(await createTestDelivery().deliverAll(ratings(2), [0, 0])).toEqual({ ...RETRY, timedOut: true });
    vi.restoreAllMocks();
  });

  it("wait in the refused change that would have created their card", async () => {
    const api = fakeApi();
    const entries = ratings(2).map((one, n) => (n === 0 ? { ...one, cardId: LOCAL_IDS_FROM } : one)) as StoredEntry[];
    api.answer(studyEndpoints.reviewMany, { results: [resultOf(entries[1] as StoredEntry)] });
    const { deliverAll, changes } = createTestDelivery();
    changes.resolveRating.mockResolvedValue(null);
    expect(await deliverAll(entries, [0, 0])).toEqual({ type: "done" });
    expect(api.callsTo(studyEndpoints.reviewMany)).toMatchObject([{ body: { ratings: [{ cardId: 2 }] } }]);
    api.fail(studyEndpoints.reviewMany, 503, { message: "Ahora no", code: "unavailable" });
    expect(await deliverAll(entries, [0, 0])).toEqual({ ...RETRY, settled: [entries[0]] });
  });
});

describe("an entry with which the server fails", () => {
  const fail = (status: number, body: object | string) => {
    const api = fakeApi();
    api.answer(authEndpoints.currentUser, sampleUser({ id: 1 }));
    api.fail(studyEndpoints.review, status, body);
    return api;
  };
  const internal = { message: "Ha ocurrido un error inesperado", code: "internal" };

  it.each([
    [500, internal],
    [502, "<html>Bad gateway"],
  ])("joins the refused after eight failures, while the server answers other calls (%i)", async (status, body) => {
    fail(status, body);
    const { deliver, refuseFailed } = createTestDelivery();
    expect(await deliver(entry, 0, 6)).toMatchObject({ ...RETRY, failed: { reviewId: entry.reviewId } });
    expect(refuseFailed).not.toHaveBeenCalled();
    expect(await deliver(entry, 0, 7)).toEqual({ type: "done" });
    expect(refuseFailed).toHaveBeenCalledWith(expect.objectContaining({ reviewId: entry.reviewId }));
  });

  it("has a failure counted once in each pause, however often the sender is woken", async () => {
    fail(500, internal);
    const time = fakeTime();
    const { deliverAll, refuseFailed } = createTestDelivery(true, time.clock.now);
    const deliver = vi.fn(deliverAll);
    const { outbox } = outboxWith({ deliver }, time);
    outbox.start();
    rate(outbox, entry.reviewId, 9);
    // Half of each pause: 0.5, 1, 2, 4, 8, 15 and 15 seconds.
    for (let seconds = 0; seconds < 45.5; seconds += 0.25) {
      outbox.retryNow();
      await time.advance(250);
    }
    expect(deliver.mock.calls.length).toBeGreaterThan(100);
    expect(refuseFailed).not.toHaveBeenCalled();
    await time.advance(30_000);
    expect(refuseFailed).toHaveBeenCalledOnce();
    expect(outbox.status().waiting).toBe(0);
  });

  it("has a failure counted although the clock has been set back", async () => {
    fail(500, internal);
    const { deliverAll } = createTestDelivery();
    const before = { ...entry, attempted: true, failures: 3, failedAt: NOW + 86_400_000 };
    expect(await deliverAll([before], [0])).toEqual({ ...RETRY, failed: { ...before, failures: 4, failedAt: NOW } });
  });

  it("waits as long as it takes while the server fails with everything, or can store nothing", async () => {
    const { deliver, refuseFailed } = createTestDelivery();
    fail(503, { message: "No podemos guardar nada ahora mismo", code: "unavailable" });
    expect(await deliver(entry, 0, 7)).toEqual(RETRY);
    fail(500, internal).fail(authEndpoints.currentUser, 500, internal);
    expect(await deliver(entry, 0, 7)).toEqual(RETRY);
    expect(refuseFailed).not.toHaveBeenCalled();
  });

  it("joins nothing after its account has signed out", async () => {
    const { deliver, refuseFailed } = createTestDelivery();
    fail(500, internal).fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
    expect(await deliver(entry, 0, 7)).toEqual(RETRY);
    expect(refuseFailed).not.toHaveBeenCalled();
  });

  it("is refused no longer once it is sent again, as after its page was killed", async () => {
    fakeApi().on(studyEndpoints.review, () => accepted);
    const { deliver, changes } = createTestDelivery();
    await deliver(entry, 0);
    expect(changes.forgetRefused).not.toHaveBeenCalled();
    await deliver(entry, 0, 7);
    expect(changes.forgetRefused).toHaveBeenCalledWith(expect.objectContaining({ reviewId: entry.reviewId }));
  });

  it("waits if it cannot be listed as refused", async () => {
    fail(500, internal);
    const { deliver, refuseFailed } = createTestDelivery();
    refuseFailed.mockRejectedValue(new Error("no database"));
    expect(await deliver(entry, 0, 7)).toEqual(RETRY);
  });
});

describe("a response that is not the server's own", () => {
  it.each([400, 401, 402, 403, 404, 405, 407, 409, 413, 431, 451])(
    "leaves the rating in the outbox (%i)",
    async (status) => {
      fakeApi().fail(studyEndpoints.review, status, "<html>Proxy");
      const { deliver, onUnauthorized } = createTestDelivery();
      expect(await deliver(entry, 0)).toEqual(RETRY);
      expect(onUnauthorized).not.toHaveBeenCalled();
    },
  );

  it.each(["", "{}", "null", "<html>Acepta las condiciones del wifi"])(
    "leaves the rating in the outbox even if it is a 200 with %j",
    async (body) => {
      fakeApi().on(studyEndpoints.review, () => ({ status: 200, body }));
      expect(await createTestDelivery().deliver(entry, 0)).toEqual(RETRY);
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
  expect(await createTestDelivery().deliver(entry, 0)).toEqual(RETRY);
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

describe("a thousand ratings after a week without a network", () => {
  it("arrive once and in order at a server that accepts three lists at first and then one in five seconds", async () => {
    const time = fakeTime();
    const waiting = ratings(1000).map(({ reviewId }) => reviewId);
    const arrived: string[] = [];
    let refused = 0;
    let tokens = 3;
    let filledAt = 0;
    fakeApi().on(studyEndpoints.reviewMany, ({ body }) => {
      const now = time.clock.monotonic();
      tokens = Math.min(3, tokens + (now - filledAt) / 5000);
      filledAt = now;
      if (tokens < 1) {
        refused++;
        const wait = String(Math.ceil((1 - tokens) * 5));
        return { status: 429, body: { message: "Espera", code: "rate_limited" }, headers: { "Retry-After": wait } };
      }
      tokens--;
      const sent = (body as { ratings: { reviewId: string; cardId: number }[] }).ratings;
      arrived.push(...sent.map(({ reviewId }) => reviewId));
      return { status: 200, body: { results: sent.map((one) => ({ ...one, status: 200, card: sampleCard() })) } };
    });
    const { outbox } = outboxWith({ deliver: createTestDelivery().deliverAll }, time);
    for (const reviewId of waiting) rate(outbox, reviewId);
    await outbox.countWaiting();
    outbox.start();
    for (let seconds = 0; arrived.length < 1000 && seconds < 120; seconds++) await time.advance(1000);
    await runTasks();
    expect(arrived).toEqual(waiting);
    expect(refused).toBeGreaterThan(5);
    expect(outbox.status()).toMatchObject({ waiting: 0, late: false });
  });
});
