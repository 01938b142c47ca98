import { describe, expect, test } from "vitest";
import { openCardFile } from "#open-card-file.ts";
import { readMaterial } from "#testing/read-material.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";

const folder = makeTempFolder();

async function paste(text: string) {
  const material = await openCardFile({ text }, { tempFolder: folder, now: 0, timeZone: "UTC" });
  const cards = [...material.cards()];
  await material.close();
  return { cards, losses: material.losses() };
}

const CAPITALS = [
  ["¿Capital de Francia?", "París"],
  ["¿Capital de Italia?", "Roma"],
];
const ENGLISH = [
  ["What is osmosis?", "Movement of water"],
  ["What is ATP?", "Energy of the cell"],
];

/** Answers of chat assistants with two cards each, and the number of lines around them. */
const ANSWERS: readonly (readonly [style: string, text: string, cards: string[][], others: number])[] = [
  [
    "headings and labels in bold, with rules between",
    "¡Claro! Aquí tienes tus tarjetas:\n\n### Tarjeta 1\n**Anverso:** ¿Capital de Francia?\n**Reverso:** " +
      "París\n\n---\n\n### Tarjeta 2\n**Anverso:** ¿Capital de Italia?\n**Reverso:** Roma\n\n---\n\n¿Quieres " +
      "más tarjetas?",
    CAPITALS,
    2,
  ],
  [
    "plain labels",
    "Anverso: ¿Capital de Francia?\nReverso: París\n\nAnverso: ¿Capital de Italia?\nReverso: Roma",
    CAPITALS,
    0,
  ],
  [
    "labels of front and back",
    "Frente: ¿Capital de Francia?\nDorso: París\nFrente: ¿Capital de Italia?\nDorso: Roma",
    CAPITALS,
    0,
  ],
  [
    "labels in English",
    "Front: What is osmosis?\nBack: Movement of water\n\nFront: What is ATP?\nBack: Energy of the cell",
    ENGLISH,
    0,
  ],
  [
    "bold labels with the colon outside",
    "**Front**: What is osmosis?\n**Back**: Movement of water\n\n**Front**: What is ATP?\n**Back**: Energy of the cell",
    ENGLISH,
    0,
  ],
  [
    "questions and answers under cards in bold",
    "**Card 1**\n**Question:** What is osmosis?\n**Answer:** Movement of water\n\n**Card 2**\n**Question:** What is ATP?\n**Answer:** Energy of the cell",
    ENGLISH,
    0,
  ],
  [
    "a numbered list with nested labels",
    "1. **Pregunta:** ¿Capital de Francia?\n   **Respuesta:** París\n\n2. **Pregunta:** ¿Capital de Italia?\n   **Respuesta:** Roma",
    CAPITALS,
    0,
  ],
  [
    "bullets below headings",
    "## Tarjeta 1\n\n- **Anverso:** ¿Capital de Francia?\n- **Reverso:** París\n\n## Tarjeta 2\n\n- **Anverso:** ¿Capital de Italia?\n- **Reverso:** Roma",
    CAPITALS,
    0,
  ],
  [
    "labels on lines of their own",
    "**Anverso:**\n¿Capital de Francia?\n\n**Reverso:**\nParís\n\n**Anverso:**\n\n¿Capital de Italia?\n\n**Reverso:**\n\nRoma",
    CAPITALS,
    0,
  ],
  [
    "labels as headings",
    "#### Anverso\n¿Capital de Francia?\n#### Reverso\nParís\n\n#### Anverso\n\n¿Capital de Italia?\n\n#### Reverso\n\nRoma",
    CAPITALS,
    0,
  ],
  [
    "labels in bold without a colon",
    "**Anverso**\n¿Capital de Francia?\n\n**Reverso**\nParís\n\n**Anverso**\n¿Capital de Italia?\n\n**Reverso**\nRoma",
    CAPITALS,
    0,
  ],
  [
    "numbered labels",
    "Pregunta 1: ¿Capital de Francia?\nRespuesta 1: París\n\nPregunta 2: ¿Capital de Italia?\nRespuesta 2: Roma",
    CAPITALS,
    0,
  ],
  [
    "numbered letters",
    "Q1: What is osmosis?\nA1: Movement of water\n\nQ2: What is ATP?\nA2: Energy of the cell",
    ENGLISH,
    0,
  ],
  [
    "the card in the label",
    "**Tarjeta 1 - Anverso:** ¿Capital de Francia?\n**Tarjeta 1 - Reverso:** París\n\n**Tarjeta 2 (Anverso):** ¿Capital de Italia?\n**Tarjeta 2 (Reverso):** Roma",
    CAPITALS,
    0,
  ],
  [
    "both sides on a line with a bar",
    "1. Anverso: ¿Capital de Francia? | Reverso: París\n2. Anverso: ¿Capital de Italia? | Reverso: Roma",
    CAPITALS,
    0,
  ],
  [
    "both sides on a line with a dash",
    "- **Front:** What is osmosis? — **Back:** Movement of water\n- **Front:** What is ATP? — **Back:** Energy of the cell",
    ENGLISH,
    0,
  ],
  [
    "both sides on a line without a sign",
    "P: ¿Capital de Francia? R: París\nP: ¿Capital de Italia? R: Roma",
    CAPITALS,
    0,
  ],
  [
    "pictures",
    "🃏 **Tarjeta 1**\n❓ **Pregunta:** ¿Capital de Francia?\n✅ **Respuesta:** París\n\n🃏 **Tarjeta 2**\n❓ **Pregunta:** ¿Capital de Italia?\n✅ **Respuesta:** Roma",
    CAPITALS,
    0,
  ],
  [
    "numbers as pictures",
    "1️⃣ **Pregunta:** ¿Capital de Francia?\n**Respuesta:** París\n\n2️⃣ **Pregunta:** ¿Capital de Italia?\n**Respuesta:** Roma",
    CAPITALS,
    0,
  ],
  [
    "questions without a label in bold",
    "**1. ¿Capital de Francia?**\n**Respuesta:** París\n\n**2. ¿Capital de Italia?**\n**Respuesta:** Roma",
    CAPITALS,
    0,
  ],
  [
    "questions without a label, without blank lines",
    "1. ¿Capital de Francia?\n   Respuesta: París\n2. ¿Capital de Italia?\n   Respuesta: Roma",
    CAPITALS,
    0,
  ],
  [
    "questions as headings",
    "# Geografía\n\n### ¿Capital de Francia?\n\n**Respuesta:** París\n\n### ¿Capital de Italia?\n\n**Respuesta:** Roma",
    CAPITALS,
    1,
  ],
  [
    "the question in the heading of the card",
    "**Tarjeta 1: ¿Capital de Francia?**\nRespuesta: París\n\n**Tarjeta 2: ¿Capital de Italia?**\nRespuesta: Roma",
    CAPITALS,
    0,
  ],
  [
    "terms and definitions",
    "**Término:** Ósmosis\n**Definición:** Paso de agua\n\n**Término:** ATP\n**Definición:** Energía",
    [
      ["Ósmosis", "Paso de agua"],
      ["ATP", "Energía"],
    ],
    0,
  ],
  [
    "terms and definitions in English, numbered",
    "1. Term: Osmosis\n   Definition: Movement of water\n2. Term: ATP\n   Definition: Energy of the cell",
    [
      ["Osmosis", "Movement of water"],
      ["ATP", "Energy of the cell"],
    ],
    0,
  ],
  [
    "terms as headings",
    "## Ósmosis\n**Definición:** Paso de agua\n\n## ATP\n**Definición:** Energía",
    [
      ["Ósmosis", "Paso de agua"],
      ["ATP", "Energía"],
    ],
    0,
  ],
  [
    "a whole line in bold",
    "**Anverso: ¿Capital de Francia?**\nReverso: París\n\n**Anverso: ¿Capital de Italia?**\nReverso: Roma",
    CAPITALS,
    0,
  ],
  [
    "a quotation",
    "> **Anverso:** ¿Capital de Francia?\n> **Reverso:** París\n\n> **Anverso:** ¿Capital de Italia?\n> **Reverso:** Roma",
    CAPITALS,
    0,
  ],
  [
    "a block of code",
    "Copia esto:\n\n```text\nAnverso: ¿Capital de Francia?\nReverso: París\n\nAnverso: ¿Capital de Italia?\nReverso: Roma\n```",
    CAPITALS,
    1,
  ],
  [
    "capital letters",
    "ANVERSO: ¿Capital de Francia?\nREVERSO: París\n\nANVERSO: ¿Capital de Italia?\nREVERSO: Roma",
    CAPITALS,
    0,
  ],
  [
    "the card and a bar before each label",
    "Tarjeta 1 | Anverso: ¿Capital de Francia? | Reverso: París\nTarjeta 2 | Anverso: ¿Capital de Italia? | Reverso: Roma",
    CAPITALS,
    0,
  ],
  [
    "tabs after labels",
    "Anverso:\t¿Capital de Francia?\nReverso:\tParís\nAnverso:\t¿Capital de Italia?\nReverso:\tRoma",
    CAPITALS,
    0,
  ],
  [
    "dashes after labels",
    "Tarjeta 1:\nAnverso – ¿Capital de Francia?\nReverso – París\n\nTarjeta 2:\nAnverso – ¿Capital de Italia?\nReverso – Roma",
    CAPITALS,
    0,
  ],
  [
    "numbers and letters in parentheses",
    "(1) Pregunta: ¿Capital de Francia?\n(1) Respuesta: París\n\nb) Pregunta: ¿Capital de Italia?\n   Respuesta: Roma",
    CAPITALS,
    0,
  ],
  ["arrows", "- ¿Capital de Francia? → París\n- ¿Capital de Italia? → Roma", CAPITALS, 0],
  [
    "a table in a block of code",
    'Aquí tienes:\n\n```csv\nPregunta,Respuesta\n"¿Capital de Francia?",París\n"¿Capital de Italia?",Roma\n```\n\nListo.',
    CAPITALS,
    2,
  ],
  [
    "tabs in a block of code",
    "Aquí tienes:\n```\n¿Capital de Francia?\tParís\n¿Capital de Italia?\tRoma\n```",
    CAPITALS,
    1,
  ],
  [
    "labels in Portuguese and French",
    "Frente: ¿Capital de Francia?\nVerso: París\n\nQuestion : ¿Capital de Italia?\nRéponse : Roma",
    CAPITALS,
    0,
  ],
  [
    "a table, with text around it",
    "Aquí tienes:\n\n| Anverso | Reverso |\n|---|---|\n| ¿Capital de Francia? | París |\n| ¿Capital de Italia? | Roma |\n\n¿Algo más?",
    CAPITALS,
    2,
  ],
  ["one line each, with colons", "¿Capital de Francia?: París\n¿Capital de Italia?: Roma", CAPITALS, 0],
  ["a numbered list with colons", "1. ¿Capital de Francia?: París\n2. ¿Capital de Italia?: Roma", CAPITALS, 0],
  ["a list in a block of code", "```csv\n¿Capital de Francia?;París\n¿Capital de Italia?;Roma\n```", CAPITALS, 0],
];

