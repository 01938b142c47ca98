import type { Page } from "@playwright/test";
import { withClient } from "../apps/server/src/testing/database-server.ts";
import { isCopyFilled } from "../e2e/copy.ts";
import type { Gate } from "../e2e/gate.ts";
import { PHONE, type Setting } from "./browser.ts";
import { atMost, type Row } from "./row.ts";

const RATINGS = 1000;

/** Sends ratings that have waited for a network, and notes the longest task of the page meanwhile. The gate is open. */
export async function measureSending({ browser, server }: Setting, gate: Gate): Promise<Row[]> {
  const { userId, cardIds } = await withClient(server.connectionString, async (client) => {
    const { rows } = await client.query("SELECT user_id, id FROM cards ORDER BY user_id, id LIMIT $1", [RATINGS]);
    return { userId: rows[0].user_id as number, cardIds: rows.map(({ id }) => id as number) };
  });
  const context = await browser.newContext({ viewport: PHONE });
  try {
    await context.request.post(`${gate.origin}/api/auth/login`, {
      data: { email: "bench@repasa.example", password: "una clave larga" },
    });
    const page = await context.newPage();
    await page.addInitScript(watchTasks);
    await page.goto(`${gate.origin}/dashboard`);
    while (!(await isCopyFilled(page))) await page.waitForTimeout(500);
    await page.waitForTimeout(3000);
    await gate.shut();
    const ratedIds = Array.from({ length: RATINGS }, (_, n) => cardIds[n % cardIds.length] as number);
    await page.evaluate(storeRatings, { userId, cardIds: ratedIds });
    await gate.open();
    return await timeSending(page);
  } finally {
    await context.close();
  }
}

async function timeSending(page: Page): Promise<Row[]> {
  const { ms, longest } = await page.evaluate(waitUntilSent, RATINGS);
  return [
    atMost(`${RATINGS} ratings that waited, delivered`, ms, 10_000, "ms"),
    atMost("the longest task meanwhile", longest, 50, "ms"),
  ];
}

/** Runs in the page. */
function watchTasks(): void {
  const seen = Object.assign(window, { longest: 0 });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask" });
}

/** Runs in the page: puts ratings into the outbox and the copy, as studying without a network does. */
async function storeRatings({ userId, cardIds }: { userId: number; cardIds: number[] }): Promise<void> {
  const open = (name: string) =>
    new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
  const at = Date.now();
  const ratings = cardIds.map((cardId) => ({
    kind: "review",
    userId,
    cardId,
    reviewId: crypto.randomUUID(),
    at,
    durationMs: 3000,
    interval: 3,
    difficulty: "medium",
    answerResult: "correct",
  }));
  for (const [name, store] of [
    ["repasa-study", "outbox"],
    [`repasa-copy-${userId}`, "ratings"],
  ] as const) {
    const database = await open(name);
    const transaction = database.transaction(store, "readwrite");
    for (const rating of ratings) transaction.objectStore(store).add({ ...rating, attempted: false });
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  }
}

/** Runs in the page: lets it send, and returns when the outbox is empty, in milliseconds. */
async function waitUntilSent(count: number): Promise<{ ms: number; longest: number }> {
  const seen = window as unknown as { longest: number };
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("repasa-study");
    request.onsuccess = () => resolve(request.result);
  });
  const countWaiting = () =>
    new Promise<number>((resolve) => {
      const request = database.transaction("outbox").objectStore("outbox").count();
      request.onsuccess = () => resolve(request.result);
    });
  if ((await countWaiting()) !== count) throw new Error("the ratings were not stored");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  seen.longest = 0;
  const begin = performance.now();
  window.dispatchEvent(new Event("online"));
  while ((await countWaiting()) > 0) {
    if (performance.now() - begin > 120_000) throw new Error("the ratings were not sent");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const ms = performance.now() - begin;
  // What follows from them is read again, too.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  database.close();
  return { ms, longest: seen.longest };
}
