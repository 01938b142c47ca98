import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ankiDatabase, ankiPackage, BASIC, zipOf } from "#testing/anki-files.ts";
import { pngSample } from "#testing/media-samples.ts";
import { handZip } from "#testing/other-anki-files.ts";
import { readMaterial } from "#testing/read-material.ts";
import { inlineRows, xlsxFile } from "#testing/spreadsheet-files.ts";
import { UnreadableFile } from "#unreadable-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "bundles-"));
});
afterEach(async () => {
  expect((await readdir(folder)).filter((name) => name !== "file")).toEqual([]);
  await rm(folder, { recursive: true });
});

const zip = (files: Record<string, string | Uint8Array>) =>
  zipOf(Object.fromEntries(Object.entries(files).map(([name, data]) => [name, Buffer.from(data)])));
const read = (data: Uint8Array | string, fileName = "archivo.zip") => readMaterial(folder, data, fileName, 0);

const ID = "0123456789abcdef0123456789abcdef";
const NOTION = '\ufeffNombre,Etiquetas,Significado,Creado\nperro,"animal, casa",dog,1 de enero\ngato,,cat,2 de enero\n';

describe("exports of Notion", () => {
  const CARDS = [
    { folder: "Vocabulario", front: "perro", back: "dog", tags: ["animal", "casa"] },
    { folder: "Vocabulario", front: "gato", back: "cat", tags: [] },
  ];

  test("a table, whose file has an id", async () => {
    const { cards } = await read(NOTION, `Vocabulario ${ID}.csv`);
    expect(cards).toMatchObject(CARDS);
  });

  test("an archive in an archive, with all rows beside those of a view, and a page for each row", async () => {
    const inner = await zip({
      [`Private & Shared/Vocabulario ${ID}.csv`]: NOTION.split("\n").slice(0, 2).join("\n"),
      [`Private & Shared/Vocabulario ${ID}_all.csv`]: NOTION,
      [`Private & Shared/Vocabulario/perro ${ID}.md`]: "# perro\n\nPregunta: perro\nRespuesta: dog\n",
    });
    const { format, cards } = await read(await zip({ "ExportBlock-1-Part-1.zip": inner }), `Export-${ID}.zip`);
    expect(format).toBe("table");
    expect(cards).toMatchObject(CARDS);
  });

  test("several tables, each with columns of its own", async () => {
    const { cards } = await read(
      await zip({ [`Uno ${ID}.csv`]: "Nombre,Respuesta\na,b\n", [`Dos ${ID}.csv`]: "Respuesta,Pregunta\nd,c\n" }),
    );
    expect(cards.map((card) => [card.folder, card.front, card.back])).toEqual([
      ["Uno", "a", "b"],
      ["Dos", "c", "d"],
    ]);
  });
});

describe("folders of Obsidian", () => {
  test("notes are put into the folders of their paths, with their images", async () => {
    const id = createHash("sha256").update(pngSample()).digest("hex");
    const { cards, media, losses } = await read(
      await zip({
        ".obsidian/app.json": "{}",
        ".obsidian/plantilla.md": "x::y",
        "__MACOSX/Biología/._célula.md": "x::y",
        "Biología/Célula/núcleo.md": "Núcleo::![[núcleo.png]]\nMembrana::![borde](../img/falta.png)lípidos\n",
        "Biología/diario.md": "Hoy he estudiado.",
        "adjuntos/núcleo.png": pngSample(),
        "suelta.md": "P: uno\nR: one",
      }),
      "Apuntes.zip",
    );
    expect(cards.map((card) => [card.folder, card.front, card.back])).toEqual([
      ["Biología / Célula", "Núcleo", `![](media:${id})`],
      ["Biología / Célula", "Membrana", "lípidos"],
      [null, "uno", "one"],
    ]);
    expect(media.map((file) => file.id)).toEqual([id]);
    expect(losses).toMatchObject([{ count: 1, sample: "falta.png" }]);
  });

  test("notes without cards are refused as such", async () => {
    await expect(read(await zip({ "a.md": "Hola" }))).rejects.toMatchObject({ key: "notesWithoutCards" });
  });
});

describe("other archives", () => {
  test("a deck or a workbook that was zipped", async () => {
    const database = ankiDatabase({
      types: [BASIC],
      notes: [{ id: 1, type: 1, fields: ["a", "b"] }],
      cards: [{ id: 1, note: 1 }],
    });
    const deck = await zip({ "mazo.apkg": await ankiPackage("anki21", database) });
    expect(await read(deck)).toMatchObject({ format: "apkg", cards: [{ front: "a", back: "b" }] });
    const book = await xlsxFile({ sheets: [{ name: "Hoja1", xml: inlineRows([["c", "d"]]) }] });
    expect(await read(await zip({ "libro.xlsx": book }))).toMatchObject({ cards: [{ front: "c", back: "d" }] });
  });

  test.each([
    [
      "archives in archives in archives",
      async () => zip({ "a.zip": await zip({ "b.zip": await zip({ "c.md": "x::y" }) }) }),
    ],
    ["several archives", async () => zip({ "a.zip": await zip({ "a.md": "x::y" }), "b.zip": await zip({}) })],
    ["images alone", async () => zip({ "fotos/a.png": pngSample() })],
    [
      "notes of more text than a table may have",
      async () => handZip([{ name: "a.md", data: Buffer.alloc(17 * 1024 * 1024, "x"), deflate: true }]),
    ],
    [
      "a note whose size lies",
      async () => handZip([{ name: "a.md", data: Buffer.alloc(1024 * 1024, "x"), deflate: true, claimedSize: 10 }]),
    ],
  ])("%s are refused", async (_name, data) => {
    await expect(read(await data())).rejects.toBeInstanceOf(UnreadableFile);
  });
});
