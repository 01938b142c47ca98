import type { Folder } from "@repasa/contract/folders.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createFolder } from "#testing/card-calls.ts";
import { cancelBlockedSessions, waitForBlockedSessions } from "#testing/lock-wait.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { follow, readFolder, shareFolder } from "#testing/sharing-world.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";

const CARDS = 2_001;
const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });

let ana: TestClient;
let token: string;
const author = await app.registerConfirmed();
const shared = await createFolder(author, { name: "Enorme" });
await app.database.pool.query(
  `insert into cards (user_id, folder_id, front, back, created_at, updated_at)
  select $1, $2, 'carta ' || n, 'respuesta', $3, $3 from generate_series(1, $4) as n`,
  [author.userId, shared.id, app.clock.now(), CARDS],
);

beforeEach(async () => {
  ana = await app.register();
  token = (await shareFolder(author, shared.id)).token;
});

const begin = (client = ana, through = token) => client.post<CardImport>(`/api/shares/${through}/follow`);
const read = async ({ id }: CardImport) => (await ana.get<CardImport>(`/api/imports/${id}`)).body;

describe("A folder of more than 2,000 cards", () => {
  it("is followed by an import, once, which cannot be undone", async () => {
    const { status, body } = await begin();
    expect(status).toBe(202);
    expect(body).toMatchObject({
      format: "share",
      preview: null,
      status: "running",
      progress: { done: 0, total: CARDS },
    });
    await app.runJobs();
    const done = await read(body);
    expect(done).toMatchObject({
      status: "done",
      progress: { done: CARDS, total: CARDS },
      result: { folders: 1, cards: CARDS, folderId: expect.any(Number), missingMedia: [] },
    });
    const folderId = done.result?.folderId as number;
    expect(await readFolder(ana, folderId)).toMatchObject({
      name: "Enorme",
      cardCount: CARDS,
      follows: { ended: false },
    });
    expect(await ana.post(`/api/imports/${body.id}/undo`)).toMatchObject({ status: 409 });
    expect(await follow(ana, { token })).toMatchObject({ id: folderId });
  });

  it("is brought by one import, which all calls answer that are made until it is there", async () => {
    const other = await shareFolder(author, shared.id);
    await withRivalTransaction(app.connectionString, async (rival) => {
      // Both calls look for an import, and none can add one yet.
      await rival.query("lock table imports in share mode");
      const calls = [begin(), begin(ana, other.token)];
      await waitForBlockedSessions(app.database.pool, { sessions: 2 });
      await rival.query("rollback");
      const answers = [...(await Promise.all(calls)), await begin()];
      const { id } = (await ana.get<CardImport[]>("/api/imports")).body[0] as CardImport;
      expect(answers).toMatchObject([1, 2, 3].map(() => ({ status: 202, body: { id, status: "running" } })));
    });
    await app.runJobs();
    const [done, ...others] = (await ana.get<CardImport[]>("/api/imports")).body;
    expect([done?.status, others]).toEqual(["done", []]);
    expect(await begin()).toMatchObject({ status: 200, body: { id: done?.result?.folderId } });
  });

  it("follows through every link by which it was asked for, whichever of them ends, and when", async () => {
    const first = await shareFolder(author, shared.id);
    const second = await shareFolder(author, shared.id);
    const third = await shareFolder(author, shared.id);
    const { body } = await begin(ana, first.token);
    await begin(ana, second.token);
    await begin(ana, third.token);
    const end = async ({ id }: Share) => {
      await author.delete(`/api/shares/${id}`);
      await app.runJobs();
    };
    await end(first);
    const { status, result } = await read(body);
    expect(status).toBe("done");
    const isEnded = async () => (await readFolder(ana, result?.folderId as number)).follows?.ended;
    await end(second);
    expect(await isEnded()).toBe(false);
    await end(third);
    expect(await isEnded()).toBe(true);
  });

  it("is brought by another attempt if the database took too long", async () => {
    const { body } = await begin();
    await withRivalTransaction(app.connectionString, async (rival) => {
      await rival.query("select 1 from folder_shares where user_id = $1 for update", [author.userId]);
      const attempt = app.runJobs();
      await waitForBlockedSessions(app.database.pool, { unlessEnded: attempt });
      await cancelBlockedSessions(app.database.pool);
      await attempt;
      await rival.query("rollback");
    });
    expect((await read(body)).status).toBe("running");
    await app.runJobs();
    expect((await read(body)).status).toBe("done");
  });

  it("leaves nothing behind if it is cancelled, or if its link ends before it is there", async () => {
    for (const end of ["cancel", "link"]) {
      const { body } = await begin();
      if (end === "cancel") expect((await ana.post(`/api/imports/${body.id}/cancel`)).status).toBe(202);
      else await app.database.pool.query("update folder_shares set ended_at = now(), token = null");
      await app.runJobs();
      expect(await read(body)).toMatchObject({ status: end === "cancel" ? "cancelled" : "failed", result: null });
      expect((await ana.get<Folder[]>("/api/folders")).body).toEqual([]);
    }
  });

  it("is refused at once if the account has no room", async () => {
    const free = await createTestApp({ beside: app, environment: { FREE_CARD_LIMIT: "2000" } });
    const eva = await free.register("eva.limites@repasa.example");
    expect(await begin(eva)).toMatchObject({ status: 402, body: { code: "limit_reached" } });
    expect((await eva.get<CardImport[]>("/api/imports")).body).toEqual([]);
    await free.close();
  });
});
