import { describe, expect, test } from "vitest";
import { openCardFile } from "#open-card-file.ts";
import { readMaterial } from "#testing/read-material.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";

const folder = makeTempFolder();

async function paste(text: string) {
  const material = await openCardFile({ text }, { tempFolder: folder, now: 0, timeZone: "UTC" });
  const cards = [...material.cards()];
  await material.close();
  return { cards, table: material.table, losses: material.losses() };
}

const sides = async (text: string) => (await paste(text)).cards.map(({ front, back }) => [front, back]);
const readNoteFile = (text: string, fileName = "Biología.md") => readMaterial(folder, text, fileName, 0);

describe("openCardFile with pasted text", () => {
  test("reads question and answer on one line", async () => {
    expect(
      await sides("¿Capital de Francia?::París\n- ¿Y de Italia? :: Roma\n1. ¿Y de Austria?::Viena: la ciudad"),
    ).toEqual([
      ["¿Capital de Francia?", "París"],
      ["¿Y de Italia?", "Roma"],
      ["¿Y de Austria?", "Viena: la ciudad"],
    ]);
  });

  test("makes siblings of both directions", async () => {
    const { cards, table } = await paste("perro:::dog\ngato:::cat");
    expect(table).toBeNull();
    expect(cards.map(({ front, back, variant }) => [front, back, variant])).toEqual([
      ["perro", "dog", null],
      ["dog", "perro", "reverse"],
      ["gato", "cat", null],
      ["cat", "gato", "reverse"],
    ]);
    expect(cards[0]?.group).toBe(cards[1]?.group);
    expect(cards[0]?.group).not.toBe(cards[2]?.group);
  });

  test("reads questions and answers of several lines", async () => {
    const text = "¿Qué es\nla célula?\n?\nLa unidad\nde la vida\n\nEl ADN\n??\nÁcido desoxirribonucleico\n";
    const { cards } = await paste(text);
    expect(cards.map(({ front, back, variant }) => [front, back, variant])).toEqual([
      ["¿Qué es\nla célula?", "La unidad\nde la vida", null],
      ["El ADN", "Ácido desoxirribonucleico", null],
      ["Ácido desoxirribonucleico", "El ADN", "reverse"],
    ]);
  });

  test.each([
    ["Q and A", "Q: uno\nA: one\nQ: dos\nA: two\nor three"],
    ["P and R", "P: uno\nR: one\n\nP: dos\n\nR: two\nor three"],
    ["whole words", "Pregunta: uno\nRespuesta: one\n\n**Pregunta:** dos\n**Respuesta:** two\nor three"],
    ["line ends of Windows", "P: uno\r\nR: one\r\n\r\nP: dos\r\nR: two\r\nor three\r\n"],
  ])("reads blocks labelled with %s", async (_name, text) => {
    expect(await sides(text)).toEqual([
      ["uno", "one"],
      ["dos", "two\nor three"],
    ]);
  });

  test("reports lines without a card", async () => {
    const { cards, losses } = await paste("Capitales:\nFrancia::París\nItalia::Roma\nAustria::");
    expect(cards).toHaveLength(2);
    expect(losses).toMatchObject([{ count: 2, sample: "Capitales:" }]);
    expect(losses[0]?.key).toBe("unrecognizedLines");
  });

  test.each([
    [
      "decks in a text export of Anki",
      "#separator:tab\n#deck column:3\nuno\tone\tA::B\ndos\ttwo\tA::B",
      ["uno", "one"],
    ],
    ["C++ names in a table", "std::vector;lista\nstd::map;tabla", ["std::vector", "lista"]],
    ["the colons of an emoji", "a - b\nc - :: d", ["a", "b"]],
  ])("reads a list despite %s", async (_name, text, first) => {
    expect((await sides(text))[0]).toEqual(first);
  });
});

describe("openCardFile with a note of Obsidian", () => {
  test("reads tags of the note, of a part and of a card, and no cards in prose, code and comments", async () => {
    const text = `---
title: Biología
tags: [biología, "2º ESO"]
---
#flashcards/célula

# La célula

La célula es la unidad de la vida. \`a::b\`

El núcleo::guarda el ADN #importante
<!--SR:!2026-01-01,3,250-->

\`\`\`cpp
std::vector<int> x;
\`\`\`

%% borrador::no %%
#flashcards
- **Mitocondria** :: da ==energía== a la [[Célula|célula]] ^abc123
`;
    const { cards, losses } = await readNoteFile(text);
    expect(cards).toMatchObject([
      {
        front: "El núcleo",
        back: "guarda el ADN",
        format: "plain",
        folder: null,
        tags: ["biología", "2º ESO", "célula", "importante"],
      },
      {
        front: "**Mitocondria**",
        back: "da **energía** a la célula",
        format: "markdown",
        tags: ["biología", "2º ESO"],
      },
    ]);
    expect(losses.map(({ key, count, sample }) => [key, count, sample])).toEqual([
      ["obsidianSchedule", 1, ""],
      ["unrecognizedLines", 3, "# La célula"],
    ]);
  });

  test("reads tags in a YAML list", async () => {
    const { cards } = await readNoteFile("---\ntags:\n  - uno\n  - dos/tres\n---\na::b\n");
    expect(cards).toMatchObject([{ tags: ["uno", "dos/tres"] }]);
  });

  test("reads lists and code in an answer, with the line breaks that Obsidian shows", async () => {
    const { cards } = await readNoteFile("¿Cómo?\n?\nAsí:\nuna\n- a\n- b\n```js\nx\n\ny\n```\n");
    expect(cards).toMatchObject([
      { front: "¿Cómo?", back: "Así:\\\nuna\n- a\n- b\n```js\nx\n\ny\n```", format: "markdown" },
    ]);
  });

  test("reads gaps, and reports a missing image", async () => {
    const { cards, losses } = await readNoteFile(
      "{{c1::Madrid}} y {{c2::Roma}}::capitales\nMapa::![[mapa.png|200]] de Europa\n",
    );
    expect(cards).toMatchObject([
      { front: "{{c1::Madrid}} y {{c2::Roma}}", back: "capitales", variant: "c1" },
      { variant: "c2" },
      { front: "Mapa", back: "de Europa" },
    ]);
    expect(losses).toMatchObject([{ count: 1, sample: "mapa.png" }]);
  });

  test("reads a table in a note without cards", async () => {
    const { cards } = await readNoteFile("| Término | Definición |\n|---|---|\n| sol | estrella |\n");
    expect(cards).toMatchObject([{ front: "sol", back: "estrella" }]);
  });

  test("refuses prose, and reports each line around the only card", async () => {
    const prose =
      "# La célula\n\nEs la unidad de la vida, según Schwann: respira, crece y se divide.\n\nTiene núcleo.\n";
    await expect(readNoteFile(prose)).rejects.toMatchObject({ key: "notesWithoutCards" });
    const { cards, losses } = await readNoteFile(`${prose}\nNúcleo::guarda el ADN\n`);
    expect(cards).toHaveLength(1);
    expect(losses).toEqual([{ key: "unrecognizedLines", count: 3, sample: "# La célula" }]);
  });
});
