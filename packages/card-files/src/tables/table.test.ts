// @module-tag hostile
import { writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MaterialOptions, MaterialSource } from "#material.ts";
import { openCardFile } from "#open-card-file.ts";
import type { CardRecord } from "#repasa/card-record.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";
import { formatCsvHead, formatCsvRows } from "./write-csv.ts";

const folder = makeTempFolder();

type Choices = Pick<MaterialOptions, "separator" | "header" | "columns">;

async function openSource(source: MaterialSource, choices: Choices = {}) {
  const material = await openCardFile(source, { tempFolder: folder, now: 0, timeZone: "UTC", ...choices });
  const cards = [...material.cards()];
  await material.close();
  return { table: material.table, cards, losses: material.losses() };
}

async function readSides(text: string, choices?: Choices) {
  const { cards } = await openSource({ text }, choices);
  return cards.map(({ front, back }) => [front, back]);
}

async function openFile(data: string | Uint8Array, fileName = "tabla.csv", choices?: Choices) {
  const name = path.join(folder, "file");
  await writeFile(name, data);
  return openSource({ path: name, fileName }, choices);
}

describe("the separator", () => {
  test.each([
    ["tabs of a spreadsheet", "perro\tdog\ngato\tcat, the"],
    ["semicolons, with commas in the cells", "perro;dog\ngato;cat, the"],
    ["commas and quotes", 'perro,dog\ngato,"cat, the"'],
    ["pipes", "perro|dog\ngato|cat, the"],
    ["sep=", "sep=;\nperro;dog\ngato;cat, the"],
    ["a directive of Anki", "#separator:semicolon\n#html:false\nperro;dog\ngato;cat, the"],
    ["a dash", "perro - dog\ngato - cat, the"],
    ["a long dash", "perro – dog\ngato – cat, the"],
    ["line ends of Windows", "perro\tdog\r\ngato\tcat, the\r\n"],
  ])("is recognised: %s", async (_name, text) => {
    expect(await readSides(text)).toEqual([
      ["perro", "dog"],
      ["gato", "cat, the"],
    ]);
  });

  test("is the tab in lists of Quizlet, whose terms may contain semicolons and definitions line breaks", async () => {
    expect(await readSides('ser; estar\tto be\nsecond "line"\nir\tto go')).toEqual([
      ["ser; estar", 'to be\nsecond "line"'],
      ["ir", "to go"],
    ]);
  });

  test("is the comma in lists of Quizlet with all cards on one line", async () => {
    expect(await readSides("perro,dog;gato,cat")).toEqual([
      ["perro", "dog"],
      ["gato", "cat"],
    ]);
  });

  test("is part of a quoted cell, as are line breaks, and an unclosed quotation mark is an ordinary character", async () => {
    expect(await readSides('"a\nb";"c;d"\nx;y')).toEqual([
      ["a\nb", "c;d"],
      ["x", "y"],
    ]);
    expect(await readSides('"abierta\tx\notra\ty')).toEqual([
      ['"abierta', "x"],
      ["otra", "y"],
    ]);
  });

  test("is only the first dash of a line", async () => {
    expect(await readSides("uno - one - 1\ndos - two")).toEqual([
      ["uno", "one - 1"],
      ["dos", "two"],
    ]);
  });
});

const MAC_ROMAN = new TextDecoder("macintosh").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const encodeMacRoman = (text: string) => Buffer.from(Array.from(text, (sign) => MAC_ROMAN.indexOf(sign)));

describe("the encoding", () => {
  const text = "añó;ñandú\n¿qué?;cómo";
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 LE", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 BE", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(text, "latin1")],
    ["UTF-16 LE without a mark", Buffer.from(text, "utf16le")],
    ["UTF-16 BE without a mark", Buffer.from(text, "utf16le").swap16()],
    ["Mac OS Roman", encodeMacRoman(text)],
    ["Mac OS Roman with line ends of a Mac", encodeMacRoman(text.replace("\n", "\r"))],
  ])("is recognised: %s", async (_name, data) => {
    const { cards } = await openFile(data);
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ["añó", "ñandú"],
      ["¿qué?", "cómo"],
    ]);
  });
});

