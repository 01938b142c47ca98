import type { Card, CardVersion, CardWithSiblings } from "@repasa/contract/cards.ts";
import { describe, expect, it } from "vitest";
import { cardWith, importMaterial, materialOf, noteWith } from "#testing/import-world.ts";
import { ana, folderId as folder, registerBeforeEach } from "#testing/student-with-folder.ts";
import { PASSWORD, sharedTestApp } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00Z";
const app = await sharedTestApp({ now: NOW });
registerBeforeEach(app, NOW);

const create = async (texts: object) => (await ana.post<CardWithSiblings>(`/api/folders/${folder}/cards`, texts)).body;
const change = (id: number, body: object) => ana.put<CardWithSiblings>(`/api/cards/${id}`, body);
const listVersions = async (id: number) =>
  (await ana.get<{ versions: CardVersion[] }>(`/api/cards/${id}/versions`)).body.versions;
const restore = (id: number, versionId: number, client = ana) =>
  client.post<Card>(`/api/cards/${id}/versions/${versionId}/restore`);

describe("the versions of a card", () => {
  it("are what edits replaced, the newest first", async () => {
    const { id } = await create({ front: "uno", back: "one" });
    expect(await listVersions(id)).toEqual([]);
    await change(id, { front: "dos", back: "one", tags: ["a"] });
    app.clock.advance(60_000);
    await change(id, { front: "dos", back: "two", base: { front: "dos", back: "one" } });
    expect(await listVersions(id)).toEqual([
      {
        versionId: expect.any(Number),
        at: "2026-03-10T12:01:00.000Z",
        front: "dos",
        back: "one",
        tags: ["a"],
        format: "plain",
      },
      {
        versionId: expect.any(Number),
        at: "2026-03-10T12:00:00.000Z",
        front: "uno",
        back: "one",
        tags: [],
        format: "plain",
      },
    ]);
  });

  it("are not made by an edit that replaces no text and no tag", async () => {
    const { id } = await create({ front: "uno", back: "one" });
    await change(id, { front: "uno", back: "one" });
    await change(id, { front: "uno", back: "one", suspended: true });
    await change(id, { front: "tres", back: "one", base: { front: "tres", back: "one" } });
    await ana.post(`/api/cards/${id}/review`, { difficulty: "easy" });
    expect(await listVersions(id)).toEqual([]);
  });

  it("are restored by an edit, whose replaced texts become a version, too", async () => {
    const { id } = await create({ front: "uno", back: "one" });
    await change(id, { front: "**dos**", back: "two", format: "markdown", tags: ["a"] });
    const [version] = await listVersions(id);
    const { status, body } = await restore(id, version?.versionId ?? 0);
    expect([status, body]).toMatchObject([200, { id, front: "uno", back: "one", format: "plain", tags: [] }]);
    expect((await listVersions(id)).map(({ front }) => front)).toEqual(["**dos**", "uno"]);
    expect((await ana.get<{ cards: Card[] }>("/api/cards/search?q=uno")).body.cards).toHaveLength(1);
  });

  it("belong to each sibling of an edited card, with its own sides, and restoring brings back a gap", async () => {
    const pair = await create({ front: "dog", back: "perro", reverse: true });
    const [sibling] = pair.siblings as [Card];
    await change(pair.id, { front: "cat", back: "gato" });
    expect(await listVersions(sibling.id)).toMatchObject([{ front: "perro", back: "dog" }]);
    const gaps = await create({ front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown" });
    await change(gaps.id, { front: "{{c1::a}} b", back: "" });
    const [version] = await listVersions(gaps.id);
    const { body } = await restore(gaps.id, version?.versionId ?? 0);
    expect(body).toMatchObject({ front: "{{c1::a}} {{c2::b}}", siblings: [{ variant: "c2" }] });
  });

  it("are made by batches and imports that replace texts or tags, and by undoing these", async () => {
    const { id } = await create({ front: "uno", back: "one" });
    const batch = async (body: object) =>
      (await ana.post<{ batchId: string }>("/api/cards/batch", { cardIds: [id], ...body })).body.batchId;
    await batch({ action: "suspend" });
    expect(await listVersions(id)).toEqual([]);
    await batch({ action: "replace", find: "u", replacement: "U" });
    const tagged = await batch({ action: "tag", tags: ["a"] });
    await ana.post(`/api/batches/${tagged}/undo`);
    expect((await listVersions(id)).map(({ front, tags }) => [front, tags])).toEqual([
      ["Uno", ["a"]],
      ["Uno", []],
      ["uno", []],
    ]);
    const noted = (back: string) => materialOf([cardWith({ front: "sol", back, note: noteWith("g") })]);
    await importMaterial(app, ana, noted("sun"));
    const imported = await importMaterial(app, ana, noted("the sun"), { options: { duplicates: "update" } });
    const [sun] = (await ana.get<{ cards: Card[] }>("/api/cards/search?q=sol")).body.cards as [Card];
    expect((await listVersions(sun.id)).map(({ back }) => back)).toEqual(["sun"]);
    await ana.post(`/api/imports/${imported.id}/undo`);
    await app.runJobs("imports.undo");
    expect((await listVersions(sun.id)).map(({ back }) => back)).toEqual(["the sun", "sun"]);
  });

  it("are available for 30 days and then deleted; the newest hundred of a card are kept", async () => {
    const { id } = await create({ front: "uno", back: "one" });
    await change(id, { front: "dos", back: "one" });
    const [version] = await listVersions(id);
    const stored = async () =>
      (await app.database.pool.query("SELECT FROM card_versions WHERE card_id = $1", [id])).rowCount;
    const wait = async (instant: string) => {
      app.clock.set(instant);
      await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
      await app.runHandler("cards", "sweep");
    };
    await wait("2026-04-09T11:59:00Z");
    expect([(await listVersions(id)).length, await stored()]).toEqual([1, 1]);
    await wait("2026-04-09T12:00:00Z");
    expect([(await listVersions(id)).length, await stored()]).toEqual([0, 0]);
    expect((await restore(id, version?.versionId ?? 0)).status).toBe(404);
    for (let n = 0; n < 103; n++) await change(id, { front: `edición ${n}`, back: "one" });
    const versions = await listVersions(id);
    expect([versions.length, versions[0]?.front, versions.at(-1)?.front]).toEqual([100, "edición 101", "edición 2"]);
  });

  it("take 20 MB of an account: the oldest are deleted, and no edit is refused", async () => {
    const { id } = await create({ front: "uno", back: "one" });
    const other = await create({ front: "otra", back: "x" });
    await app.database.pool.query(
      `INSERT INTO card_versions (user_id, card_id, replaced_at, front, back, format, tags)
       SELECT $1, $2, $3, n::text, repeat('ñ', 250000), 'plain', '{}' FROM generate_series(1, 45) AS s (n) ORDER BY s.n`,
      [ana.userId, other.id, NOW],
    );
    expect((await change(id, { front: "dos", back: "one" })).status).toBe(200);
    expect(await listVersions(id)).toMatchObject([{ front: "uno" }]);
    const left = (await listVersions(other.id)).map(({ front }) => Number(front));
    // Each takes half a megabyte and some.
    expect([left.length, left[0], left.at(-1)]).toEqual([39, 45, 7]);
  });

  it("of a large batch or import take no more either, and the batch changes all of its cards", async () => {
    const { rows } = await app.database.pool.query<{ id: number }>(
      `WITH added AS (
         INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
         SELECT $1, $2, 'f' || n, repeat('b', 20000), $3, $3 FROM generate_series(1, 1200) AS n RETURNING id
       ), known AS (
         INSERT INTO changes (user_id, kind, thing_id, position) SELECT $1, 'card', id, -id FROM added
       ) SELECT id FROM added`,
      [ana.userId, folder, NOW],
    );
    const cardIds = rows.map(({ id }) => id);
    const { status, body } = await ana.post("/api/cards/batch", { cardIds, action: "tag", tags: ["a"] });
    expect([status, body]).toMatchObject([200, { changed: 1200 }]);
    const stored = await app.database.pool.query(
      "SELECT count(*)::int AS count, sum(octet_length(front) + octet_length(back))::int AS bytes FROM card_versions WHERE user_id = $1",
      [ana.userId],
    );
    expect(stored.rows).toEqual([{ count: 975, bytes: expect.any(Number) }]);
    expect(stored.rows[0].bytes).toBeLessThan(20_000_000);
  });

  it("answer 404 for a card that is deleted or somebody else's, and for an unknown version", async () => {
    const { id } = await create({ front: "uno", back: "one" });
    const other = await create({ front: "otra", back: "x" });
    await change(id, { front: "dos", back: "one" });
    const [{ versionId } = { versionId: 0 }] = await listVersions(id);
    const bea = await app.register();
    expect((await bea.get(`/api/cards/${id}/versions`)).status).toBe(404);
    expect((await restore(id, versionId, bea)).status).toBe(404);
    expect((await restore(other.id, versionId)).status).toBe(404);
    expect((await restore(id, versionId + 1000)).status).toBe(404);
    await ana.delete(`/api/cards/${id}`);
    expect((await ana.get(`/api/cards/${id}/versions`)).status).toBe(404);
    expect((await restore(id, versionId)).status).toBe(404);
  });
});
