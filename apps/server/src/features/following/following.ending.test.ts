import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Card } from "@repasa/contract/cards.ts";
import type { Class } from "@repasa/contract/classes.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { barSharing, endReportedShare } from "#features/sharing/sharing.reports.ts";
import { assign, createClass, joinClass } from "#testing/class-calls.ts";
import { sendMaterial } from "#testing/import-form.ts";
import { waitForBlockedSessions } from "#testing/lock-wait.ts";
import { withRivalTransaction } from "#testing/rival-transaction.ts";
import { addCard, follow, listCards, readFolder, shareFolder } from "#testing/sharing-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "repasa-test-"));
afterAll(() => rmSync(dataDir, { recursive: true }));
const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z", environment: { DATA_DIR: dataDir } });
const { pool } = app.database;
const TOLD = { ended: true, from: null };

let author: TestClient;
let ana: TestClient;
/** A folder of two cards that an import brought. */
let shared: Folder;
let imported: CardImport;
let link: Share;

beforeEach(async () => {
  author = await app.registerConfirmed();
  ana = await app.register();
  imported = await sendMaterial(app, author, { data: "uno\tone\ndos\ttwo", fileName: "Inglés.txt" });
  await author.post(`/api/imports/${imported.id}/start`, { options: {} });
  await app.runJobs();
  [shared] = (await author.get<Folder[]>("/api/folders")).body as [Folder];
  await pool.query("update users set first_name = 'Marta' where id = $1", [author.userId]);
  link = await shareFolder(author, shared.id, { showName: true });
});

const undoImport = async () => {
  expect((await author.post(`/api/imports/${imported.id}/undo`)).status).toBe(202);
  await app.runJobs("imports.undo");
};

/** Lets a student who joins a class have the folder, too. */
async function assignFolder() {
  const eva = await app.register();
  const taught = await createClass(author, "Inglés");
  await joinClass(eva, taught);
  await app.runJobs();
  await assign(author, taught, { folderIds: [shared.id] });
  return eva;
}

const listFolders = async (client: TestClient) => (await client.get<Folder[]>("/api/folders")).body;
const countFollowers = async () =>
  (await pool.query("select count(*)::int as n from followers where user_id = $1", [author.userId])).rows[0].n;

describe("A link", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["it is deleted", () => author.delete(`/api/shares/${link.id}`)],
    ["its folder is deleted", () => author.delete(`/api/folders/${shared.id}`)],
    ["the import that brought its folder is undone", undoImport],
    ["its owner's account is deleted", () => author.delete("/api/auth/delete-account")],
    [
      "its owner's account is closed, while an old address can take it back",
      async () => {
        const values = [author.userId, `${author.userId}@antes.example`, "2026-03-11", app.clock.now()];
        const columns = "user_id, email, expires_at, created_at";
        await pool.query(`insert into previous_emails (${columns}) values ($1, $2, $3, $4)`, values);
        await author.delete("/api/auth/delete-account");
      },
    ],
    ["the operator ends it", () => endReportedShare(app.ctx, link.id)],
    ["the operator bars its owner", () => barSharing(app.ctx, link.id)],
  ])("tells its followers, who keep their cards, when %s", async (_, end) => {
    const { id, follows } = await follow(ana, link);
    expect(follows).toMatchObject({ ended: false, from: "Marta" });
    await end();
    expect((await app.visitor().get(`/api/shares/${link.token}`)).status).toBe(404);
    expect(await ana.post(`/api/folders/${id}/pull`)).toMatchObject({ status: 409 });
    await app.runJobs("followers.tell");
    expect(await readFolder(ana, id)).toMatchObject({ name: "Inglés", cardCount: 2, follows: TOLD });
    expect(await ana.post(`/api/folders/${id}/pull`)).toMatchObject({ status: 409 });
    for (const card of await listCards(ana, id)) expect(card).toMatchObject({ suspended: false });
    const { rows } = await pool.query("select 1 from folder_shares where id = $1 and ended_at is null", [link.id]);
    expect([rows, await countFollowers()]).toEqual([[], 0]);
  });

  it("that ends while its folder is copied waits for nobody, and leaves no folder", async () => {
    await withRivalTransaction(app.connectionString, async (rival) => {
      // Not a row of `users`: of a table that all nodes have, a cluster locks rows on one of them only.
      await rival.query("lock table followed_cards in share mode");
      const following = ana.post(`/api/shares/${link.token}/follow`);
      await waitForBlockedSessions(pool);
      expect((await author.delete(`/api/shares/${link.id}`)).status).toBe(204);
      await rival.query("rollback");
      expect(await following).toMatchObject({ status: 404 });
    });
    expect([await listFolders(ana), await countFollowers()]).toEqual([[], 0]);
  });
});