describe("a legacy encoding", () => {
  test.each([
    ["quotes and dashes of Windows", "the dog’s “bone”;hueso—largo\ndon’t;no"],
    ["French of Windows", "l’été, c’est où\tverano\ncœur\tcorazón"],
  ])("is Windows-1252 for %s", async (_name, text) => {
    const windows = new Map(
      "’“”—œ".split("").map((sign, index) => [sign, [0x92, 0x93, 0x94, 0x97, 0x9c][index] as number]),
    );
    const data = Buffer.from(Array.from(text, (sign) => windows.get(sign) ?? sign.charCodeAt(0)));
    const { cards } = await openFile(data);
    expect(cards.map(({ front, back }) => `${front} ${back}`).join()).toBe(
      text
        .split("\n")
        .map((line) => line.replace(/[;\t]/, " "))
        .join(),
    );
  });

  test("is no text if its zero bytes are at any place", async () => {
    for (const data of [Buffer.from("a\0b\0\0cd\0e\0\0"), Buffer.from("\u0001a\u0002b", "utf16le"), Buffer.alloc(99)])
      await expect(openFile(data)).rejects.toMatchObject({ key: "unknownFile" });
  });
});

describe("a first column that numbers the rows", () => {
  const CARDS = [
    ["perro", "dog"],
    ["gato", "cat"],
  ];

  test.each([
    ["alone", "1;perro;dog\n2;gato;cat"],
    ["below a name", "Nº;Español;Inglés\n1;perro;dog\n2;gato;cat"],
    ["below an empty cell", ";Español;Inglés\n1;perro;dog\n2;gato;cat"],
    ["from 0, with points", "0.;perro;dog\n1.;gato;cat"],
    ["with tabs and a blank row", "#1\tperro\tdog\n\t\t\n#2\tgato\tcat"],
    ["in a Markdown table", "| # | Español | Inglés |\n|---|---|---|\n| 1 | perro | dog |\n| 2 | gato | cat |"],
  ])("is no question: %s", async (_name, text) => {
    expect(await readSides(text)).toEqual(CARDS);
  });

  test.each([
    ["two columns", "1;uno\n2;dos", ["1", "uno"]],
    ["other numbers", "1;uno;a\n3;tres;b", ["1", "uno"]],
    ["years", "1492;América;a\n1493;vuelta;b", ["1492", "América"]],
    ["a named question", "Pregunta;Respuesta;Nota\n1;uno;a\n2;dos;b", ["1", "uno\n\na"]],
  ])("is a question in %s", async (_name, text, first) => {
    expect((await readSides(text))[0]).toEqual(first);
  });
});

test("a spreadsheet for Kahoot has its questions, and the texts of the right answers", async () => {
  const rows = [
    ["", "Quiz template"],
    ["", "Add questions, at least two answer alternatives and time limit."],
    [
      "",
      "Question - max 120 characters",
      "Answer 1 - max 75 characters",
      "Answer 2 - max 75 characters",
      "Answer 3",
      "Answer 4",
      "Time limit (sec)",
      "Correct answer(s) - choose at least one",
    ],
    ["1", "¿Capital de Francia?", "Roma", "París", "", "", "20", "2"],
    ["2", "¿Cuáles son primos?", "2", "3", "4", "", "20", "1,2"],
  ];
  const { table, cards, losses } = await openSource({
    text: rows.map((row) => row.map((cell) => `"${cell}"`).join(";")).join("\n"),
  });
  expect(cards.map(({ front, back }) => [front, back])).toEqual([
    ["¿Capital de Francia?", "París"],
    ["¿Cuáles son primos?", "2\n3"],
  ]);
  expect(table).toMatchObject({ header: true, columns: { front: 1, back: 7 } });
  expect(losses).toMatchObject([{ key: "incompleteRow", count: 2 }]);
});

test("a header names the columns", async () => {
  const { table, cards } = await openFile("Etiquetas,Reverso,Carpeta,Anverso\nuno dos,dog,Idiomas::Inglés,perro\n");
  expect(table).toMatchObject({ separator: ",", header: true, columns: { front: 3, back: 1, tags: 0, folder: 2 } });
  expect(table?.rows).toHaveLength(2);
  expect(cards).toMatchObject([{ front: "perro", back: "dog", tags: ["uno", "dos"], folder: "Idiomas / Inglés" }]);
});

