// @module-tag hostile
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CardRecord } from "#repasa/card-record.ts";
import { restoreFormulas } from "./formula-cells.ts";
import { formatCsvHead, formatCsvRows } from "./write-csv.ts";

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
  parse(formatCsvHead("csv") + formatCsvRows("csv", cards, names, { group: null }), {
    bom: true,
    relaxColumnCount: false,
  }) as string[][];

it("formatCsvHead begins with a byte order mark and names five columns", () => {
  expect(formatCsvHead("csv")).toBe('\uFEFF"Pregunta","Respuesta","Etiquetas","Carpeta","Formato"\r\n');
  expect(rows([card({ format: "markdown", tags: ["a b", "c_d", "e\\f"] })])[1]).toEqual([
    "a",
    "b",
    "a_b c\\_d e\\\\f",
    "Física, 2",
    "markdown",
  ]);
});

it("formatCsvHead names the separator for Excel", () => {
  expect(formatCsvHead("excel")).toBe('\uFEFFsep=;\r\n"Pregunta";"Respuesta";"Etiquetas";"Carpeta";"Formato"\r\n');
  expect(formatCsvRows("excel", [card({ front: "a;b" })], names, { group: null })).toBe(
    '"a;b";"b";"";"Física, 2";"plain"\r\n',
  );
});

it.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx", "'=1", "''-x", "＝1", "＋1", "－1", "＠x", '"=1'])(
  "formatCsvRows prevents a spreadsheet from evaluating %j",
  (front) => {
    expect(rows([card({ front })])[1]?.[0]).toBe(`'${front}`);
  },
);

it.each([
  ["a;=1+1", "a;'=1+1"],
  ["a,+1", "a,'+1"],
  ["a\t@x", "a\t'@x"],
  ["a\n- b\r\n-c", "a\n'- b\r\n'-c"],
  ["a;'=1;''=2", "a;''=1;'''=2"],
  ['a;"=1', "a;'\"=1"],
  ["\t=1", "'\t'=1"],
])("formatCsvRows prevents a spreadsheet that splits %j from evaluating a part", (front, safe) => {
  expect(rows([card({ front })])[1]?.[0]).toBe(safe);
});

it.each(["a=1", "'hola'", "'", " =1", "1-2", "a, -5"])("formatCsvRows does not change %j", (front) => {
  expect(rows([card({ front })])[1]?.[0]).toBe(front);
});

const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(..."'=\",;\n\r\t +-@＝a") }),
);

describe.each(["csv", "excel"] as const)("formatCsvRows as %s", (format) => {
  it("writes texts and tags that can be read again", () => {
    const tag = (text: string) => text.replace(/\\(.)|_/g, (_whole, escaped?: string) => escaped ?? " ");
    fc.assert(
      fc.property(anyText, anyText, fc.array(fc.string({ minLength: 1 })), (front, back, tags) => {
        const text = formatCsvRows(format, [card({ front, back, tags })], names, { group: null });
        const [row = []] = parse(text, { delimiter: format === "csv" ? "," : ";" }) as string[][];
        const [readFront, readBack, readTags] = row.map(restoreFormulas);
        expect([readFront, readBack]).toEqual([front, back]);
        expect(readTags === "" ? [] : readTags?.split(" ").map(tag)).toEqual(tags);
      }),
    );
  });

  it("writes no cell that a spreadsheet evaluates, whatever its separator", () => {
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom(",", ";", "\t"), (front, back, delimiter) => {
        const text = formatCsvRows(format, [card({ front, back })], names, { group: null });
        // In the worst case a spreadsheet splits inside quotes as well, and drops them.
        const cells = text.split(/[\r\n]/).flatMap((line) => line.split(delimiter));
        for (const cell of cells) expect(cell.replaceAll('"', "")).not.toMatch(/^[=+\-@＝＋＠－]/);
      }),
    );
  });
});

it("formatCsvRows writes one row for a text with gaps, and two for a card and its reverse", () => {
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

it("formatCsvRows skips a text with gaps that an earlier call has written", () => {
  const shown = { group: null };
  const gap = (variant: string) => card({ groupId: "g", format: "markdown", front: "{{c1::a}}", variant });
  expect(formatCsvRows("csv", [gap("c1")], names, shown)).not.toBe("");
  expect(formatCsvRows("csv", [gap("c2")], names, shown)).toBe("");
});
