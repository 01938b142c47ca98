import { writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MaterialOptions } from "#material.ts";
import { openCardFile } from "#open-card-file.ts";
import { createOds, createXlsx, formatInlineRows } from "#testing/spreadsheet-files.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";

const folder = makeTempFolder();

async function read(
  data: Uint8Array,
  fileName = "libro.xlsx",
  choices: Pick<MaterialOptions, "header" | "columns"> = {},
) {
  const file = path.join(folder, "file");
  await writeFile(file, data);
  const options = { tempFolder: folder, now: 0, timeZone: "UTC", ...choices };
  const material = await openCardFile({ path: file, fileName }, options);
  const cards = [...material.cards()];
  await material.close();
  const { format, table } = material;
  return { format, table, cards, losses: material.losses() };
}

const sides = ({ cards }: Awaited<ReturnType<typeof read>>) => cards.map(({ front, back }) => [front, back]);

describe("openCardFile with an Excel workbook", () => {
  test("finds columns by their names, and offers no separator", async () => {
    const xml = formatInlineRows([
      ["Etiquetas", "Respuesta", "Pregunta", "Ejemplo"],
      ["animal", "dog", "perro", "The dog barks."],
      ["", "cat", "gato", ""],
    ]);
    const { format, table, cards } = await read(await createXlsx({ sheets: [{ name: "Hoja1", xml }] }));
    expect(format).toBe("table");
    expect(table).toMatchObject({ separator: "", header: true, columns: { front: 2, back: 1, tags: 0, extra: 3 } });
    expect(cards).toMatchObject([
      { front: "perro", back: "dog\n\nThe dog barks.", tags: ["animal"], folder: null },
      { front: "gato", back: "cat", tags: [] },
    ]);
  });

  test("reads shared strings, rich text without its pronunciation, line breaks, and characters that XML cannot hold", async () => {
    const strings = [
      "<si><t>perro</t></si>",
      '<si><r><t xml:space="preserve">el </t></r><r><rPr><b/></rPr><t>gato</t></r><rPh sb="0" eb="1"><t>ねこ</t></rPh></si>',
      "<si><t>uno_x000D_\ndos &amp; _x005F_x0041_</t></si>",
    ];
    const xml =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>dog</t></is></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c></row>' +
      '<row r="3"><c r="A3" t="s"><v>99</v></c><c r="B3" t="s"><v>0</v></c></row>';
    const found = await read(await createXlsx({ sheets: [{ name: "Hoja1", xml }], strings }));
    expect(sides(found)).toEqual([
      ["perro", "dog"],
      ["el gato", "uno\ndos & _x0041_"],
    ]);
    expect(found.losses).toMatchObject([{ key: "incompleteRow", count: 1 }]);
  });

  test.each([
    ["a whole number", '<c s="0"><v>1492</v></c>', "1492"],
    ["a fraction", "<c><v>0.30000000000000004</v></c>", "0,3"],
    ["a percentage", '<c s="1"><v>0.175</v></c>', "17,5 %"],
    ["a date", '<c s="2"><v>36526</v></c>', "01/01/2000"],
    ["a date before the 29 February 1900 of Excel", '<c s="2"><v>59</v></c>', "28/02/1900"],
    ["a date in a custom format", '<c s="3"><v>44197.75</v></c>', "01/01/2021 18:00"],
    ["a time", '<c s="4"><v>0.5</v></c>', "12:00"],
    ["an amount whose unit looks like a date", '<c s="5"><v>12</v></c>', "12"],
    ["a date beyond the calendar of Excel", '<c s="2"><v>99999999</v></c>', "99999999"],
    ["a true value", '<c t="b"><v>1</v></c>', "VERDADERO"],
    ["the stored value of a formula", '<c t="str"><f>A1&amp;"x"</f><v>perrox</v></c>', "perrox"],
    ["the stored number of a formula", "<c><f>SUM(A1:A9)</f><v>45</v></c>", "45"],
    ["an error", '<c t="e"><v>#N/A</v></c>', "#N/A"],
  ])("reads %s", async (_name, cell, text) => {
    const xml = `<row><c t="inlineStr"><is><t>p</t></is></c>${cell}</row>`;
    const book = { formats: ['d" de "mmmm hh:mm', "[h]:mm", '#,##0" días"'], styles: [0, 10, 14, 164, 165, 166] };
    expect(sides(await read(await createXlsx({ sheets: [{ name: "Hoja1", xml }], ...book })))).toEqual([["p", text]]);
  });

  test("reads dates of a calendar that begins in 1904", async () => {
    const xml = '<row><c t="inlineStr"><is><t>p</t></is></c><c s="0"><v>0</v></c></row>';
    const data = await createXlsx({ sheets: [{ name: "Hoja1", xml }], styles: [14], startsIn1904: true });
    expect(sides(await read(data))).toEqual([["p", "01/01/1904"]]);
  });

  test("reads a table that begins elsewhere in the sheet, with blank rows and columns, and merged cells", async () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const xml =
      `<row r="3">${cell("C3", "perro")}<c r="D3"/>${cell("E3", "dog")}</row><row r="4"/>` +
      `<row r="900000">${cell("E900000", "cat")}${cell("C900000", "gato")}</row>` +
      `<row r="900001">${cell("E900001", "kitten")}</row></sheetData><mergeCells><mergeCell ref="C900000:C900001"/></mergeCells><sheetData>`;
    const { table, ...found } = await read(await createXlsx({ sheets: [{ name: "Hoja1", xml }] }));
    expect(table?.columns).toEqual({ front: 2, back: 4 });
    expect(sides({ table, ...found })).toEqual([
      ["perro", "dog"],
      ["gato", "cat"],
    ]);
    expect(found.losses).toMatchObject([{ key: "incompleteRow", sample: "kitten" }]);
  });

  test("makes a folder of each sheet, except for blank and hidden ones, and reports the hidden ones", async () => {
    const header = ["Pregunta", "Respuesta"];
    const sheets = [
      { name: "Portada", xml: formatInlineRows([["Vocabulario de 2.º"]]) },
      { name: "Animales", xml: formatInlineRows([header, ["perro", "dog"]]) },
      {
        name: "Colores",
        xml: formatInlineRows([
          ["Answer", "Question"],
          ["red", "rojo"],
        ]),
      },
      { name: "Verbos", xml: formatInlineRows([["ser", "to be"]]) },
      { name: "Vacía", xml: "<row/>" },
      { name: "Listas", xml: formatInlineRows([["a", "b"]]), state: "hidden" as const },
    ];
    const { table, cards, losses } = await read(await createXlsx({ sheets }), "Inglés.xlsx");
    expect(table?.rows[0]).toEqual(header);
    expect(cards.map(({ folder: name, front, back }) => [name, front, back])).toEqual([
      ["Inglés / Animales", "perro", "dog"],
      ["Inglés / Colores", "rojo", "red"],
      ["Inglés / Verbos", "ser", "to be"],
    ]);
    expect(losses.map(({ key, sample }) => [key, sample])).toEqual([
      ["hiddenSheets", "Listas"],
      ["incompleteRow", "Vocabulario de 2.º"],
    ]);
  });

  test("reads our own table that was saved as a workbook", async () => {
    const rows = [
      ["Pregunta", "Respuesta", "Etiquetas", "Carpeta", "Formato"],
      ["{{c1::a}} {{c2::b}}", "", "uno dos", "C / D", "markdown"],
    ];
    const { cards } = await read(await createXlsx({ sheets: [{ name: "Hoja1", xml: formatInlineRows(rows) }] }));
    expect(cards).toMatchObject([
      { folder: "C / D", format: "markdown", variant: "c1", tags: ["uno", "dos"] },
      { variant: "c2" },
    ]);
  });

  test("applies the chosen columns, and refuses missing ones", async () => {
    const data = await createXlsx({ sheets: [{ name: "Hoja1", xml: formatInlineRows([["a", "b", "c"]]) }] });
    expect(sides(await read(data, "x.xlsx", { columns: { front: 2, back: 0, extra: 1 } }))).toEqual([["c", "a\n\nb"]]);
    await expect(read(data, "x.xlsx", { columns: { front: 0, back: 3 } })).rejects.toMatchObject({
      code: "wrong_columns",
    });
  });

  test("reads any texts unchanged", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", "&", "<", '"', "\n", ";", "|", "=", "😀"), minLength: 1 });
    const row = fc.tuple(cell, cell).filter((texts) => texts.every((text) => text.trim() !== ""));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const data = await createXlsx({ sheets: [{ name: "Hoja1", xml: formatInlineRows(rows) }] });
        const found = sides(await read(data, "x.xlsx", { header: false }));
        expect(found).toEqual(rows.map((texts) => texts.map((text) => text.trim())));
      }),
      { numRuns: 50 },
    );
  });
});