describe.each(["pasted", "as a file"])("an answer of a chat assistant, %s, is read", (how) => {
  test.each(ANSWERS)("with %s", async (_style, text, expected, others) => {
    const { cards, losses } = how === "pasted" ? await paste(text) : await readMaterial(folder, text, "Tarjetas.md", 0);
    expect(cards.map(({ front, back }) => [front, back])).toEqual(expected);
    expect(losses.reduce((sum, { count }) => sum + count, 0)).toBe(others);
  });
});

describe("a card with labels", () => {
  test("has lists, code and formulas in its answer, up to the next heading, rule or paragraph", async () => {
    const text =
      "**Anverso:** ¿Qué tejidos hay?\n**Reverso:** Hay dos:\n\n- epitelial\n- óseo\n\n**Anverso:** ¿Y en " +
      "código?\n**Reverso:**\n\n```js\nx;\n\ny;\n```\n\n### Notas\nFin.\n\n**Anverso:** ¿Área?\n**Reverso:**\n" +
      "$$\n\\pi r^2\n$$\n\nEspero que te sirva.";
    const { cards, losses } = await paste(text);
    expect(cards.map(({ back }) => back)).toEqual([
      "Hay dos:\n\n- epitelial\n- óseo",
      "```js\nx;\n\ny;\n```",
      "$$\n\\pi r^2\n$$",
    ]);
    expect(losses).toMatchObject([{ key: "unrecognizedLines", count: 3, sample: "### Notas" }]);
  });

  test("has the paragraphs below a label of its own line, up to the next card", async () => {
    const text =
      "**Pregunta:**\n¿Qué es?\n\n**Respuesta:**\nUno.\n\nDos.\n\n**Nivel difícil**\n\n**Pregunta:**\n¿Y?\n\n**Respuesta:**\nTres.\n\n¿Quieres más?";
    const { cards, losses } = await paste(text);
    expect(cards.map(({ back }) => back)).toEqual(["Uno.\n\nDos.", "Tres."]);
    expect(losses).toMatchObject([{ count: 2, sample: "**Nivel difícil**" }]);
  });

  test("has tags, and keeps an example or a hint below its answer", async () => {
    const text =
      "**Front:** perro\n**Back:** dog\n**Ejemplo:** The dog barks.\n**Tags:** animales, #casa\n\n**Front:** gato\n**Back:** cat";
    const { cards } = await paste(text);
    expect(cards).toMatchObject([
      { front: "perro", back: "dog\\\n**Ejemplo:** The dog barks.", format: "markdown", tags: ["animales", "casa"] },
      { front: "gato", back: "cat", format: "plain", tags: [] },
    ]);
  });

  test("has its options in the question, and the one that is right in the answer", async () => {
    const text =
      "1. ¿Capital de Francia?\n   a) Roma\n   b) París\n   Respuesta: b)\n\n2. ¿Y de Italia?\n   a) Roma\n   b) París\n   **Respuesta correcta: a**";
    const { cards } = await paste(text);
    expect(cards.map(({ front, back }) => [front.split("\n")[0], front.split("\n").length, back])).toEqual([
      ["¿Capital de Francia?", 3, "b) París"],
      ["¿Y de Italia?", 3, "a) Roma"],
    ]);
  });

  test("is reported if a side is missing", async () => {
    const { cards, losses } = await readMaterial(
      folder,
      "Anverso: uno\nReverso: one\n\nAnverso: dos\n\nAnverso: tres\nReverso:\n\n---\n\nReverso: cuatro",
      "x.md",
      0,
    );
    expect(cards).toHaveLength(1);
    expect(losses).toEqual([{ key: "unrecognizedLines", count: 4, sample: "Anverso: dos" }]);
  });
});

