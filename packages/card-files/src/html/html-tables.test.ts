import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMaterial } from "#testing/read-material.ts";
import { catchRefusal } from "#testing/refusals.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";

const folder = makeTempFolder();

const read = (data: Uint8Array | string, fileName = "tabla.html") => readMaterial(folder, data, fileName, 0);
const readSides = async (text: string) => (await read(text)).cards.map(({ front, back }) => [front, back]);
const refuse = async (data: string) => (await catchRefusal(read(data))).key;

const CARDS = [
  ["perro", "dog & hound"],
  ["ñu", "gnu"],
];

describe("a saved page with a table is read:", () => {
  test.each([
    [
      "as a browser saves it",
      "<!DOCTYPE html>\n<html><head><title>x</title></head><body><h1>Lista</h1><table><thead><tr>" +
        "<th>Español</th><th>Inglés</th></tr></thead><tbody><tr><td>perro</td><td>dog &amp; hound</td></tr><tr>" +
        "<td>ñu</td><td>gnu</td></tr></tbody></table></body></html>",
    ],
    ["as a part", "<table><tr><td>perro<td>dog &amp; hound<tr><td>&ntilde;u<td>gnu</table>"],
    [
      "as Excel saves it",
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td { color: red }</style></head>' +
        "<body><!--[if gte mso 9]><table><tr><td>no</td></tr></table><![endif]--><table border=0>\r\n <col " +
        "width=80>\r\n <tr height=20><td height=20 class=x1>perro</td>\r\n <td>dog &amp;\r\n  hound</td></tr><tr>" +
        "<td>ñu</td><td>gnu</td></tr></table></body></html>",
    ],
    [
      "as Google saves it, with numbers and letters around",
      '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><div class="ritz"><table><thead><tr>' +
        "<th></th><th>A</th><th>B</th></tr></thead><tbody><tr><th>1</th><td>perro</td><td>dog &amp; hound</td>" +
        "</tr><tr><th>2</th><td>ñu</td><td>gnu</td></tr></tbody></table></div>",
    ],
    [
      "inside the layout of a page",
      '<?xml version="1.0"?><html><body><table><tr><td>Inicio</td><td>Ayuda</td></tr><tr><td>Menú</td><td>' +
        "<table><tr><td>perro</td><td>dog &amp; hound</td></tr><tr><td>ñu</td><td>gnu</td></tr></table></td></tr>" +
        '</table><script>"<table><tr><td>a</td><td>b</td></tr></table>"</script></body></html>',
    ],
  ])("%s", async (_name, text) => {
    expect(await readSides(text)).toEqual(CARDS);
    expect(await readSides(`\ufeff${text}`)).toEqual(CARDS);
  });

  test("in UTF-16, and named as a workbook", async () => {
    const data = Buffer.from(
      "\ufeff<table><tr><td>ñu</td><td>gnu</td></tr><tr><td>a</td><td>b</td></tr></table>",
      "utf16le",
    );
    expect((await read(data, "libro.xls")).cards).toMatchObject([{ front: "ñu" }, { front: "a" }]);
  });

  test("with named columns, formats, merged cells and lost images", async () => {
    const { cards, losses } = await read(
      "<table><tr><th>Etiquetas<th>Pregunta<th>Respuesta</tr><tr><td rowspan=2>a<td><b>H</b><sub>2</sub>O<td>agua<img src=x.png></tr><tr><td>uno*dos<td>one<br>two</table>",
    );
    expect(cards).toMatchObject([
      { front: "**H**₂O", back: "agua", format: "markdown", tags: ["a"] },
      { front: "uno*dos", back: "one\ntwo", format: "plain", tags: [] },
    ]);
    expect(losses).toMatchObject([{ key: "missingMedia", count: 1, sample: "x.png" }]);
  });

  test("with cells that span rows and columns, whose first place has the text", async () => {
    const { cards } = await read(
      "<table><tr><td colspan=2>Animales<td>x<tr><td rowspan=2>casa<td>perro<td>dog<tr><td>gato<td>cat</table>",
    );
    expect(cards).toMatchObject([{ front: "casa", back: "perro" }]);
    const { cards: named } = await read(
      "<table><tr><th>Pregunta<th>Respuesta<th>Etiquetas<tr><td>uno<td>one<td rowspan=2>a<tr><td>dos<td>two<tr><td>tres<td>three<td>b</table>",
    );
    expect(named).toMatchObject([
      { front: "uno", tags: ["a"] },
      { front: "dos", back: "two", tags: [] },
      { front: "tres", back: "three", tags: ["b"] },
    ]);
  });

  test("without running or loading anything of it", async () => {
    const { cards, media } = await read(
      '<table><tr><td>a<script>alert(1)</script><td onclick="x()">b<iframe src="https://x.example"></iframe></tr><tr><td>c<td>d</table>',
    );
    expect(JSON.stringify(cards)).not.toMatch(/alert|onclick|iframe/);
    expect(media).toEqual([]);
  });
});

test("a page without a table of two columns is refused as a page", async () => {
  for (const text of [
    "<!doctype html><title>Hola</title>",
    "<html><body><table><tr><td>uno</td></tr><tr><td>dos</td></tr></table>",
    "<html><table>",
  ]) {
    expect(await refuse(text)).toBe("webPage");
  }
});

test.each([
  ["a list of tags", "<table>;tabla\n<tr>;fila\n<td>;celda", ["<table>", "tabla"]],
  ["a page of tags in a list", "<html>;raíz\n<body>;cuerpo", ["<html>", "raíz"]],
  [
    "fields of HTML between tabs",
    "<div>uno</div>\t<table><tr><td>a<td>b<tr><td>c<td>d</table>\n<div>dos</div>\tdos",
    ["<div>uno</div>", "<table><tr><td>a<td>b<tr><td>c<td>d</table>"],
  ],
])("%s is read as a table of text", async (_name, text, first) => {
  for (const fileName of ["tabla.csv", "tabla.txt"]) {
    const { cards } = await read(text, fileName);
    expect([cards[0]?.front, cards[0]?.back]).toEqual(first);
  }
});

test("any cells are read with the same texts", async () => {
  const cell = fc
    .string({ unit: fc.constantFrom("a", "ñ", "<", "&", '"', ">", "-", "|", ";", "1") })
    .map((text) => `x${text}`);
  const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 5 }), async (rows) => {
      const html = rows
        .map((row) => `<tr>${row.map((text) => `<td>${escapeHtml(text)}</td>`).join("")}</tr>`)
        .join("\n");
      expect(await readSides(`<table>${html}</table>`)).toEqual(rows);
    }),
    { numRuns: 100 },
  );
});