describe("openCardFile with a LibreOffice spreadsheet", () => {
  const cell = (text: string, attributes = "") =>
    `<table:table-cell office:value-type="string"${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const row = (cells: string, attributes = "") => `<table:table-row${attributes}>${cells}</table:table-row>`;
  const table = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`;
  const repeated = (count: number) => ` table:number-columns-repeated="${count}"`;

  test("reads cells as they are shown: paragraphs, spaces, links and numbers, without remarks", async () => {
    const rows =
      row(cell("perro") + cell("dog")) +
      row(
        "<table:table-cell><office:annotation><text:p>ojo</text:p></office:annotation><text:p>el " +
          '<text:span>gato</text:span><text:s text:c="2"/>gris</text:p><text:p>y blanco</text:p></table:table-cell>' +
          '<table:table-cell office:value-type="float" office:value="0.5"><text:p>0,5</text:p></table:table-cell>',
      ) +
      row(
        '<table:table-cell><text:p><text:a>pi</text:a></text:p></table:table-cell><table:table-cell office:value-type="float" office:value="3.14"/>',
      );
    const found = await read(await createOds(table("Hoja1", rows)), "libro.ods");
    expect(found.table).toMatchObject({ separator: "", header: false, columns: { front: 0, back: 1 } });
    expect(sides(found)).toEqual([
      ["perro", "dog"],
      ["el gato  gris\ny blanco", "0,5"],
      ["pi", "3.14"],
    ]);
  });

  test("reads repeated cells and rows, merged cells, and a sheet that is blank to its end", async () => {
    const rows =
      row(cell("sí", repeated(2)) + `<table:table-cell${repeated(16_382)}/>`, ' table:number-rows-repeated="3"') +
      row(cell("a") + `<table:covered-table-cell/>${cell("b")}`) +
      row(`<table:table-cell${repeated(16_384)}/>`, ' table:number-rows-repeated="1048573"');
    const { table: reading, ...found } = await read(await createOds(table("Hoja1", rows)), "libro.ods", {
      columns: { front: 0, back: 1, extra: 2 },
    });
    expect(sides({ table: reading, ...found })).toEqual([
      ["sí", "sí"],
      ["a", "b"],
    ]);
  });

  test("makes a folder of each sheet", async () => {
    const data = await createOds(table("Uno", row(cell("a") + cell("b"))) + table("Dos", row(cell("c") + cell("d"))));
    const { cards } = await read(data, "Biología.ods");
    expect(cards.map(({ folder: name }) => name)).toEqual(["Biología / Uno", "Biología / Dos"]);
  });
});