test("a text export of Anki states columns by number, HTML, and gaps by note type", async () => {
  const { cards } = await openFile(
    "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n" +
      "g1\tBasic\tA::B\tuno<br>dos\t<b>x</b>\tt1 t2\ng2\tCloze\tA\t{{c1::a}} {{c2::b}}\textra\t\n",
    "notas.txt",
  );
  expect(cards).toMatchObject([
    {
      folder: "A / B",
      front: "uno\\\ndos",
      back: "**x**",
      format: "markdown",
      tags: ["t1", "t2"],
      note: { guid: "g1" },
    },
    { folder: "A", front: "{{c1::a}} {{c2::b}}", back: "extra", variant: "c1" },
    { front: "{{c1::a}} {{c2::b}}", variant: "c2", note: { guid: "g2", template: 1 } },
  ]);
});

test("chosen options override guesses, and wrong columns are refused", async () => {
  const text = "a;b;c\nd;e;f";
  expect(await readSides(text, { columns: { front: 2, back: 0 } })).toEqual([
    ["c", "a"],
    ["f", "d"],
  ]);
  expect(await readSides(text, { header: true })).toEqual([["d", "e"]]);
  await expect(readSides(text, { columns: { front: 0, back: 7 } })).rejects.toMatchObject({ code: "wrong_columns" });
  await expect(readSides(text, { columns: { front: 1, back: 1 } })).rejects.toMatchObject({ code: "wrong_columns" });
});

test("a sample of a wide table is limited to 100 columns of 500 characters", async () => {
  const { table, cards } = await openSource({ text: ["a".repeat(3000), ...Array(5000).fill("b")].join(";") });
  expect(table?.rows.map((row) => [row.length, row[0]?.length])).toEqual([[100, 500]]);
  expect(cards[0]?.front).toHaveLength(3000);
});

test("rows without an answer are reported, empty ones are not", async () => {
  const { cards, losses } = await openSource({ text: "a;b\n;\nc;\nd;e" });
  expect(cards).toHaveLength(2);
  expect(losses).toEqual([{ key: "incompleteRow", count: 1, sample: "c" }]);
});

describe("a Markdown table", () => {
  const CARDS = [
    ["perro", "dog"],
    ["gato", "cat | kitty"],
  ];

  test.each([
    ["with pipes around rows", "| Español | Inglés |\n|---|:-:|\n| perro | dog |\n| gato | cat \\| kitty |"],
    ["without pipes around rows", "Español | Inglés\n--- | ---\nperro | dog\ngato | cat \\| kitty"],
    ["without names", "| | |\n| --- | --- |\n| perro | dog |\n| gato | cat \\| kitty |"],
  ])("is read %s", async (_name, text) => {
    expect(await readSides(text)).toEqual(CARDS);
    expect((await openSource({ text })).table).toMatchObject({ separator: "|", header: true });
  });

  test("is read without a rule", async () => {
    expect(await readSides("| perro | dog |\n| gato | cat |")).toEqual([
      ["perro", "dog"],
      ["gato", "cat"],
    ]);
  });

  test("has named columns, line breaks and quotes in cells, and lines around it, which are reported", async () => {
    const text =
      '# Vocabulario\nDe la unidad 3:\n\n| Etiquetas | Pregunta | Respuesta |\n|---|---|---|\n| a b | el "perro | uno<br>dos |\n';
    const { cards, losses } = await openSource({ text });
    expect(cards).toMatchObject([{ front: 'el "perro', back: "uno\ndos", tags: ["a", "b"] }]);
    expect(losses).toEqual([{ key: "incompleteRow", count: 1, sample: "De la unidad 3:" }]);
  });

  test("is not recognised by dashes in cells", async () => {
    expect(await readSides("a;---\n---;b")).toEqual([
      ["a", "---"],
      ["---", "b"],
    ]);
  });
});

