import "#testing/indexed-db.ts";
import type { Batch } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { compareCards, noteGone } from "#features/device/copy/copy.cards.ts";
import { type CopyDatabase, openCopyDatabase } from "#features/device/copy/copy.database.ts";
import { Copy } from "#features/device/copy/copy.opened.ts";
import { applyEdit } from "#features/device/edits/edits.apply.ts";
import { LOCAL_IDS_FROM } from "#features/device/outbox/outbox.entry.ts";
import { sampleCard, sampleFolder } from "#testing/sample-data.ts";

let users = 1800;
let database: CopyDatabase;

/** The cards 1 to 4 of folder 1, as a session was given them, are in the copy. */
const cards = [1, 2, 3, 4].map((id) =>
  sampleCard({ id, folderId: 1, front: `Carta ${id}`, updatedAt: "2026-03-01T10:00:00.000Z" }),
);
const LATER = "2026-03-01T11:00:00.000Z";
const EARLIER = "2026-03-01T09:00:00.000Z";

beforeEach(async () => {
  users += 1;
  database = await openCopyDatabase(users);
  await database.put("folders", sampleFolder({ id: 1 }));
  for (const card of cards) await database.put("cards", card);
});

const put = (id: number, changes: object) =>
  database.put("cards", { ...(cards[id - 1] as (typeof cards)[0]), updatedAt: LATER, ...changes });
const removedFrom = async (folderId: number | null) => (await compareCards(database, cards, folderId)).removed;

describe("compareCards", () => {
  it("finds nothing as long as nothing has changed", async () => {
    expect(await compareCards(database, cards, 1)).toEqual({ edited: [], removed: [] });
  });

  it("removes suspended cards, and those that were moved out of the folder that is studied", async () => {
    await put(1, { suspended: true });
    await put(2, { folderId: 9 });
    expect(await removedFrom(1)).toEqual([1, 2]);
    expect(await removedFrom(null)).toEqual([1]);
    // It was suspended already when the session asked for it.
    const suspended = [{ ...(cards[0] as (typeof cards)[0]), suspended: true }];
    expect((await compareCards(database, suspended, 1)).removed).toEqual([]);
  });

  it("gives the texts of edited cards, but never those of a row that is older than the card", async () => {
    await put(1, { front: "Editada" });
    await put(2, { tags: ["Tema 2"] });
    await put(3, { front: "De antes", updatedAt: EARLIER });
    await put(4, { reviewCount: 7 });
    const { edited } = await compareCards(database, cards, 1);
    expect(edited.map(({ id, front, tags }) => [id, front, tags])).toEqual([
      [1, "Editada", cards[0]?.tags],
      [2, "Carta 2", ["Tema 2"]],
    ]);
  });

  it("removes cards that were deleted, and keeps those that the copy has not been given yet", async () => {
    await database.delete("cards", 1);
    await database.delete("cards", 2);
    await noteGone({ get: (key) => database.get("facts", key), put: (...fact) => database.put("facts", ...fact) }, [2]);
    expect(await removedFrom(1)).toEqual([2]);
  });

  it.each([
    ["card by card", cardEndpoints.remove, { params: { id: 2 } }, [2]],
    ["together", cardEndpoints.batch, { body: { action: "delete", cardIds: [2, 3] } satisfies Batch }, [2, 3]],
    ["with their folder", folderEndpoints.remove, { params: { id: 1 } }, [1, 2, 3, 4]],
  ] as const)("removes cards that were deleted here %s", async (_how, { method, path, changes }, input, removed) => {
    await applyEdit(new Copy(users), { call: { method, path, changes }, input: { ...input } }, Date.now());
    expect(await removedFrom(null)).toEqual(removed);
  });

  it("knows a card and a folder that were created here by the ids that the server gave them", async () => {
    const [cardId, folderId] = [LOCAL_IDS_FROM + 1, LOCAL_IDS_FROM + 2];
    const created = sampleCard({ id: cardId, folderId, front: "Aquí", updatedAt: EARLIER });
    await database.put("ids", 50, cardId);
    await database.put("ids", 60, folderId);
    await database.put("cards", sampleCard({ id: 50, folderId: 60, front: "Editada", updatedAt: LATER }));
    const { edited, removed } = await compareCards(database, [created], folderId);
    expect(removed).toEqual([]);
    expect(edited).toMatchObject([{ id: cardId, front: "Editada" }]);
  });
});