describe("Aiken, a format of Moodle, is read", () => {
  test.each([
    [
      "with blank lines",
      "¿Capital de Francia?\nA. Roma\nB. París\nANSWER: B\n\nLa capital de Italia es\nA) Roma\nB) París\nANSWER: A\n",
    ],
    [
      "without blank lines",
      "¿Capital de Francia?\nA. Roma\nB. París\nANSWER: B\nLa capital de Italia es\nA) Roma\nB) París\nANSWER: A",
    ],
  ])("%s", async (_name, text) => {
    const { cards, losses } = await readMaterial(folder, text, "examen.txt", 0);
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ["¿Capital de Francia?\nA. Roma\nB. París", "B. París"],
      ["La capital de Italia es\nA) Roma\nB) París", "A) Roma"],
    ]);
    expect(losses).toEqual([]);
  });
});

describe("signs of RemNote", () => {
  const TEXT = `- Biología
    - Célula >> Unidad de la vida
    - Guarda el ADN << Núcleo
    - ADN <> DNA
    - Mitocondria :: Da energía
    - Concepto:: Idea
    - Ribosoma ;; Hace proteínas
    - Partes de la célula >>>
        - Núcleo
        - Membrana
    - Una nota suelta
`;
  const CARDS = [
    ["Célula", "Unidad de la vida", null],
    ["Núcleo", "Guarda el ADN", null],
    ["ADN", "DNA", null],
    ["DNA", "ADN", "reverse"],
    ["Mitocondria", "Da energía", null],
    ["Concepto", "Idea", null],
    ["Ribosoma", "Hace proteínas", null],
    ["Partes de la célula", "- Núcleo\n- Membrana", null],
  ];

  test.each(["pasted", "as a file"])("separate question and answer, %s", async (how) => {
    const { cards, losses } = how === "pasted" ? await paste(TEXT) : await readMaterial(folder, TEXT, "Biología.md", 0);
    expect(cards.map(({ front, back, variant }) => [front, back, variant])).toEqual(CARDS);
    expect(losses).toEqual([{ key: "unrecognizedLines", count: 2, sample: "- Biología" }]);
  });

  test("may stand without spaces and with tabs", async () => {
    const { cards } = await paste("- Capitales\n\t- Francia>>París\n\t- Roma<<Italia\n\t- Mar :: **agua**");
    expect(cards.map(({ front, back }) => [front, back])).toEqual([
      ["Francia", "París"],
      ["Italia", "Roma"],
      ["Mar", "**agua**"],
    ]);
  });
});

