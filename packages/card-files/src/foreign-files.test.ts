import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ankiDatabase, BASIC, zipOf } from "#testing/anki-files.ts";
import { readMaterial } from "#testing/read-material.ts";
import { openMaterial } from "./read-card-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "refusals-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function refusalOfFile(data: Uint8Array | string, fileName: string): Promise<string> {
  return refusalOf(readMaterial(folder, data, fileName, 0));
}

async function refusalOfText(text: string): Promise<string> {
  return refusalOf(openMaterial({ text }, { tempFolder: folder, now: 0, timeZone: "UTC" }));
}

async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/^[A-ZÁÉÍÓÚ].*\.$/) });
  return (error as Error).message;
}

const zip = (...names: string[]) => zipOf(Object.fromEntries(names.map((name) => [name, Buffer.from("<x/>")])));
const openDocument = (kind: string) =>
  zipOf({
    mimetype: Buffer.from(`application/vnd.oasis.opendocument.${kind}`),
    "content.xml": Buffer.from("<office:document-content/>"),
  });
/** The beginning of the files that Office wrote until 2003, and of those with a password today. */
const OLD_OFFICE = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);

describe("documents that hold no table say where the text is", () => {
  test.each([
    ["notas.docx", () => zip("[Content_Types].xml", "word/document.xml"), /Word.*[Cc]opia/],
    ["clase.pptx", () => zip("[Content_Types].xml", "ppt/presentation.xml"), /PowerPoint.*[Cc]opia/],
    ["notas.odt", () => openDocument("text"), /LibreOffice.*[Cc]opia/],
    ["clase.odp", () => openDocument("presentation"), /LibreOffice.*[Cc]opia/],
    ["libro.xlsb", () => zip("[Content_Types].xml", "xl/workbook.bin"), /Excel.*\.xlsx/],
    ["libro.numbers", () => zip("Index/Document.iwa", "Index/Tables/DataList.iwa"), /Numbers.*Excel/],
    ["notas.doc", () => OLD_OFFICE, /Word.*[Cc]opia/],
    ["libro.xls", () => OLD_OFFICE, /Excel.*\.xlsx.*contraseña/],
    ["libro.xlsx", () => OLD_OFFICE, /contraseña/],
    ["notas.pdf", () => Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj"), /PDF.*[Cc]opia/],
  ])("%s", async (fileName, data, message) => {
    const told = await refusalOfFile(await data(), fileName);
    expect(told).toMatch(message);
    if (!/xls/.test(fileName)) expect(told).not.toContain("la hoja");
  });
});

describe("what only stands for a deck says so", () => {
  const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a1".repeat(32)}\nsize 1234567\n`;

  test.each(["mazo.apkg", "mazo.colpkg", "tabla.csv", "puntero"])("a pointer of Git LFS named %s", async (fileName) => {
    expect(await refusalOfFile(POINTER, fileName)).toMatch(/Git LFS.*[Dd]esc[aá]rga/);
  });

  test("a text or a page that is named as a deck", async () => {
    expect(await refusalOfFile("perro;dog\ngato;cat\n", "mazo.apkg")).toMatch(/mazo de Anki.*texto/);
    expect(await refusalOfFile("<!doctype html><title>Iniciar sesión</title>", "mazo.apkg")).toMatch(/página web/);
  });

  test.each([
    ["https://quizlet.com/es/123456789/capitales-flash-cards/?i=1", /Quizlet.*···.*Exportar.*[Cc]opia.*pega/],
    [" quizlet.com/123456789 \n", /Quizlet.*Exportar/],
    ["https://ankiweb.net/shared/info/2173424778", /AnkiWeb.*\.apkg/],
    ["https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0", /Google.*\.xlsx/],
    ["https://www.notion.so/Vocabulario-0123456789abcdef0123456789abcdef", /Notion.*Exportar/],
    ["https://ejemplo.es/lista.html", /enlace/],
  ])("a link alone: %s", async (text, message) => {
    expect(await refusalOfText(text)).toMatch(message);
  });

  test("a list of links is a list", async () => {
    const text = "Quizlet;https://quizlet.com\nAnkiWeb;https://ankiweb.net";
    const material = await openMaterial({ text }, { tempFolder: folder, now: 0, timeZone: "UTC" });
    expect([...material.cards()]).toMatchObject([
      { front: "Quizlet", back: "https://quizlet.com" },
      { front: "AnkiWeb" },
    ]);
    await material.close();
  });
});

test("missing images and sounds are named with what to do about them", async () => {
  const database = ankiDatabase({
    types: [BASIC],
    notes: [{ id: 1, type: 1, fields: ["pregunta", "texto<img src=mapa.png>"] }],
    cards: [{ id: 1, note: 1 }],
  });
  const { unsupported } = await readMaterial(folder, database, "collection.anki2", 0);
  expect(unsupported).toMatchObject([{ count: 1, sample: "mapa.png" }]);
  expect(unsupported[0]?.reason).toMatch(/no están en el archivo.*Anki.*«Incluir multimedia»/);
});
