import type { Card } from "@repasa/contract/cards.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { checkData } from "#features/checks/checks.service.ts";
import { createFolder } from "#testing/card-calls.ts";
import { follow as copyAccount, type Follower as Device, readCopy } from "#testing/follower.ts";
import { ana, author, link, shareBeforeEach, shared } from "#testing/shared-folder.ts";
import { addCard, editCard, follow, listCards, pull } from "#testing/sharing-world.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const app = await sharedTestApp({ now: "2026-03-10T12:00:00Z" });

let device: Device;

shareBeforeEach(app);
beforeEach(async () => {
  device = copyAccount(ana);
  await device.catchUp();
});

/** Lets the device catch up, and returns how many changes it has received. */
async function catchUp(): Promise<number> {
  const before = device.received.length;
  await device.catchUp();
  expect(device.copy).toEqual(await readCopy(ana));
  // The stored `upstream` of each card equals what its text says.
  const differences: string[] = [];
  await checkData(app.ctx.db, false, ({ what }) => differences.push(what));
  expect(differences).toEqual([]);
  return device.received.length - before;
}

describe("The feed of a follower", () => {
  it("shows following, a pull, its undo, choosing, the end of the link and unfollowing", async () => {
    const source = await addCard(author, shared.id);
    const gone = await addCard(author, shared.id, { front: "b" });
    const folder = await follow(ana, link);
    expect(await catchUp()).toBe(3);
    const [card] = (await listCards(ana, folder.id)) as [Card];
    await editCard(ana, card, { front: "mía" });
    await catchUp();
    await editCard(author, source, { front: "suya" });
    await author.delete(`/api/cards/${gone.id}`);
    const { batchId } = await pull(ana, folder.id);
    expect(await catchUp()).toBe(3);
    await ana.post(`/api/batches/${batchId}/undo`);
    expect(await catchUp()).toBe(3);
    await pull(ana, folder.id);
    await catchUp();
    await ana.post(`/api/cards/${card.id}/upstream`, { take: "author" });
    expect(await catchUp()).toBe(1);
    await author.delete(`/api/shares/${link.id}`);
    await app.runJobs();
    expect(await catchUp()).toBe(1);
    await ana.delete(`/api/folders/${folder.id}/follow`);
    expect(await catchUp()).toBe(3);
  });

  it("does not show the author's edits, nor a pull without news", async () => {
    const source = await addCard(author, shared.id);
    const other = await createFolder(author, { name: "Otra" });
    const folder = await follow(ana, link);
    await catchUp();
    await addCard(author, other.id);
    await editCard(author, source, { back: "nueva" });
    expect(await catchUp()).toBe(0);
    await pull(ana, folder.id);
    await catchUp();
    await pull(ana, folder.id);
    expect(await catchUp()).toBe(0);
  });

  it("shows the deletion of the folder, and that cards elsewhere are her own", async () => {
    await addCard(author, shared.id);
    await addCard(author, shared.id, { front: "b" });
    const folder = await follow(ana, link);
    const [card] = (await listCards(ana, folder.id)) as [Card];
    const other = await createFolder(ana, { name: "Otra" });
    await ana.post("/api/cards/batch", { cardIds: [card.id], action: "move", folderId: other.id });
    await catchUp();
    expect(await ana.delete(`/api/folders/${folder.id}`)).toMatchObject({ status: 204 });
    await catchUp();
    expect(await listCards(ana, other.id)).toMatchObject([{ upstream: null }]);
    expect((await author.get<Share[]>("/api/user/shares")).body).toMatchObject([{ followers: 0 }]);
  });

  it("shows cards whose text a batch has replaced, and its undo", async () => {
    const source = await addCard(author, shared.id);
    const folder = await follow(ana, link);
    const [card] = (await listCards(ana, folder.id)) as [Card];
    await editCard(ana, card, { front: "mía" });
    await editCard(author, source, { front: "suya" });
    await pull(ana, folder.id);
    await catchUp();
    const body = { cardIds: [card.id], action: "replace", find: "mía", replacement: "suya" };
    const { batchId } = (await ana.post<{ batchId: string }>("/api/cards/batch", body)).body;
    await catchUp();
    expect(await listCards(ana, folder.id)).toMatchObject([{ front: "suya", upstream: { state: "same" } }]);
    expect(await ana.post(`/api/batches/${batchId}/undo`)).toMatchObject({ status: 200 });
    await catchUp();
    expect(await listCards(ana, folder.id)).toMatchObject([{ front: "mía", upstream: { state: "changed" } }]);
  });

  it("is mended if what is stored of a card is wrong", async () => {
    await addCard(author, shared.id);
    const folder = await follow(ana, link);
    const [card] = (await listCards(ana, folder.id)) as [Card];
    await app.database.pool.query("update cards set upstream = null where user_id = $1", [ana.userId]);
    const found: string[] = [];
    await checkData(app.ctx.db, true, ({ what, outcome }) => found.push(`${outcome}: ${what}`));
    expect(found).toEqual([`mended: card ${card.id}: it does not follow its author's as its texts do`]);
    expect(await listCards(ana, folder.id)).toMatchObject([{ upstream: { state: "same" } }]);
  });
});
