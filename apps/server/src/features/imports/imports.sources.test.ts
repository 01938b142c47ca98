import { createRawZip } from "@repasa/card-files/testing/other-anki-files.ts";
import { createXlsx, createXlsxParts, formatInlineRows } from "@repasa/card-files/testing/spreadsheet-files.ts";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { CardImport } from "@repasa/contract/imports.ts";
import { expect, it } from "vitest";
import { sendMaterial } from "#testing/import-form.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();

/** Starts an import, waits for it, and returns the account's folder names and cards. */
async function finishImport(client: TestClient, { id }: CardImport, options: object) {
  const started = await client.post<CardImport & { message: string }>(`/api/imports/${id}/start`, { options });
  expect([started.status, started.body.message]).toEqual([202, undefined]);
  await app.runJobs("imports.write");
  expect((await client.get<CardImport>(`/api/imports/${id}`)).body.status).toBe("done");
  const folders = (await client.get<Folder[]>("/api/folders")).body;
  const cards = await Promise.all(
    folders.map(async (folder) => (await client.get<Card[]>(`/api/folders/${folder.id}/cards`)).body),
  );
  return { folders: folders.map(({ name }) => name).toSorted(), cards: cards.flat() };
}

it("imports a workbook with its sheets as folders, and appends a third column to the answer", async () => {
  const client = await app.register();
  const sheets = [
    { name: "Animales", xml: formatInlineRows([["perro", "dog", "The dog barks."]]) },
    { name: "Verbos", xml: formatInlineRows([["ser", "to be"]]) },
  ];
  const ready = await sendMaterial(app, client, { data: await createXlsx({ sheets }), fileName: "Inglés.xlsx" });
  expect(ready).toMatchObject({
    status: "ready",
    format: "table",
    preview: { cards: 2, table: { separator: "", header: false, columns: { front: 0, back: 1 } } },
  });
  const wrong = await client.post(`/api/imports/${ready.id}/start`, {
    options: { columns: { front: 0, back: 1, extra: 3 } },
  });
  expect(wrong.status).toBe(400);
  const columns = { front: 0, back: 1, extra: 2 };
  const { folders, cards } = await finishImport(client, ready, { separator: "", columns });
  expect(folders).toEqual(["Inglés / Animales", "Inglés / Verbos"]);
  expect(cards.map(({ back }) => back).toSorted()).toEqual(["dog\n\nThe dog barks.", "to be"]);
});

it("fails with one sentence for a workbook that is too large when it is unpacked", async () => {
  const client = await app.register();
  const parts = {
    ...createXlsxParts({ sheets: [{ name: "Hoja1", xml: "" }] }),
    "xl/worksheets/sheet1.xml": Buffer.alloc(120_000_000, " "),
  };
  const data = createRawZip(Object.entries(parts).map(([name, one]) => ({ name, data: one, deflate: true })));
  const { status, error, preview } = await sendMaterial(app, client, { data, fileName: "bomba.xlsx" });
  expect({ status, error, preview }).toEqual({
    status: "failed",
    error: { code: "too_large", message: expect.stringMatching(/^El contenido .*\.$/) },
    preview: null,
  });
});

it("imports notes as recognised, or as a table if a separator is given", async () => {
  const client = await app.register();
  const text = "perro:::dog\nuno, dos::one, two";
  const ready = await sendMaterial(app, client, { text });
  expect(ready.preview).toMatchObject({ cards: 3 });
  expect(ready.preview?.table).toBeUndefined();
  const { cards } = await finishImport(client, ready, {});
  const both = cards.filter(({ groupId }) => groupId !== null);
  expect(both.map(({ front, variant }) => [front, variant]).toSorted()).toEqual([
    ["dog", "reverse"],
    ["perro", null],
  ]);
  const other = await app.register();
  const asTable = await finishImport(other, await sendMaterial(app, other, { text }), {
    separator: ",",
    header: false,
  });
  expect(asTable.cards.map(({ front, back }) => [front, back])).toEqual([["uno", "dos::one"]]);
});
