import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { CSV_HEAD, csvRows } from "./exports.csv.ts";
import type { CardRecord } from "./exports.records.ts";

const card = (part: Partial<CardRecord>): CardRecord => ({
  id: 1,
  folderId: 1,
  front: "a",
  back: "b",
  format: "plain",
  tags: [],
  suspended: false,
  groupId: null,
  variant: null,
  createdAt: "2026-03-10T12:00:00.000Z",
  updatedAt: "2026-03-10T12:00:00.000Z",
  reviewCount: 0,
  lastReviewedAt: null,
  nextReviewDate: null,
  interval: 2,
  stability: null,
  memoryDifficulty: null,
  guid: "r1",
  template: 0,
  ...part,
});
const names = new Map([[1, "Física, 2"]]);
const rows = (cards: CardRecord[]) =>
  parse(CSV_HEAD + csvRows(cards, names, { group: null }), { bom: true, relaxColumnCount: false }) as string[][];

it("begins with a mark of UTF-8 and five columns", () => {
  expect(CSV_HEAD).toBe("\uFEFFPregunta,Respuesta,Etiquetas,Carpeta,Formato\r\n");
  expect(rows([card({ format: "markdown", tags: ["a b", "c_d", "e\\f"] })])[1]).toEqual([
    "a",
    "b",
    "a_b c\\_d e\\\\f",
    "Física, 2",
    "markdown",
  ]);
});

it.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx", "'=1", "''-x"])("no spreadsheet runs %j", (front) => {
  expect(rows([card({ front })])[1]?.[0]).toBe(`'${front}`);
});

it.each(["a=1", "'hola'", "'", " =1", "1-2"])("leaves %j as it is", (front) => {
  expect(rows([card({ front })])[1]?.[0]).toBe(front);
});

it("holds any text, so that it can be read again", () => {
  const anyText = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("'", "=", '"', ",", "\n", "\r", "\t", " ", "a") }),
  );
  const unsafe = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
  const tag = (text: string) => text.replace(/\\(.)|_/g, (_whole, escaped?: string) => escaped ?? " ");
  fc.assert(
    fc.property(anyText, anyText, fc.array(fc.string({ minLength: 1 })), (front, back, tags) => {
      const [, row] = rows([card({ front, back, tags })]);
      const [readFront, readBack, readTags] = (row ?? []).map(unsafe);
      expect([readFront, readBack]).toEqual([front, back]);
      expect(readTags === "" ? [] : readTags?.split(" ").map(tag)).toEqual(tags);
    }),
  );
});

it("has one row for a text with gaps, and two for a card and its reverse", () => {
  const gaps = { groupId: "g", format: "markdown", front: "{{c1::a}} {{c2::b}}", back: "" } as const;
  const cards = [
    card({ ...gaps, variant: "c1" }),
    card({ ...gaps, variant: "c2" }),
    card({ groupId: "h", front: "perro", back: "dog" }),
    card({ groupId: "h", front: "dog", back: "perro", variant: "reverse" }),
    card({ ...gaps, groupId: "i", variant: "c1" }),
  ];
  expect(rows(cards).map(([front]) => front)).toEqual(["Pregunta", gaps.front, "perro", "dog", gaps.front]);
});

it("remembers across pages which text had its row", () => {
  const shown = { group: null };
  const gap = (variant: string) => card({ groupId: "g", format: "markdown", front: "{{c1::a}}", variant });
  expect(csvRows([gap("c1")], names, shown)).not.toBe("");
  expect(csvRows([gap("c2")], names, shown)).toBe("");
});
