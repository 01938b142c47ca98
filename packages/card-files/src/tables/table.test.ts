import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MaterialOptions, MaterialSource } from "#material.ts";
import { openCardFile } from "#open-card-file.ts";
import type { CardRecord } from "#repasa/card-record.ts";
import { formatCsvHead, formatCsvRows } from "./write-csv.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sheets-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Choices = Pick<MaterialOptions, "separator" | "header" | "columns">;

async function open(source: MaterialSource, choices: Choices = {}) {
  const material = await openCardFile(source, { tempFolder: folder, now: 0, timeZone: "UTC", ...choices });
  const cards = [...material.cards()];
  await material.close();
  return { table: material.table, cards, losses: material.losses() };
}

async function sides(text: string, choices?: Choices) {
  const { cards } = await open({ text }, choices);
  return cards.map(({ front, back }) => [front, back]);
}

async function file(data: string | Uint8Array, fileName = "tabla.csv", choices?: Choices) {
  const name = path.join(folder, "file");
  await writeFile(name, data);
  return open({ path: name, fileName }, choices);
}

describe("separators", () => {
  test.each([
    ["spreadsheet's tabs", "perro\tdog\ngato\tcat, the"],
    ["semicolons, with commas in the cells", "perro;dog\ngato;cat, the"],
    ["commas and quotes", 'perro,dog\ngato,"cat, the"'],
    ["pipes", "perro|dog\ngato|cat, the"],
    ["sep=", "sep=;\nperro;dog\ngato;cat, the"],
    ["Anki's head", "#separator:semicolon\n#html:false\nperro;dog\ngato;cat, the"],
    ["a dash", "perro - dog\ngato - cat, the"],
    ["a long dash", "perro – dog\ngato – cat, the"],
    ["Windows' line ends", "perro\tdog\r\ngato\tcat, the\r\n"],
  ])("%s", async (_name, text) => {
    expect(await sides(text)).toEqual([
      ["perro", "dog"],
      ["gato", "cat, the"],
    ]);
  });

  test("Quizlet's definitions go on over lines, and its terms have semicolons", async () => {
    expect(await sides('ser; estar\tto be\nsecond "line"\nir\tto go')).toEqual([
      ["ser; estar", 'to be\nsecond "line"'],
      ["ir", "to go"],
    ]);
  });

  test("Quizlet's own separators: cards on one line", async () => {
    expect(await sides("perro,dog;gato,cat")).toEqual([
      ["perro", "dog"],
      ["gato", "cat"],
    ]);
  });

  test("a quoted cell holds separators and line breaks, and a lone quotation mark is a letter", async () => {
    expect(await sides('"a\nb";"c;d"\nx;y')).toEqual([
      ["a\nb", "c;d"],
      ["x", "y"],
    ]);
    expect(await sides('"abierta\tx\notra\ty')).toEqual([
      ['"abierta', "x"],
      ["otra", "y"],
    ]);
  });

  test("only the first dash parts a line", async () => {
    expect(await sides("uno - one - 1\ndos - two")).toEqual([
      ["uno", "one - 1"],
      ["dos", "two"],
    ]);
  });
});

describe("encodings", () => {
  const text = "añó;ñandú\n¿qué?;cómo";
  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 LE", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 BE", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["Windows-1252", Buffer.from(text, "latin1")],
  ])("%s", async (_name, data) => {
    const { cards } = await file(data);
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ["añó", "ñandú"],
      ["¿qué?", "cómo"],
    ]);
  });
});

test("a header names the columns", async () => {
  const { table, cards } = await file("Etiquetas,Reverso,Carpeta,Anverso\nuno dos,dog,Idiomas::Inglés,perro\n");
  expect(table).toMatchObject({ separator: ",", header: true, columns: { front: 3, back: 1, tags: 0, folder: 2 } });
  expect(table?.rows).toHaveLength(2);
  expect(cards).toMatchObject([{ front: "perro", back: "dog", tags: ["uno", "dos"], folder: "Idiomas / Inglés" }]);
});