describe("a third column", () => {
  test("is added below the answer if its name says so, or if it was chosen", async () => {
    expect(await readSides("Término;Definición;Ejemplo\nir;to go;I go.\nser;to be;\nver;;I see.")).toEqual([
      ["ir", "to go\n\nI go."],
      ["ser", "to be"],
      ["ver", "I see."],
    ]);
    expect(await readSides("a;b;c", { columns: { front: 0, back: 1, extra: 2 } })).toEqual([["a", "b\n\nc"]]);
    await expect(readSides("a;b;c", { columns: { front: 0, back: 1, extra: 3 } })).rejects.toMatchObject({
      code: "wrong_columns",
    });
  });

  test("is added below an answer in HTML as well", async () => {
    const columns = { front: 0, back: 1, extra: 2 };
    const { cards } = await openSource({ text: "#separator:tab\n#html:true\nuno\t<b>one</b>\teins" }, { columns });
    expect(cards).toMatchObject([{ front: "uno", back: "**one**\n\neins", format: "markdown" }]);
  });

  test("becomes the answer if the first column is empty", async () => {
    expect(await readSides(";perro;dog\n;gato;cat")).toEqual([
      ["perro", "dog"],
      ["gato", "cat"],
    ]);
  });
});

describe("our own table", () => {
  const HEAD = "\ufeffPregunta,Respuesta,Etiquetas,Carpeta,Formato\r\n";

  test("is read with the original apostrophes, tags, gaps and reverses", async () => {
    const { cards } = await openFile(
      `${HEAD}'=1+1,'@x,capitales_de_estado a\\_b,C / D,plain\r\n''-x,y,,C,plain\r\n{{c1::a}} {{c3::b}},,,C,markdown\r\n{{c1::a}},b,,C,plain\r\nperro,dog,,C,plain\r\ndog,perro,,C,plain\r\n`,
    );
    expect(cards.map(({ front, back, group, variant }) => [front, back, group !== null, variant])).toEqual([
      ["=1+1", "@x", false, null],
      ["'-x", "y", false, null],
      ["{{c1::a}} {{c3::b}}", "", true, "c1"],
      ["{{c1::a}} {{c3::b}}", "", true, "c3"],
      ["{{c1::a}}", "b", false, null],
      ["perro", "dog", true, null],
      ["dog", "perro", true, "reverse"],
    ]);
    expect(cards[0]).toMatchObject({ tags: ["capitales de estado", "a_b"], folder: "C / D" });
  });
});

describe.each(["csv", "excel"] as const)("our own table as %s", (format) => {
  const anyText = fc
    .oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom(..."'=\",;|\n\r\t +-@＝#a") }))
    .map((text) => text.replaceAll("\0", "").trim())
    .filter((text) => text !== "");

  test("is read with the same texts, even after a spreadsheet has saved it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 5 }), async (texts) => {
        const cards = texts.map(
          ([front, back]) => ({ front, back, format: "plain", tags: ["-a b"], folderId: 1 }) as unknown as CardRecord,
        );
        const written = formatCsvHead(format) + formatCsvRows(format, cards, new Map([[1, "@C"]]), { group: null });
        const savedAnew = written.replace("sep=;\r\n", "").replace(/"(Pregunta|Formato)"/g, "$1");
        for (const table of [written, savedAnew]) {
          const found = await openFile(table);
          expect(found.cards.map(({ front, back }) => [front, back])).toEqual(texts);
          expect(found.cards[0]).toMatchObject({ folder: "@C", tags: ["-a b"] });
          expect(found.losses).toEqual([]);
        }
      }),
    );
  });
});

test("any CSV is read with the same texts", async () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "é", ",", ";", '"', "\n", "\t", " ", "-", "=", "'", "#", "|", "{{c1::"),
  });
  const clean = (text: string) => text.trim();
  const row = fc.tuple(cell, cell).filter(([front, back]) => clean(front) !== "" && clean(back) !== "");
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(",", ";", "\t"),
      async (rows, separator) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = rows.map((cells) => cells.map(quoted).join(separator)).join("\r\n");
        const found = await readSides(text, { separator, header: false });
        expect(found).toEqual(rows.map((cells) => cells.map(clean)));
      },
    ),
    { numRuns: 200 },
  );
});
