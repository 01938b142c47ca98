import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMaterial } from "#testing/read-material.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";
import { parseGift } from "./gift.ts";

const folder = makeTempFolder();

const read = (text: string, fileName = "examen.txt") => readMaterial(folder, text, fileName, 0);
const readSides = async (text: string) => (await read(text)).cards.map(({ front, back }) => [front, back]);

describe("GIFT is read:", () => {
  test.each([
    [
      "a choice",
      "¿Capital de Francia?{~Roma =París ~Viena}",
      [["¿Capital de Francia?\n\n- Roma\n- París\n- Viena", "París"]],
    ],
    [
      "a choice with a title, lines, weights and feedback",
      "::P1::¿Cuáles son primos?{\n  ~%50%2#Sí.\n  ~%50%3\n  ~%-100%4#No.\n####Solo se dividen por sí mismos.\n}",
      [["¿Cuáles son primos?\n\n- 2\n- 3\n- 4", "- 2\n- 3\n\nSolo se dividen por sí mismos."]],
    ],
    [
      "a short answer",
      "¿Quién escribió el Quijote?{=Cervantes =Miguel de Cervantes}",
      [["¿Quién escribió el Quijote?", "- Cervantes\n- Miguel de Cervantes"]],
    ],
    ["a word that is missing", "Dos y dos son {=cuatro}, no cinco.", [["Dos y dos son _____, no cinco.", "cuatro"]]],
    [
      "statements",
      "El Sol es una estrella.{T}\n\nLa Luna brilla sola.{FALSE#Refleja la luz.#Bien.}",
      [
        ["El Sol es una estrella.", "Verdadero"],
        ["La Luna brilla sola.", "Falso"],
      ],
    ],
    [
      "pairs",
      "¿Qué capital?{=Francia -> París =Italia -> Roma}",
      [
        ["¿Qué capital?\n\nFrancia", "París"],
        ["¿Qué capital?\n\nItalia", "Roma"],
      ],
    ],
    [
      "numbers",
      "¿Cuándo nació Grant?{#1822}\n\n¿Cuánto es pi?{#3.1415:0.0005}\n\n¿Un número?{#1..5}\n\n¿Cuándo?{#=1822:0#Bien =%50%1822:2#Casi}",
      [
        ["¿Cuándo nació Grant?", "1822"],
        ["¿Cuánto es pi?", "3.1415 ± 0.0005"],
        ["¿Un número?", "1 – 5"],
        ["¿Cuándo?", "- 1822\n- 1822 ± 2"],
      ],
    ],
    [
      "escaped signs and comments",
      "// Un comentario\n::a\\:b::¿Qué es \\{x \\= 1\\}?{=un conjunto\\: \\#1 ~nada}",
      [["¿Qué es {x = 1}?\n\n- un conjunto: #1\n- nada", "un conjunto: #1"]],
    ],
  ])("%s", async (_name, text, cards) => {
    expect(await readSides(text)).toEqual(cards);
  });

  test("formats, categories, and what has no answer", async () => {
    const { format, cards, losses } = await read(
      `$CATEGORY: $course$/top/Predeterminado en 2º A/Biología/Célula

// question: 1 name: uno
::uno::[html]<p>¿Qué da <b>energía</b>?</p>{
\t=<p>La mitocondria</p>
\t~<p>El n&uacute;cleo</p>
}

$CATEGORY: $course$/top/Otras

::dos::[markdown]¿Qué es *esto*?{=**Algo**}

::tres::Explica la mitosis.{}

Una descripción suelta.
`,
    );
    expect(format).toBe("table");
    expect(cards).toMatchObject([
      {
        folder: "Biología / Célula",
        front: "¿Qué da **energía**?\n\n- La mitocondria\n- El núcleo",
        back: "La mitocondria",
        format: "markdown",
      },
      { folder: "Otras", front: "¿Qué es *esto*?", back: "**Algo**", format: "markdown" },
    ]);
    expect(losses).toMatchObject([
      { key: "missingBack", count: 1, sample: "Explica la mitosis." },
      { key: "unrecognizedLines", count: 1, sample: "Una descripción suelta." },
    ]);
  });
});

test.each([
  ["formulas", "La traspuesta A^{T} y la inversa.\n\nEl conjunto {x} y \\frac{T}{2}."],
  ["gaps", "La capital es {{c1::París}}.\n\nY {{c2::Roma::Italia}}."],
  ["code", "if (x) {\n  y = 1;\n}\n\nbody { color: red }"],
  ["JSON", '{"a": 1}\n\n{"b": [2]}'],
  ["a list", "uno;{a}\ndos;{b}"],
  ["braces without a question", "{=a ~b}\n\n{T}"],
])("%s are no GIFT", (_name, text) => {
  expect(parseGift(text)).toBeNull();
});

test("any choice is read with the same texts", () => {
  const text = fc
    .string({ unit: fc.constantFrom("a", "ñ", ":", "#", "=", "{", "}", "~", " ", "%", "-", ">") })
    .map((some) => `x${some.trim()}y`);
  const escapeSigns = (some: string) => some.replace(/[:#={}~]/g, "\\$&");
  fc.assert(
    fc.property(text, text, text, (question, right, wrong) => {
      fc.pre(!`${right}${wrong}`.includes("->"));
      const gift = parseGift(`::t::${escapeSigns(question)}{=${escapeSigns(right)} ~${escapeSigns(wrong)}}`);
      expect(gift?.questions).toMatchObject([
        {
          before: question,
          answers: {
            options: [
              { text: right, isRight: true },
              { text: wrong, isRight: false },
            ],
          },
        },
      ]);
    }),
  );
});

test("hostile quizzes take linear time", () => {
  const texts = [
    "a{=b}\n\n".repeat(50_000),
    `a{${"=b ".repeat(100_000)}}`,
    `a${"\\{".repeat(100_000)}`,
    "a{".repeat(100_000),
    `::${"a:".repeat(40_000)}{=b}`,
    `a{${"#".repeat(90_000)}=b}`,
    `a{=b${" ".repeat(90_000)}x}`,
    `a{#${"1".repeat(90_000)}x}`,
    `a{=b}${"<a ".repeat(30_000)}`,
  ];
  for (const text of texts) parseGift(text);
  expect(parseGift("a{=b}\n\n".repeat(50_000))?.questions).toHaveLength(50_000);
});
