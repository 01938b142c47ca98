import { pngSample } from "@repasa/card-files/testing/media-samples.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createFolder } from "#testing/card-calls.ts";
import { assign, createClass, joinClass } from "#testing/class-calls.ts";
import { uploadMedia } from "#testing/media-calls.ts";
import { ana, author, link, shareBeforeEach, shared } from "#testing/shared-folder.ts";
import { addCard, editCard, follow, listCards, pull, readFolder } from "#testing/sharing-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const limits = { FREE_FOLDER_LIMIT: "2", FREE_CARD_LIMIT: "3", MEDIA_LIMIT_MB: "1" };
const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z", environment: limits });
const { pool } = app.database;
const FULL = { status: 402, body: { code: "limit_reached" } };

const pay = ({ userId }: TestClient, subscription = "active") =>
  pool.query("update users set subscription = $2 where id = $1", [userId, subscription]);

shareBeforeEach(app);
beforeEach(async () => {
  await pay(author);
});

/** Adds a card with an image of its own. */
async function addImage(side: number) {
  const { id } = (await uploadMedia(app, author, pngSample({ width: side, height: side }))).body;
  return addCard(author, shared.id, { front: `![](media:${id})`, format: "markdown" });
}

/** Returns all rows of all tables, and all jobs. */
async function readEverything() {
  const { rows: tables } = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const contents: Record<string, string[]> = {};
  for (const name of [...tables.map((table) => table.name), "pgboss.job"]) {
    const { rows } = await pool.query(`select to_jsonb(t)::text as row from ${name} as t`);
    contents[name] = rows.map(({ row }) => row).sort();
  }
  return contents;
}

/** A call settles past days and creates the feed, whatever it comes to: only its repetition has to change nothing. */
async function expectNothingDone(call: () => Promise<unknown>) {
  await ana.get("/api/changes");
  await call();
  const before = await readEverything();
  await call();
  expect(await readEverything()).toEqual(before);
}

describe("Following beyond the limits of a free account", () => {
  it.each(["cards", "folders"])("is refused with nothing half-done if there is no room for its %s", async (what) => {
    if (what === "folders") for (const name of ["Una", "Dos"]) await createFolder(ana, { name });
    else for (let n = 0; n < 3; n++) await addCard(author, shared.id);
    await addImage(11);
    await expectNothingDone(async () => {
      expect(await ana.post(`/api/shares/${link.token}/follow`)).toMatchObject(FULL);
    });
    expect((await author.get<Share[]>("/api/user/shares")).body).toMatchObject([{ followers: 0 }]);
  });
});

describe("A pull beyond the limit of cards", () => {
  it("is refused with nothing half-done, by hand and by the job, until there is room", async () => {
    const source = await addCard(author, shared.id);
    const { id } = await follow(ana, link);
    await editCard(author, source, { back: "nueva" });
    for (let side = 21; side < 24; side++) await addImage(side);
    await expectNothingDone(async () => {
      expect(await ana.post(`/api/folders/${id}/pull`)).toMatchObject(FULL);
      await app.runHandler("following", "pull", { userId: ana.userId });
    });
    expect(await listCards(ana, id)).toMatchObject([{ back: "back" }]);
    await pay(ana);
    expect(await pull(ana, id)).toMatchObject({ added: 3, changed: 1 });
  });

  it("still brings changes of cards that are there", async () => {
    const source = await addCard(author, shared.id);
    await pay(ana);
    const { id } = await follow(ana, link);
    for (let n = 0; n < 3; n++) await addCard(ana, id, { front: `mía ${n}` });
    await pay(ana, "free");
    await editCard(author, source, { back: "nueva" });
    expect(await pull(ana, id)).toMatchObject({ added: 0, changed: 1 });
  });

  it("still lets her take the author's text of a card that is there", async () => {
    const source = await addCard(author, shared.id);
    await pay(ana);
    const { id } = await follow(ana, link);
    const [card] = await listCards(ana, id);
    if (!card) throw new Error("no card");
    for (let n = 0; n < 3; n++) await addCard(ana, id, { front: `mía ${n}` });
    await editCard(ana, card, { back: "mía" });
    await editCard(author, source, { back: "nueva" });
    await pull(ana, id);
    await pay(ana, "free");
    expect(await ana.post(`/api/cards/${card.id}/upstream`, { take: "author" })).toMatchObject({
      status: 200,
      body: { back: "nueva" },
    });
  });
});

describe("An assigned folder", () => {
  it("has room for whatever its teacher adds, also for gaps that come by choosing her text", async () => {
    const text = { back: "", format: "markdown" as const };
    const source = await addCard(author, shared.id, { ...text, front: "{{c1::a}}" });
    const taught = await createClass(author);
    await joinClass(ana, taught);
    await assign(author, taught, { folderIds: [shared.id] });
    await app.runJobs();
    const [folder] = (await ana.get<Folder[]>("/api/folders")).body as [Folder];
    const own = await createFolder(ana, { name: "Mía" });
    for (let n = 0; n < 3; n++) await addCard(ana, own.id);
    const [card] = await listCards(ana, folder.id);
    if (!card) throw new Error("no card");
    await editCard(ana, card, { ...text, front: "{{c1::mía}}" });
    await editCard(author, source, { ...text, front: "{{c1::a}} {{c2::b}}" });
    for (let n = 0; n < 5; n++) await addCard(author, shared.id, { front: `carta ${n}` });
    expect(await pull(ana, folder.id)).toMatchObject({ added: 5, kept: 1 });
    expect((await ana.post(`/api/cards/${card.id}/upstream`, { take: "author" })).status).toBe(200);
    expect(await readFolder(ana, folder.id)).toMatchObject({ cardCount: 7 });
    expect(await ana.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" })).toMatchObject(FULL);
    await ana.delete(`/api/cards/${(await listCards(ana, own.id))[0]?.id}`);
    expect((await ana.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" })).status).toBe(201);
  });
});
