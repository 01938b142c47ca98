import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BASIC, createAnkiCollection, createAnkiPackage, zipFiles } from "#testing/anki-files.ts";
import { pngSample } from "#testing/media-samples.ts";
import { createRawZip } from "#testing/other-anki-files.ts";
import { readMaterial } from "#testing/read-material.ts";
import { createXlsx, formatInlineRows } from "#testing/spreadsheet-files.ts";
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
  zipFiles(Object.fromEntries(Object.entries(files).map(([name, data]) => [name, Buffer.from(data)])));
const read = (data: Uint8Array | string, fileName = "archivo.zip") => readMaterial(folder, data, fileName, 0);

const ID = "0123456789abcdef0123456789abcdef";
const NOTION = '\ufeffNombre,Etiquetas,Significado,Creado\nperro,"animal, casa",dog,1 de enero\ngato,,cat,2 de enero\n';

describe("openCardFile reads exports of Notion:", () => {
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

describe("openCardFile with a folder of Obsidian", () => {
  test("reads notes into the folders of their paths, with their images", async () => {
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
    expect(losses).toMatchObject([
      { count: 1, sample: "falta.png" },
      { key: "unrecognizedLines", count: 1, sample: "Hoy he estudiado." },
    ]);
  });

  test("refuses notes without cards", async () => {
    await expect(read(await zip({ "a.md": "Hola" }))).rejects.toMatchObject({ key: "notesWithoutCards" });
  });
});

describe("openCardFile with another archive", () => {
  test("reads a spreadsheet that Google exports as pages, and no pages beside notes", async () => {
    const page = (...words: string[]) =>
      `<html><table>${words.map((word, index) => `<tr><th>${index + 1}</th><td>${word}</td><td>${word}!</td></tr>`).join("")}</table></html>`;
    const pages = {
      "Animales.html": page("perro", "gato"),
      "Verbos.html": page("ser", "ir"),
      "resources/sheet.css": "td {}",
    };
    const { cards } = await read(await zip(pages));
    expect(cards.map(({ folder: deck, front, back }) => [deck, front, back])).toEqual([
      ["Animales", "perro", "perro!"],
      ["Animales", "gato", "gato!"],
      ["Verbos", "ser", "ser!"],
      ["Verbos", "ir", "ir!"],
    ]);
    expect((await read(await zip({ ...pages, "nota.md": "a::b" }))).cards).toMatchObject([{ front: "a" }]);
    await expect(read(await zip({ "a.html": "<html>Hola</html>" }))).rejects.toMatchObject({
      key: "archiveWithoutCards",
    });
  });

  test("reads a zipped deck or workbook", async () => {
    const database = createAnkiCollection({
      types: [BASIC],
      notes: [{ id: 1, type: 1, fields: ["a", "b"] }],
      cards: [{ id: 1, note: 1 }],
    });
    const deck = await zip({ "mazo.apkg": await createAnkiPackage("anki21", database) });
    expect(await read(deck)).toMatchObject({ format: "apkg", cards: [{ front: "a", back: "b" }] });
    const book = await createXlsx({ sheets: [{ name: "Hoja1", xml: formatInlineRows([["c", "d"]]) }] });
    expect(await read(await zip({ "libro.xlsx": book }))).toMatchObject({ cards: [{ front: "c", back: "d" }] });
  });

  test.each([
    ["archives nested twice", async () => zip({ "a.zip": await zip({ "b.zip": await zip({ "c.md": "x::y" }) }) })],
    ["several archives", async () => zip({ "a.zip": await zip({ "a.md": "x::y" }), "b.zip": await zip({}) })],
    ["only images", async () => zip({ "fotos/a.png": pngSample() })],
    [
      "notes with more text than a table may have",
      async () => createRawZip([{ name: "a.md", data: Buffer.alloc(17 * 1024 * 1024, "x"), deflate: true }]),
    ],
    [
      "a note with a false size",
      async () =>
        createRawZip([{ name: "a.md", data: Buffer.alloc(1024 * 1024, "x"), deflate: true, claimedSize: 10 }]),
    ],
  ])("refuses %s", async (_name, data) => {
    await expect(read(await data())).rejects.toBeInstanceOf(UnreadableFile);
  });
});
