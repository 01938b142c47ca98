// @module-tag hostile
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRawZip, type ZipEntry } from "#testing/other-anki-files.ts";
import { readMaterial } from "#testing/read-material.ts";
import { catchRefusal } from "#testing/refusals.ts";
import { createOdsParts, createXlsxParts, escapeXml, formatInlineRows } from "#testing/spreadsheet-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hostile-books-"));
});
afterEach(() => rm(folder, { recursive: true }));

type Parts = Record<string, Uint8Array>;

const zipParts = (parts: Parts, changed: Partial<ZipEntry> & { name?: string } = {}) =>
  createRawZip(
    Object.entries(parts).map(([name, data]) => ({
      name,
      data,
      deflate: true,
      ...(name === changed.name && changed),
    })),
  );
const SHEET = "xl/worksheets/sheet1.xml";
const sheet = (xml: string, strings: readonly string[] = []) =>
  createXlsxParts({ sheets: [{ name: "Hoja1", xml }], strings });
const read = (parts: Parts, fileName = "libro.xlsx") => readMaterial(folder, zipParts(parts), fileName, 0);

async function refuse(data: Uint8Array, fileName = "libro.xlsx") {
  const { code } = await catchRefusal(readMaterial(folder, data, fileName, 0));
  // Unpacked files were removed.
  expect(await readdir(folder)).toEqual(["file"]);
  return code;
}

const row = formatInlineRows([["perro", "dog"]]);
const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);
const entities = (levels: number) =>
  `<!DOCTYPE x [<!ENTITY e0 "${"x".repeat(100)}">${Array.from({ length: levels }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join("")}]>`;

describe("openCardFile refuses a workbook with", () => {
  test("a sheet of white space", async () => {
    expect(await refuse(zipParts({ ...sheet(""), [SHEET]: Buffer.alloc(120 * 1024 * 1024, " ") }))).toBe("too_large");
  });

  test("several documents that are too large together", async () => {
    const blanks = " ".repeat(30 * 1024 * 1024);
    const sheets = ["a", "b", "c", "d"].map((name) => ({ name, xml: row + blanks }));
    expect(await refuse(zipParts(createXlsxParts({ sheets })))).toBe("too_large");
  });

  test("false sizes", async () => {
    const parts = sheet(row + " ".repeat(3_000_000));
    expect(await refuse(zipParts(parts, { name: SHEET, claimedSize: 100 }))).toBe("damaged");
    expect(await refuse(zipParts(parts, { name: SHEET, claimedSize: 0xf0000000 }))).toBe("too_large");
  });

  test("too many shared strings", async () => {
    expect(await refuse(zipParts(sheet(row, ["<si/>".repeat(1_000_001)])))).toBe("too_large");
  });

  test("thousands of cells that share one long text", async () => {
    const cells = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(1000);
    expect(await refuse(zipParts(sheet(cells, [`<si><t>${"x".repeat(20_000)}</t></si>`])))).toBe("too_large");
  });

  test("too many rows or sheets", async () => {
    expect(await refuse(zipParts(sheet("<row><c><v>1</v></c><c><v>2</v></c></row>".repeat(200_001))))).toBe(
      "too_large",
    );
    const sheets = Array.from({ length: 201 }, (_, index) => ({ name: `Hoja ${index}`, xml: "" }));
    expect(await refuse(zipParts(createXlsxParts({ sheets })))).toBe("too_large");
  });

  test("nested entities or elements", async () => {
    const bomb = Buffer.from(
      `${entities(9)}<worksheet><sheetData><row><c t="str"><v>&e9;</v></c></row></sheetData></worksheet>`,
    );
    expect(await refuse(zipParts({ ...sheet(""), [SHEET]: bomb }))).toBe("damaged");
    expect(await refuse(zipParts(sheet(nested(100_000))))).toBe("too_large");
  });
});

test("openCardFile refuses values that are too long, and elements with too many attributes", async () => {
  expect(await refuse(zipParts(sheet(`<row r="${"x".repeat(1_000_000)}"/>`)))).toBe("damaged");
  const attributes = Array.from({ length: 1001 }, (_, index) => `a${index}=""`).join(" ");
  expect(await refuse(zipParts(sheet(`<row ${attributes}/>`)))).toBe("too_large");
});