test("Anki's text export: columns by number, HTML, gaps by note type", async () => {
  const { cards } = await file(
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

test("chosen options override guesses, and wrong columns are reported", async () => {
  const text = "a;b;c\nd;e;f";
  expect(await sides(text, { columns: { front: 2, back: 0 } })).toEqual([
    ["c", "a"],
    ["f", "d"],
  ]);
  expect(await sides(text, { header: true })).toEqual([["d", "e"]]);
  await expect(sides(text, { columns: { front: 0, back: 7 } })).rejects.toMatchObject({ code: "wrong_columns" });
  await expect(sides(text, { columns: { front: 1, back: 1 } })).rejects.toMatchObject({ code: "wrong_columns" });
});

test("of a wide table, and of long cells, a part is shown", async () => {
  const { table, cards } = await open({ text: ["a".repeat(3000), ...Array(5000).fill("b")].join(";") });
  expect(table?.rows.map((row) => [row.length, row[0]?.length])).toEqual([[100, 500]]);
  expect(cards[0]?.front).toHaveLength(3000);
});

test("rows without an answer are reported, empty ones are not", async () => {
  const { cards, losses } = await open({ text: "a;b\n;\nc;\nd;e" });
  expect(cards).toHaveLength(2);
  expect(losses).toEqual([{ key: "incompleteRow", count: 1, sample: "c" }]);
});

describe("tables as Markdown writes them", () => {
  const CARDS = [
    ["perro", "dog"],
    ["gato", "cat | kitty"],
  ];

  test.each([
    ["with pipes around", "| Español | Inglés |\n|---|:-:|\n| perro | dog |\n| gato | cat \\| kitty |"],
    ["without them", "Español | Inglés\n--- | ---\nperro | dog\ngato | cat \\| kitty"],
    ["without names", "| | |\n| --- | --- |\n| perro | dog |\n| gato | cat \\| kitty |"],
  ])("%s", async (_name, text) => {
    expect(await sides(text)).toEqual(CARDS);
    expect((await open({ text })).table).toMatchObject({ separator: "|", header: true });
  });

  test("rows of pipes without a rule", async () => {
    expect(await sides("| perro | dog |\n| gato | cat |")).toEqual([
      ["perro", "dog"],
      ["gato", "cat"],
    ]);
  });

  test("names and tags, a line break in a cell, quotes, and lines around, which are reported", async () => {
    const text =
      '# Vocabulario\nDe la unidad 3:\n\n| Etiquetas | Pregunta | Respuesta |\n|---|---|---|\n| a b | el "perro | uno<br>dos |\n';
    const { cards, losses } = await open({ text });
    expect(cards).toMatchObject([{ front: 'el "perro', back: "uno\ndos", tags: ["a", "b"] }]);
    expect(losses).toEqual([{ key: "incompleteRow", count: 1, sample: "De la unidad 3:" }]);
  });

  test("a line of dashes elsewhere is a text", async () => {
    expect(await sides("a;---\n---;b")).toEqual([
      ["a", "---"],
      ["---", "b"],
    ]);
  });
});

describe("a third column", () => {
  test("is added below the answer if its name says so, or if that is chosen", async () => {
    expect(await sides("Término;Definición;Ejemplo\nir;to go;I go.\nser;to be;\nver;;I see.")).toEqual([
      ["ir", "to go\n\nI go."],
      ["ser", "to be"],
      ["ver", "I see."],
    ]);
    expect(await sides("a;b;c", { columns: { front: 0, back: 1, extra: 2 } })).toEqual([["a", "b\n\nc"]]);
    await expect(sides("a;b;c", { columns: { front: 0, back: 1, extra: 3 } })).rejects.toMatchObject({
      code: "wrong_columns",
    });
  });

  test("goes below an answer of HTML too", async () => {
    const columns = { front: 0, back: 1, extra: 2 };
    const { cards } = await open({ text: "#separator:tab\n#html:true\nuno\t<b>one</b>\teins" }, { columns });
    expect(cards).toMatchObject([{ front: "uno", back: "**one**\n\neins", format: "markdown" }]);
  });

  test("is distinguished from an empty first column", async () => {
    expect(await sides(";perro;dog\n;gato;cat")).toEqual([
      ["perro", "dog"],
      ["gato", "cat"],
    ]);
  });
});

describe("our own table", () => {
  const HEAD = "\ufeffPregunta,Respuesta,Etiquetas,Carpeta,Formato\r\n";

  test("apostrophes, tags, gaps and reverses are restored", async () => {
    const { cards } = await file(
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

  test("is read unchanged, whatever its texts, even after a spreadsheet has saved it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 5 }), async (texts) => {
        const cards = texts.map(
          ([front, back]) => ({ front, back, format: "plain", tags: ["-a b"], folderId: 1 }) as unknown as CardRecord,
        );
        const written = formatCsvHead(format) + formatCsvRows(format, cards, new Map([[1, "@C"]]), { group: null });
        const savedAnew = written.replace("sep=;\r\n", "").replace(/"(Pregunta|Formato)"/g, "$1");
        for (const table of [written, savedAnew]) {
          const found = await file(table);
          expect(found.cards.map(({ front, back }) => [front, back])).toEqual(texts);
          expect(found.cards[0]).toMatchObject({ folder: "@C", tags: ["-a b"] });
          expect(found.losses).toEqual([]);
        }
      }),
    );
  });
});

test("written CSV is read unchanged, whatever its cells", async () => {
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
        const found = await sides(text, { separator, header: false });
        expect(found).toEqual(rows.map((cells) => cells.map(clean)));
      },
    ),
    { numRuns: 200 },
  );
});
