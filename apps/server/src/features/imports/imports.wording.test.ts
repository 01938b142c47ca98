import type { RefusalKey } from "@repasa/card-files/unreadable-file.ts";
import { expect, test } from "vitest";
import type { ImportLossKey, StoredLoss, StoredPreview } from "#schema/imports.ts";
import { wordFailure, wordImportRecord, wordPreview } from "./imports.wording.ts";

const previewWith = (...unsupported: StoredLoss[]): StoredPreview => ({
  folders: [],
  cards: 0,
  duplicates: 0,
  media: 0,
  reviews: 0,
  unsupported,
  samples: [],
  limits: null,
});
const wordLoss = (key: ImportLossKey) => wordPreview(previewWith({ key, count: 1, sample: "" })).unsupported[0]?.reason;
const wordRefusal = (key: RefusalKey) => wordFailure({ code: "unknown_format", key }).message;

test.each<[RefusalKey, RegExp]>([
  ["wordDocument", /Word.*[Cc]opia/],
  ["powerPoint", /PowerPoint.*[Cc]opia/],
  ["libreOfficeDocument", /LibreOffice.*[Cc]opia/],
  ["binaryExcel", /Excel.*\.xlsx/],
  ["appleDocument", /Numbers.*Excel/],
  ["oldOrLockedExcel", /Excel.*\.xlsx.*contraseña/],
  ["pdf", /PDF.*[Cc]opia/],
  ["gitLfsPointer", /Git LFS.*[Dd]esc[aá]rga/],
  ["textNamedAsDeck", /mazo de Anki.*texto/],
  ["webPage", /página web/],
  ["quizletLink", /Quizlet.*···.*Exportar.*[Cc]opia.*pega/],
  ["ankiWebLink", /AnkiWeb.*\.apkg/],
  ["googleLink", /Google.*\.xlsx/],
  ["notionLink", /Notion.*Exportar/],
  ["otherLink", /enlace/],
  ["mochiFile", /Mochi.*---.*pégalo/],
  ["mnemosyneFile", /Mnemosyne.*\.txt/],
  ["moodleXml", /Moodle.*GIFT/],
  ["notesWithoutCards", /Pregunta::Respuesta/],
])("tells the user what to do instead if a file is refused as %s", (key, sentence) => {
  expect(wordRefusal(key)).toMatch(sentence);
  expect(wordRefusal(key)).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/);
});

test("counts columns from 1, and groups the digits of large numbers", () => {
  expect(wordFailure({ code: "wrong_columns", key: "missingColumn", column: 6 })).toEqual({
    code: "wrong_columns",
    message: "La tabla no tiene la columna 7. Elige otra.",
  });
  expect(wordFailure({ code: "too_many_folders", key: "tooManyFolders", most: 2000 }).message).toBe(
    "El archivo tiene más de 2.000 carpetas. Impórtalo por partes.",
  );
});

test("words a loss with its outcome or with advice", () => {
  expect(wordLoss("missingMedia")).toMatch(/no están en el archivo.*Anki.*«Incluir multimedia»/);
  expect(wordLoss("unrecognizedLines")).toBe(
    "Líneas que no son una carta: escribe Pregunta::Respuesta, o P: y R: en dos líneas",
  );
  expect(wordLoss("missingFront")).toBe("Cartas sin pregunta");
});

test("explains a file without importable cards by its main loss", () => {
  const failure = { code: "no_cards", key: "noImportableCards" } as const;
  expect(wordFailure({ ...failure, loss: "imageOcclusion", count: 12_000 }).message).toBe(
    "Ninguna carta de este archivo se puede traer: oclusión de imágenes (12.000).",
  );
  expect(wordFailure({ ...failure, loss: null, count: 0 }).message).toBe(
    "Ninguna carta de este archivo se puede traer.",
  );
});

test("returns the sentences in rows of older versions unchanged", () => {
  const loss = { reason: "Programas (JavaScript): las cartas vienen sin ellos", count: 2, sample: "a" };
  const error = { code: "damaged", message: "El archivo está dañado o incompleto. Expórtalo o descárgalo otra vez." };
  expect(wordPreview(previewWith(loss)).unsupported).toEqual([loss]);
  expect(wordFailure(error)).toEqual(error);
  expect(wordImportRecord({ preview: previewWith(loss), error })).toEqual({ preview: previewWith(loss), error });
});
