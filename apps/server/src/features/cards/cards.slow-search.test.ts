// @module-tag hostile
import type { CardPage } from "@repasa/contract/cards.ts";
import pg from "pg";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();

/** A database session that blocks searches for words, and nothing else, by locking their table. */
const blocker = new pg.Client({ connectionString: app.connectionString });
await blocker.connect();
afterEach(() => blocker.query("rollback"));
afterAll(() => blocker.end());

async function lockTexts(): Promise<void> {
  await blocker.query("begin");
  await blocker.query("lock table card_texts in access exclusive mode");
}

const search = (client: TestClient) => client.get<CardPage>("/api/cards/search?q=agua");

describe("a slow search", () => {
  it("stops at its timeout, and is rejected with 429", async () => {
    const ana = await app.register();
    await lockTexts();
    const { status, body, headers } = await search(ana);
    expect([status, body, headers["retry-after"]]).toEqual([
      429,
      {
        code: "rate_limited",
        message: "Esta búsqueda tarda demasiado. Prueba con otras palabras o en una sola carpeta.",
      },
      "5",
    ]);
    await blocker.query("rollback");
    expect((await search(ana)).status).toBe(200);
  });

  it("runs alone in its account while 200 others wait, and further ones are rejected with 429", async () => {
    const [ana, luis] = [await app.register(), await app.register()];
    await lockTexts();
    const searches = Array.from({ length: 204 }, () => search(ana));
    await waitForBlockedSessions(app.database.pool);
    // One runs and 200 wait.
    const refused = await Promise.all(searches.slice(201));
    expect(refused.map(({ status, body }) => [status, (body as { message?: string }).message])).toEqual(
      Array(3).fill([429, "Ya se están buscando otras cartas. Espera un momento y vuelve a intentarlo."]),
    );
    const { rows } = await app.database.pool.query(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect((await luis.get("/api/cards/search?state=suspended")).status).toBe(200);
    await blocker.query("rollback");
    const statuses = (await Promise.all(searches.slice(0, 201))).map(({ status }) => status);
    // On a busy machine the first searches may have waited for too long.
    expect(statuses.slice(-4)).toEqual(Array(4).fill(200));
  });
});
