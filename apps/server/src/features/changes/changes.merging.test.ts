// Edits of two devices: `base` names the fields as the editor found them.

import { CARD_SIDES_REQUIRED } from "@repasa/contract/cards.limits.ts";
import type { Card, CardVersion, CardWithSiblings } from "@repasa/contract/cards.ts";
import type { Changes } from "@repasa/contract/changes.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "#testing/more-cases.ts";
import { ana, folderId, registerBeforeEach } from "#testing/student-with-folder.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00Z";
const app = await sharedTestApp({ now: NOW });
registerBeforeEach(app, NOW, { name: "Historia", description: "de Roma" });

const create = async (texts: object) =>
  (await ana.post<CardWithSiblings>(`/api/folders/${folderId}/cards`, texts)).body;
const change = (id: number, body: object) => ana.put<CardWithSiblings & { message: string }>(`/api/cards/${id}`, body);
const readFeed = async (after = "") => (await ana.get<Changes>(`/api/changes?after=${after}`)).body;

describe("PUT /api/cards/{id} with base", () => {
  it("keeps both edits when two devices change different fields", async () => {
    const { id } = await create({ front: "f", back: "b", tags: ["t"] });
    const base = { front: "f", back: "b", tags: ["t"], format: "plain", suspended: false };
    await change(id, { ...base, front: "otra", base });
    const { body } = await change(id, { ...base, back: "otro", tags: ["t", "u"], base });
    expect(body).toMatchObject({ front: "otra", back: "otro", tags: ["t", "u"] });
    expect((await change(id, { ...base, front: "la última", base })).body).toMatchObject({
      front: "la última",
      back: "otro",
    });
  });

  it("changes nothing at all if no field differs from its base", async () => {
    const { id } = await create({ front: "f", back: "b" });
    await change(id, { front: "g", back: "b" });
    const { next } = await readFeed();
    app.clock.advance(60_000);
    const stored = (await ana.get<Card[]>(`/api/folders/${folderId}/cards`)).body;
    const body = { front: " f ", back: "b", suspended: false, tags: [] };
    const response = await change(id, { ...body, base: { ...body, front: "f" } });
    expect([response.status, response.body]).toEqual([200, stored[0]]);
    expect((await ana.get(`/api/folders/${folderId}/cards`)).body).toEqual(stored);
    expect((await readFeed(next)).changes).toEqual([]);
    const versions = (await ana.get<{ versions: CardVersion[] }>(`/api/cards/${id}/versions`)).body.versions;
    expect(versions.map(({ front }) => front)).toEqual(["f"]);
    expect((await change(id + 1000, { ...body, base: body })).status).toBe(404);
  });

  it("works as without one for fields that it does not name, and if it is empty", async () => {
    const { id } = await create({ front: "f", back: "b" });
    await change(id, { front: "g", back: "c" });
    for (const base of [{}, { tags: [] }, { front: "x" }]) {
      expect((await change(id, { front: "f", back: "b", base })).body).toMatchObject({ front: "f", back: "b" });
      await change(id, { front: "g", back: "c" });
    }
    const touched = (await ana.get<Card[]>(`/api/folders/${folderId}/cards`)).body[0]?.updatedAt;
    app.clock.advance(1000);
    expect((await change(id, { front: "g", back: "c", base: {} })).body.updatedAt).not.toBe(touched);
  });

  it("checks the merged card, and changes its siblings", async () => {
    const { id } = await create({ front: "{{c1::a}} {{c2::b}}", back: "", format: "markdown" });
    const base = { front: "{{c1::a}} {{c2::b}}", back: "" };
    expect(await change(id, { front: "a b", back: "", base })).toMatchObject({
      status: 400,
      body: { message: CARD_SIDES_REQUIRED },
    });
    await change(id, { ...base, back: "ya hay dorso", base });
    const { status, body } = await change(id, { front: "a b", back: "", base });
    expect([status, body]).toMatchObject([200, { front: "a b", back: "ya hay dorso", variant: null }]);
    const pair = await create({ front: "dog", back: "perro", reverse: true });
    const [reverse] = pair.siblings as [Card];
    await change(pair.id, { front: "dog!", back: "perro", base: { front: "dog", back: "perro" } });
    const merged = await change(reverse.id, { front: "el perro", back: "dog", base: { front: "perro", back: "dog" } });
    expect(merged.body).toMatchObject({
      front: "el perro",
      back: "dog!",
      siblings: [{ front: "dog!", back: "el perro" }],
    });
  });

  it("answers 400 for a base that holds something else than fields", async () => {
    const { id } = await create({ front: "f", back: "b" });
    for (const base of [1, "x", { front: 1 }, { tags: "a" }, { suspended: "no" }, { format: "html" }]) {
      expect((await change(id, { front: "f", back: "b", base })).status, JSON.stringify(base)).toBe(400);
    }
  });

  it("merges any two edits field by field, whichever comes first", async () => {
    const text = fc.constantFrom("a", "b", "c");
    const edit = fc.record({ front: text, back: text, tags: fc.subarray(["t", "u"]) });
    await fc.assert(
      fc.asyncProperty(edit, edit, edit, async (base, one, two) => {
        const { id } = await create(base);
        await change(id, { ...one, base });
        const { body } = await change(id, { ...two, base });
        const names = ["front", "back", "tags"] as const;
        const expected = names.map((name) =>
          JSON.stringify(two[name]) === JSON.stringify(base[name]) ? one[name] : two[name],
        );
        expect([body.front, body.back, body.tags]).toEqual(expected);
      }),
      { numRuns: runs(12, 60) },
    );
  });
});

describe("PUT /api/folders/{id} with base", () => {
  const rename = (body: object) => ana.put<Folder>(`/api/folders/${folderId}`, body);
  const base = { name: "Historia", description: "de Roma", language: null, color: null, icon: null };

  it("keeps both edits when two devices change different fields", async () => {
    await rename({ ...base, name: "Historia antigua", base });
    const { body } = await rename({ ...base, description: "de Grecia", color: "red", base });
    expect(body).toMatchObject({ name: "Historia antigua", description: "de Grecia", color: "red", colorChosen: true });
    await rename({ ...base, description: "de Egipto", color: "blue", base: {} });
    expect((await rename({ ...base, icon: "⚔️", base })).body).toMatchObject({ color: "blue", iconChosen: true });
  });

  it("merges how the cards are answered like the other fields", async () => {
    const found = { ...base, answerMode: "flip", strictAccents: false };
    await rename({ ...found, answerMode: "mix", base: found });
    const { body } = await rename({ ...found, strictAccents: true, base: found });
    expect(body).toMatchObject({ answerMode: "mix", strictAccents: true });
    const sent = (await readFeed()).changes.find((change) => change.kind === "folder" && change.id === body.id);
    expect(sent).toMatchObject({ row: { answerMode: "mix", strictAccents: true } });
  });

  it("changes nothing at all if no field differs from its base", async () => {
    await rename({ name: "Otra" });
    const { next } = await readFeed();
    app.clock.advance(60_000);
    const before = (await ana.get(`/api/folders/${folderId}`)).body;
    expect((await rename({ ...base, base })).body).toEqual(before);
    expect((await ana.get(`/api/folders/${folderId}`)).body).toEqual(before);
    expect((await readFeed(next)).changes).toEqual([]);
    expect((await ana.put("/api/folders/999999", { ...base, base })).status).toBe(404);
  });
});
