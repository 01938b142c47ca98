import { randomBytes } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { Pull } from "@repasa/contract/following.rows.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { signInElsewhere } from "#testing/auth-calls.ts";
import { ana, author, link, shareBeforeEach, shared } from "#testing/shared-folder.ts";
import { addCard, editCard, follow, listCards, pull, readFolder, shareFolder } from "#testing/sharing-world.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00Z";
const DAY_MS = 86_400_000;
const app = await sharedTestApp({ now: NOW });
const { pool } = app.database;

let source: Card;
let folder: Folder;

beforeEach(() => {
  app.clock.set(NOW);
});
shareBeforeEach(app);
beforeEach(async () => {
  source = await addCard(author, shared.id);
  folder = await follow(ana, link);
});

const undo = (client: TestClient, batchId: string | null) => client.post(`/api/batches/${batchId}/undo`);
const pullEdit = async (back: string): Promise<Pull> => {
  await editCard(author, source, { back });
  return pull(ana, folder.id);
};
const readBack = async () => (await listCards(ana, folder.id))[0]?.back;

describe("The undo of a pull", () => {
  it("is possible for a day, as that of any batch", async () => {
    const { batchId } = await pullEdit("nueva");
    const batch = { cardIds: [(await listCards(ana, folder.id))[0]?.id], action: "tag", tags: ["mía"] };
    const other = (await ana.post<{ batchId: string }>("/api/cards/batch", batch)).body;
    app.clock.advance(DAY_MS - 1);
    expect((await undo(ana, other.batchId)).status).toBe(200);
    app.clock.advance(1);
    const late = await undo(ana, batchId);
    expect(late).toMatchObject({ status: 404, body: { message: "Esta acción ya no se puede deshacer" } });
    expect(await undo(ana, other.batchId)).toMatchObject({ status: late.status, body: late.body });
    expect(await readBack()).toBe("nueva");
  });

  it("works from any device of hers, also for a pull of the job, and from nobody else's", async () => {
    await editCard(author, source, { back: "nueva" });
    await app.runHandler("following", "pull", { userId: ana.userId });
    const device = await signInElsewhere(app, ana);
    const { lastPull } = (await readFolder(device, folder.id)).follows ?? {};
    expect(lastPull).toMatchObject({ changed: 1 });
    const batchId = lastPull?.batchId ?? null;
    for (const client of [author, await app.register()]) expect((await undo(client, batchId)).status).toBe(404);
    const undone = await Promise.all([undo(device, batchId), undo(ana, batchId)]);
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readBack()).toBe("back");
    expect(await readFolder(ana, folder.id)).toMatchObject({ follows: { paused: true, lastPull: null } });
  });

  it("pauses the folder until a pull by hand, by which what was undone comes again, and can be undone again", async () => {
    const { batchId } = await pullEdit("nueva");
    await addCard(author, shared.id, { front: "otra" });
    await pull(ana, folder.id);
    await undo(ana, batchId);
    expect(await readBack()).toBe("back");
    const automatic = await pull(ana, folder.id, { automatic: true });
    expect(automatic).toEqual({ batchId: null, added: 0, changed: 0, kept: 0, suspended: 0 });
    await app.runHandler("following", "plan");
    await app.runJobs();
    expect(await readBack()).toBe("back");
    const again = await pull(ana, folder.id);
    expect(again).toMatchObject({ added: 0, changed: 1 });
    expect(await readFolder(ana, folder.id)).toMatchObject({ follows: { paused: false, lastPull: again } });
    expect([await readBack(), await listCards(ana, folder.id)]).toMatchObject(["nueva", [{}, { front: "otra" }]]);
    expect(await undo(ana, again.batchId)).toMatchObject({ status: 200, body: { changed: 1 } });
    // A pull by hand without news lifts the pause, too.
    await editCard(author, source, { back: "back" });
    expect(await pull(ana, folder.id)).toMatchObject({ batchId: null });
    expect(await readFolder(ana, folder.id)).toMatchObject({ follows: { paused: false } });
  });

  it("is refused once she no longer follows the folder, and works once its link has ended", async () => {
    const first = await pullEdit("nueva");
    await author.delete(`/api/shares/${link.id}`);
    await app.runJobs();
    expect(await undo(ana, first.batchId)).toMatchObject({ status: 200, body: { changed: 1 } });
    await follow(ana, await shareFolder(author, shared.id));
    const second = await pull(ana, folder.id);
    await ana.delete(`/api/folders/${folder.id}/follow`);
    expect(await undo(ana, second.batchId)).toMatchObject({ status: 409 });
    expect(await readBack()).toBe("nueva");
  });

  it("shares the room for undoing with other batches: the oldest go first", async () => {
    const first = await pullEdit("una");
    app.clock.advance(1000);
    const second = await pullEdit("dos");
    // Random, so that the database cannot compress it.
    const filler = randomBytes(19_500_000).toString("base64");
    const grow =
      "update batch_texts set before = jsonb_set(before, '{filler}', to_jsonb($3::text)) where user_id = $1 and batch_id = $2";
    for (const { batchId } of [first, second]) await pool.query(grow, [ana.userId, batchId, filler]);
    app.clock.advance(1000);
    const third = await pullEdit("tres");
    expect((await undo(ana, first.batchId)).status).toBe(404);
    await pool.query("update batch_texts set before = before - 'filler' where user_id = $1", [ana.userId]);
    for (const { batchId } of [third, second]) expect((await undo(ana, batchId)).status).toBe(200);
    expect(await readBack()).toBe("una");
  });
});