describe("openCardFile with an unusual workbook", () => {
  test("reads a sheet with 100,000 columns", async () => {
    const { cards } = await read(
      sheet(formatInlineRows([Array.from({ length: 100_000 }, (_, column) => `c${column}`)])),
    );
    expect(cards).toMatchObject([{ front: "c0", back: "c1" }]);
  });

  test("ignores impossible references of cells", async () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="str"><v>${text}</v></c>`;
    const places = ["ZZZZZZZ1", "XFD1", "", "1", "A-1", "__proto__"].map((place) => cell(place, "x")).join("");
    const { cards } = await read(
      sheet(`<row r="-5">${cell("A1", "perro")}${cell("B99999999999", "dog")}${places}</row>`),
    );
    expect(cards).toMatchObject([{ front: "perro", back: "dog" }]);
  });

  test("skips a million blank rows", async () => {
    const { cards } = await read(sheet(`${"<row/>".repeat(1_000_000)}${row}`));
    expect(cards).toMatchObject([{ front: "perro", back: "dog" }]);
  });

  test("reports cells that are too long for a card", async () => {
    const rows = [20_000, 20_001, 300_000].map((length) => ["x".repeat(length), "y"]);
    const { cards, losses } = await read(sheet(formatInlineRows(rows)));
    expect(cards.map(({ front }) => front.length)).toEqual([20_000]);
    expect(losses).toMatchObject([{ key: "longSide", count: 2 }]);
  });

  test("reads sheets and attributes with names such as __proto__", async () => {
    const attributes = ["__proto__", "constructor", "toString"].map((name) => `${name}="x"`).join(" ");
    const xml = `<row ${attributes}><c ${attributes} s="__proto__" t="str"><v>perro</v></c><c t="s"><v>constructor</v></c><c t="str"><v>dog</v></c></row>`;
    const sheets = [
      { name: "__proto__", xml },
      { name: "constructor", xml },
    ];
    const { cards } = await read(createXlsxParts({ sheets }));
    expect(cards).toMatchObject([
      { folder: "libro / __proto__", front: "perro", back: "dog" },
      { folder: "libro / constructor" },
    ]);
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect(await refuse(zipParts(sheet(`<row hasOwnProperty="x" r="1">${row}</row>`)))).toBe("damaged");
  });

  test("follows no link out of the archive", async () => {
    const links = (target: string) =>
      Buffer.from(
        `<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="${escapeXml(target)}"/></Relationships>`,
      );
    for (const target of ["../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", ""]) {
      const parts = { ...sheet(row), "xl/_rels/workbook.xml.rels": links(target) };
      expect(await refuse(zipParts(parts))).toBe("empty");
    }
  });

  test("refuses damaged documents", async () => {
    const parts = sheet(row);
    for (const text of ["", "<worksheet><sheetData><row>", "no es XML", "<a></b>", "\0\0\0"]) {
      expect(await refuse(zipParts({ ...parts, [SHEET]: Buffer.from(text) }))).toMatch(/^(?:damaged|empty)$/);
    }
    expect(await refuse(zipParts({ ...parts, "xl/workbook.xml": Buffer.from("<workbook>") }))).toBe("damaged");
    const whole = zipParts(parts);
    expect(await refuse(whole.subarray(0, whole.length * 0.7))).toBe("damaged");
  });
});

describe("openCardFile with a hostile OpenDocument spreadsheet", () => {
  const ods = (rows: string) => createOdsParts(`<table:table table:name="Hoja1">${rows}</table:table>`);
  const cell = (text: string, count = "1") =>
    `<table:table-cell table:number-columns-repeated="${count}"><text:p>${text}</text:p></table:table-cell>`;

  test("limits the repetition of cells and rows", async () => {
    const rows = ["1e9", "999999999999", "-1", "NaN", "Infinity"].map(
      (count) =>
        `<table:table-row table:number-rows-repeated="${count}">${cell(count, count)}${cell("y")}</table:table-row>`,
    );
    const { cards } = await read(ods(rows.join("")), "libro.ods");
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ["1e9", "1e9"],
      ["999999999999", "999999999999"],
      ["-1", "y"],
      ["NaN", "y"],
      ["Infinity", "y"],
    ]);
  });

  test("refuses thousands of rows with all columns filled", async () => {
    const rows = `<table:table-row>${cell("x", "16384")}</table:table-row>`.repeat(5000);
    expect(await refuse(zipParts(ods(rows)), "libro.ods")).toBe("too_large");
  });

  test("reports a cell of repeated spaces, and refuses nested entities, deep nesting and text that is not XML", async () => {
    const spaces = '<text:s text:c="999999999"/>'.repeat(5000);
    const { cards, losses } = await read(
      ods(`<table:table-row>${cell(`a${spaces}b`)}${cell("y")}</table:table-row>`),
      "libro.ods",
    );
    expect([cards.length, losses[0]?.count]).toEqual([0, 1]);
    const bomb = { ...ods(""), "content.xml": Buffer.from(`${entities(9)}<x>&e9;</x>`) };
    expect(await refuse(zipParts(bomb), "libro.ods")).toBe("damaged");
    expect(await refuse(zipParts(ods(nested(5000))), "libro.ods")).toBe("too_large");
    expect(await refuse(zipParts({ ...ods(""), "content.xml": Buffer.from("cifrado") }), "libro.ods")).toBe("damaged");
  });
});