describe("the rule of Mochi", () => {
  test("divides the sides of cards in a text", async () => {
    const text =
      "¿Capital de Francia?\n---\nParís\n\n¿Capital de Italia?\n---\nRoma\nes la **ciudad**\n---\ny algo más";
    expect((await paste(text)).cards.map(({ front, back }) => [front, back])).toEqual([
      ["¿Capital de Francia?", "París"],
      ["¿Capital de Italia?", "Roma\\\nes la **ciudad**\n\ny algo más"],
    ]);
  });

  test("divides a file that is one card", async () => {
    const { cards, losses } = await readMaterial(folder, "# ¿Qué es?\n\n---\n\nUno\n\n- dos\n", "x.md", 0);
    expect(cards).toMatchObject([{ front: "# ¿Qué es?", back: "Uno\n\n- dos" }]);
    expect(losses).toEqual([]);
  });
});

describe("a list keeps the format of its parts:", () => {
  test.each([
    ["terms in bold", "**Célula**: unidad de la vida\n**Núcleo**: guarda el ADN"],
    ["items in bold", "- **Célula**: unidad de la vida\n- **Núcleo**: guarda el ADN"],
    ["numbered items with dashes", "1. **Célula** – unidad de la vida\n2. **Núcleo** – guarda el ADN"],
    ["colons in bold", "- **Célula:** unidad de la vida\n- **Núcleo:** guarda el ADN"],
    [
      "a table",
      "| Término | Definición |\n|---|---|\n| **Célula** | unidad de la vida |\n| **Núcleo** | guarda el ADN |",
    ],
  ])("%s", async (_name, text) => {
    expect((await paste(text)).cards).toMatchObject([
      { front: "**Célula**", back: "unidad de la vida", format: "markdown" },
      { front: "**Núcleo**", back: "guarda el ADN", format: "markdown" },
    ]);
  });

  test("only where there is one", async () => {
    expect((await paste("a*b*c - uno\n**d** - dos")).cards).toMatchObject([
      { front: "a*b*c", format: "plain" },
      { front: "**d**", format: "markdown" },
    ]);
  });
});
