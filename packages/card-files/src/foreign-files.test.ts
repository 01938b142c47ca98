import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BASIC, createAnkiCollection, zipFiles } from "#testing/anki-files.ts";
import { createDatabase } from "#testing/other-anki-files.ts";
import { readMaterial } from "#testing/read-material.ts";
import { catchRefusal } from "#testing/refusals.ts";
import { openCardFile } from "./open-card-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "refusals-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function refuseFile(data: Uint8Array | string, fileName: string): Promise<string> {
  return (await catchRefusal(readMaterial(folder, data, fileName, 0))).key;
}

async function refuseText(text: string): Promise<string> {
  return (await catchRefusal(openCardFile({ text }, { tempFolder: folder, now: 0, timeZone: "UTC" }))).key;
}

const zip = (...names: string[]) => zipFiles(Object.fromEntries(names.map((name) => [name, Buffer.from("<x/>")])));
const openDocument = (kind: string) =>
  zipFiles({
    mimetype: Buffer.from(`application/vnd.oasis.opendocument.${kind}`),
    "content.xml": Buffer.from("<office:document-content/>"),
  });
/** The beginning of files that Office wrote until 2003, and of files with a password today. */
const OLD_OFFICE = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);

describe("openCardFile refuses documents of other programs by their kind:", () => {
  test.each([
    ["notas.docx", () => zip("[Content_Types].xml", "word/document.xml"), "wordDocument"],
    ["clase.pptx", () => zip("[Content_Types].xml", "ppt/presentation.xml"), "powerPoint"],
    ["notas.odt", () => openDocument("text"), "libreOfficeDocument"],
    ["clase.odp", () => openDocument("presentation"), "libreOfficeDocument"],
    ["libro.xlsb", () => zip("[Content_Types].xml", "xl/workbook.bin"), "binaryExcel"],
    ["libro.numbers", () => zip("Index/Document.iwa", "Index/Tables/DataList.iwa"), "appleDocument"],
    ["notas.doc", () => OLD_OFFICE, "wordDocument"],
    ["libro.xls", () => OLD_OFFICE, "oldOrLockedExcel"],
    ["libro.xlsx", () => OLD_OFFICE, "oldOrLockedExcel"],
    ["mazo.mochi", () => zip("data.json", "imagen.png"), "mochiFile"],
    ["mazo.mochi", () => zip("data.edn"), "mochiFile"],
    ["mazo.cards", () => zip("cards.xml", "METADATA"), "mnemosyneFile"],
    [
      "default.db",
      () => createDatabase("create table fact_views (id)", "create table card_types (id)"),
      "mnemosyneFile",
    ],
    ["cartas.xml", () => Buffer.from('<?xml version="1.0"?>\n<openSM2sync number_of_entries="1">'), "mnemosyneFile"],
    ["cartas.mem.xml", () => Buffer.from('<?xml version="1.0"?><mnemosyne core_version="1">'), "mnemosyneFile"],
    ["examen.xml", () => Buffer.from('<?xml version="1.0"?>\n<quiz><question type="category">'), "moodleXml"],
    ["notas.pdf", () => Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj"), "pdf"],
  ])("%s", async (fileName, data, key) => {
    expect(await refuseFile(await data(), fileName)).toBe(key);
  });
});

describe("openCardFile refuses", () => {
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a1".repeat(32)}\nsize 1234567\n`;

  test.each(["mazo.apkg", "mazo.colpkg", "tabla.csv", "puntero"])(
    "a pointer of Git LFS that is named %s",
    async (fileName) => {
      expect(await refuseFile(POINTER, fileName)).toBe("gitLfsPointer");
    },
  );

  test("a text or a web page that is named like a deck", async () => {
    expect(await refuseFile("perro;dog\ngato;cat\n", "mazo.apkg")).toBe("textNamedAsDeck");
    expect(await refuseFile("<!doctype html><title>Iniciar sesión</title>", "mazo.apkg")).toBe("webPage");
  });

  test.each([
    ["https://quizlet.com/es/123456789/capitales-flash-cards/?i=1", "quizletLink"],
    [" quizlet.com/123456789 \n", "quizletLink"],
    ["https://ankiweb.net/shared/info/2173424778", "ankiWebLink"],
    ["https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0", "googleLink"],
    ["https://www.notion.so/Vocabulario-0123456789abcdef0123456789abcdef", "notionLink"],
    ["https://ejemplo.es/lista.html", "otherLink"],
  ])("a text that is only a link: %s", async (text, key) => {
    expect(await refuseText(text)).toBe(key);
  });
});

describe("openCardFile", () => {
  test("reads a list of links as a list", async () => {
    const text = "Quizlet;https://quizlet.com\nAnkiWeb;https://ankiweb.net";
    const material = await openCardFile({ text }, { tempFolder: folder, now: 0, timeZone: "UTC" });
    expect([...material.cards()]).toMatchObject([
      { front: "Quizlet", back: "https://quizlet.com" },
      { front: "AnkiWeb" },
    ]);
    await material.close();
  });

  test("reports missing images", async () => {
    const database = createAnkiCollection({
      types: [BASIC],
      notes: [{ id: 1, type: 1, fields: ["pregunta", "texto<img src=mapa.png>"] }],
      cards: [{ id: 1, note: 1 }],
    });
    const { losses } = await readMaterial(folder, database, "collection.anki2", 0);
    expect(losses).toMatchObject([{ key: "missingMedia", count: 1, sample: "mapa.png" }]);
  });
});
