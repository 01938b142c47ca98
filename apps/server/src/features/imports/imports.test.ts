import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import { describe, expect, it } from "vitest";
import { sendMaterial } from "#testing/import-form.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const app = await sharedTestApp();

describe("an import of pasted text", () => {
  it("gives its folder a colour that is free among those with the same icon", async () => {
    const client = await app.register();
    const colors: string[] = [];
    for (const text of ["perro\tdog", "gato\tcat"]) {
      const ready = await sendMaterial(app, client, { text });
      await client.post(`/api/imports/${ready.id}/start`, { options: {} });
      await app.runJobs("imports.write");
      const [folder] = (await client.get<Folder[]>("/api/folders")).body;
      colors.push(folder?.color ?? "");
      await client.put(`/api/folders/${folder?.id}`, { name: `Inglés ${text}`, icon: "I" });
    }
    expect(new Set(colors).size).toBe(2);
  });

  it("is read, written and undone", async () => {
    const client = await app.register();
    const ready = await sendMaterial(app, client, { text: "perro\tdog\nPerro \t dog\ngato\tcat" });
    expect(ready).toMatchObject({
      status: "ready",
      format: "table",
      preview: { cards: 3, duplicates: 1, folders: [{ name: "Importadas", cards: 3, existing: false }], limits: null },
    });
    const started = await client.post<CardImport>(`/api/imports/${ready.id}/start`, { options: {} });
    expect([started.status, started.body.status]).toEqual([202, "running"]);
    await app.runJobs("imports.write");
    const done = (await client.get<CardImport>(`/api/imports/${ready.id}`)).body;
    expect(done).toMatchObject({ status: "done", progress: { done: 3, total: 3 }, error: null });
    expect(done.result).toEqual({ folders: 1, cards: 2, updated: 0, skipped: 1, reviews: 0, media: 0, kept: 0 });
    const [folder] = (await client.get<Folder[]>("/api/folders")).body;
    expect(folder).toMatchObject({ name: "Importadas", cardCount: 2, dueCount: 2 });
    const { body: cards } = await client.get<Card[]>(`/api/folders/${folder?.id}/cards`);
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ["gato", "cat"],
      ["perro", "dog"],
    ]);
    expect((await client.get<{ cards: Card[] }>("/api/cards/search?q=gato")).body.cards).toHaveLength(1);

    expect((await client.post<CardImport>(`/api/imports/${ready.id}/undo`)).body.status).toBe("undoing");
    await app.runJobs("imports.undo");
    expect((await client.get<CardImport>(`/api/imports/${ready.id}`)).body).toMatchObject({
      status: "undone",
      result: { kept: 0 },
    });
    expect((await client.get("/api/folders")).body).toEqual([]);
    expect((await client.post(`/api/imports/${ready.id}/undo`)).status).toBe(409);
  });
});
