import type { Folder } from "@repasa/contract/folders.ts";
import { describe, expect, it } from "vitest";
import { updateFolder } from "#features/folders/folders.queries.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { sharedTestApp } from "#testing/test-app.ts";
import { omitUnchanged } from "./feed.merging.ts";
import { NotedChanges, writeRecorded } from "./feed.service.ts";

const app = await sharedTestApp();
const NOW = new Date("2026-03-10T12:00:00Z");

describe("NotedChanges", () => {
  it("lists each thing once, as it was noted last, folders before their cards", () => {
    const noted = new NotedChanges();
    noted.changed("card", [3, 4]);
    noted.gone("card", [4, 5], NOW);
    noted.changed("folder", [1, 1]);
    noted.preferencesChanged();
    expect(noted.list()).toEqual([
      { kind: "preferences", ids: [0], goneAt: null },
      { kind: "folder", ids: [1], goneAt: null },
      { kind: "card", ids: [3], goneAt: null },
      { kind: "card", ids: [4, 5], goneAt: NOW.toISOString() },
    ]);
  });
});

describe("writeRecorded", () => {
  it("gives changes the next positions, and none if the transaction fails", async () => {
    const ana = await app.register();
    const owner = ana.userId as OwnerId;
    const positions = async () =>
      (
        await app.database.pool.query(
          "SELECT kind, thing_id, position FROM changes WHERE user_id = $1 ORDER BY position",
          [owner],
        )
      ).rows;
    const write = (cards: number[], fails = false) =>
      writeRecorded(app.ctx.db, owner, async (_transaction, noted) => {
        noted.changed("card", cards);
        if (fails) throw new Error("fails");
      });
    await write([7, 8]);
    await write([8, 9]);
    await expect(write([7], true)).rejects.toThrow("fails");
    await writeRecorded(app.ctx.db, owner, async () => {});
    expect(await positions()).toEqual([
      { kind: "card", thing_id: 7, position: 1 },
      { kind: "card", thing_id: 8, position: 3 },
      { kind: "card", thing_id: 9, position: 4 },
    ]);
  });

  // The guard is part of test databases alone, which are not distributed then.
  it("is required: a change that is not recorded fails its transaction in tests", async () => {
    const ana = await app.register();
    const owner = ana.userId as OwnerId;
    const { id } = (await ana.post<Folder>("/api/folders", { name: "Historia" })).body;
    await expect(updateFolder(app.ctx.db, owner, id, { name: "Arte" }, NOW)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: `not recorded: UPDATE of folder ${id} (folders)` }),
    });
    expect((await ana.get<Folder>(`/api/folders/${id}`)).body.name).toBe("Historia");
  });
});

describe("omitUnchanged", () => {
  it("leaves out fields that equal their base, and undefined ones", () => {
    const fields = { name: "a", tags: ["x"], color: null, icon: undefined, other: 1 };
    expect(omitUnchanged(fields)).toEqual({ name: "a", tags: ["x"], color: null, other: 1 });
    expect(omitUnchanged(fields, { name: "a", tags: ["x"], color: null, other: 2 })).toEqual({ other: 1 });
    expect(omitUnchanged(fields, { name: undefined, tags: ["x", "y"] })).toEqual({
      name: "a",
      tags: ["x"],
      color: null,
      other: 1,
    });
  });
});
