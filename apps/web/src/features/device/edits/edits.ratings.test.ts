import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as changeEndpoints from "@repasa/contract/client/changes.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueuePortion, ReviewResult } from "@repasa/contract/study.ts";
import { createWeek, DATE } from "@repasa/study-queue/testing/weeks.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listRefused, retryRefused } from "#features/device/edits/edits.refused.ts";
import { refuseFailed } from "#features/device/edits/edits.refusing.ts";
import { callApi } from "#lib/api.ts";
import { copiedPage } from "#testing/copied-page.ts";
import type { fakeApi } from "#testing/fake-api.ts";
import { sampleCard } from "#testing/sample-data.ts";

const NOON = new Date(`${DATE}T12:00`).getTime();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

const page = copiedPage(() => createWeek({ fresh: [{ id: 1 }] }, { newCardsPerDay: 2 }));

/** Creates a card a second after the last one. */
const create = async (front: string) => {
  vi.setSystemTime(Date.now() + 1000);
  const body = { front, back: "Sin red", clientId: crypto.randomUUID() };
  return callApi(cardEndpoints.create, { params: { id: 1 }, body });
};
const ask = async () =>
  (await callApi(studyEndpoints.reviewQueue, { query: { limit: "50" } as never })) as QueuePortion;
const fronts = async () => (await ask()).cards.map(({ front }) => front);
const easy = (reviewId: string) => ({ reviewId, difficulty: "easy", answerResult: "correct", interval: 7 }) as const;

/** Accepts ratings and creations, the first card with the id 60, and notes the calls. */
function acceptAll(api: ReturnType<typeof fakeApi>): string[] {
  const calls: string[] = [];
  const answer = (reviewId: string) => ({ status: 200, body: { card: sampleCard(), reviewId } satisfies ReviewResult });
  api.on(cardEndpoints.create, ({ body }) => {
    const { front } = body as { front: string };
    const id = 60 + calls.filter((call) => call.startsWith("create")).length;
    calls.push(`create ${front}`);
    return { status: 201, body: sampleCard({ id, front, nextReviewDate: null }) };
  });
  api.on(studyEndpoints.review, ({ url, body }) => {
    calls.push(`rate ${url.pathname}`);
    return answer((body as { reviewId: string }).reviewId);
  });
  api.on(studyEndpoints.undoReview, ({ url }) => {
    calls.push(`undo ${url.pathname}`);
    return answer(url.pathname.split("/").at(-1) ?? "");
  });
  return calls;
}

it("asks cards that were created here after the other new ones, and sends their ratings to the server's ids", async () => {
  const first = await create("Primera");
  const second = await create("Segunda");
  expect(await fronts()).toEqual(["Carta 1", "Primera"]);
  expect((await ask()).cards[1]?.nextIntervals).toEqual({ hard: 1, medium: 3, easy: 7 });
  page.outbox().rate(first.id, easy("a"));
  await vi.waitFor(async () => expect(await fronts()).toEqual(["Carta 1"]));
  page.outbox().undo(first.id, "a");
  await vi.waitFor(async () => expect(await fronts()).toEqual(["Carta 1", "Primera"]));
  page.outbox().rate(first.id, easy("b"));
  const tomorrow = Date.now() + 86_400_000;
  vi.setSystemTime(tomorrow);
  await vi.waitFor(async () => expect(await fronts()).toEqual(["Carta 1", "Segunda"]));

  const calls = acceptAll(page.restoreNetwork());
  await page.sent();
  // A session that began without a network knows the card by its former id.
  page.outbox().undo(first.id, "b");
  page.outbox().rate(second.id, easy("c"));
  await page.sent();
  expect(calls).toEqual([
    ...["create Primera", "create Segunda", "rate /api/cards/60/review"],
    ...["undo /api/cards/60/reviews/b", "rate /api/cards/61/review"],
  ]);
  // The server has not described the week since.
  page.cutNetwork();
  vi.setSystemTime(tomorrow + 86_400_000);
  expect(await fronts()).toEqual(["Carta 1", "Primera"]);
});

it("leaves the ratings of a card that the server refuses with the refused change, and sends what follows", async () => {
  const card = await create("Sin carpeta");
  page.outbox().rate(card.id, easy("a"));
  page.outbox().rate(1, easy("b"));
  const api = page.restoreNetwork();
  const calls = acceptAll(api);
  api.fail(cardEndpoints.create, 404, { message: "La carpeta no existe", code: "not_found" });
  await page.sent();
  expect(calls).toEqual(["rate /api/cards/1/review"]);
  page.outbox().rate(card.id, easy("c"));
  page.outbox().undo(card.id, "c");
  await page.sent();
  const [refused] = await listRefused(page.userId());
  expect(refused?.ratings?.map(({ reviewId }) => reviewId)).toEqual(["a"]);

  vi.setSystemTime(Date.now() + 3_600_000);
  const again = page.answerReads();
  const delivered = acceptAll(again);
  if (refused) await retryRefused(page.outbox(), [refused]);
  await page.sent();
  expect(delivered).toEqual(["create Sin carpeta", "rate /api/cards/60/review"]);
  expect(await listRefused(page.userId())).toEqual([]);
});

it("lists a rating that the server fails with under its card, unless it is undone", async () => {
  const refuse = async (reviewId: string) => {
    const [entry] = (await page.outbox().listWaiting()).filter((one) => one.reviewId === reviewId);
    if (entry) await refuseFailed(entry);
  };
  const listFronts = async () => (await listRefused(page.userId())).map(({ id, front }) => [id, front]);
  for (const id of ["stays", "undone later", "undone before"]) page.outbox().rate(1, easy(id));
  await refuse("stays");
  await refuse("undone later");
  expect(await listFronts()).toEqual([
    ["stays", "Carta 1"],
    ["undone later", "Carta 1"],
  ]);
  page.outbox().undo(1, "undone later");
  await vi.waitFor(async () => expect(await listFronts()).toEqual([["stays", "Carta 1"]]));
  await vi.waitFor(() => expect(localStorage.getItem("repasa:refused")).toBe(`${page.userId()} 1`));
  const [before] = (await page.outbox().listWaiting()).filter(({ reviewId }) => reviewId === "undone before");
  page.outbox().undo(1, "undone before");
  await vi.waitFor(async () => expect(await fronts()).toEqual([]));
  if (before) await refuseFailed(before);
  expect(await listFronts()).toEqual([["stays", "Carta 1"]]);
});

it("asks what has changed again once ratings that waited are delivered, because the answer before lacks them", async () => {
  expect(await fronts()).toEqual(["Carta 1"]);
  page.outbox().rate(1, easy("a"));
  await vi.waitFor(async () => expect(await fronts()).toEqual([]));
  const api = page.restoreNetwork();
  acceptAll(api);
  await page.sent();
  expect(api.callsTo(changeEndpoints.list)).toEqual([]);
  await vi.waitFor(() => expect(api.callsTo(changeEndpoints.list)).not.toEqual([]));
});