describe("A name that changes while a folder is copied", () => {
  it.each(["of an author who hides it", "of a class"])("is the later one for the follower: that %s", async (whose) => {
    const isClass = whose === "of a class";
    const student = isClass ? await assignFolder() : ana;
    await withRivalTransaction(app.connectionString, async (rival) => {
      await rival.query("lock table followed_cards in share mode");
      const following = isClass ? app.runJobs("classes.assign") : follow(student, link);
      await waitForBlockedSessions(pool);
      const [taught] = (await author.get<Class[]>("/api/classes")).body;
      if (isClass) await author.put(`/api/classes/${taught?.id}`, { name: "Inglés B" });
      else await author.put(`/api/shares/${link.id}`, { showName: false });
      await rival.query("rollback");
      await following;
    });
    await app.runJobs("followers.tell");
    expect(await listFolders(student)).toMatchObject([{ follows: { from: isClass ? "Inglés B" : null } }]);
  });
});

describe("A folder", () => {
  it("that is deleted while it is pulled suspends nothing", async () => {
    const { id } = await follow(ana, link);
    await addCard(author, shared.id);
    await withRivalTransaction(app.connectionString, async (rival) => {
      await rival.query("select 1 from follows where user_id = $1 for update", [ana.userId]);
      const pulling = ana.post(`/api/folders/${id}/pull`);
      await waitForBlockedSessions(pool);
      expect((await author.delete(`/api/folders/${shared.id}`)).status).toBe(204);
      await rival.query("rollback");
      expect(await pulling).toMatchObject({ status: 409 });
    });
    expect(await listCards(ana, id)).toMatchObject([
      { suspended: false },
      { suspended: false },
    ] satisfies Partial<Card>[]);
  });

  it.each(["is deleted", "goes with its import"])("of an assignment that %s tells the students", async (how) => {
    const eva = await assignFolder();
    await app.runJobs();
    if (how === "is deleted") await author.delete(`/api/folders/${shared.id}`);
    else await undoImport();
    await app.runJobs("followers.tell");
    expect(await listFolders(eva)).toMatchObject([{ cardCount: 2, follows: TOLD }]);
  });

  it("of an assignment that is deleted while a student begins to follow it is hers, or was never there", async () => {
    const eva = await assignFolder();
    // Her feed exists from her first call on.
    await eva.get("/api/changes");
    await withRivalTransaction(app.connectionString, async (rival) => {
      await rival.query("select 1 from change_feeds where user_id = $1 for update", [eva.userId]);
      const assigning = app.runJobs("classes.assign");
      await waitForBlockedSessions(pool);
      const deleting = author.delete(`/api/folders/${shared.id}`);
      await waitForBlockedSessions(pool, { sessions: 2 });
      await rival.query("rollback");
      expect((await deleting).status).toBe(204);
      await assigning;
    });
    await app.runJobs();
    expect(await listFolders(eva)).toMatchObject([{ cardCount: 2, follows: { ended: true } }]);
    expect(await countFollowers()).toBe(0);
  });
});
