import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNote } from "./note.ts";

const readCards = (text: string) => readNote(text).cards.map(({ front, back }) => [front, back]);

/** Texts of students and programs with the signs of cards, but without cards. */
const ORDINARY: readonly (readonly [name: string, text: string])[] = [
  [
    "prose",
    "# La célula\n\nLa célula es la unidad de la vida: respira, crece y se divide.\n\n- Núcleo\n- Membrana: fina\n",
  ],
  [
    "rules between sections",
    "# Tema 1\n\nLa Edad Media empieza en 476.\n\nAcaba en 1492.\n\n---\n\n# Tema 2\n\nEl Renacimiento.\n\n---\n\nFin.\n",
  ],
  ["one rule after paragraphs", "La Edad Media empieza en 476.\n\nAcaba en 1492.\n\n---\n\nEl Renacimiento.\n"],
  [
    "one rule between sections",
    "# Tema 1\n\nLa Edad Media empieza en 476.\n\n---\n\nEl Renacimiento empieza después.\n",
  ],
  [
    "underlined headings",
    "La Edad Media\n---\n\nEmpieza en 476.\n\nEl Renacimiento\n---\n\nEmpieza en 1492.\n\nY sigue.\n",
  ],
  ["properties", "---\ntitle: Anverso y reverso\naliases: [a, b]\nquestion: no\n---\n\nTexto de la nota.\n"],
  ["a code block of C++", "Así se imprime:\n\n```cpp\nstd::cout << x >> y;\nint a = b >> 2;\n```\n"],
  [
    "code of C++ without a block",
    '#include <vector>\nstd::vector<int> v;\nstd::cout << "hola" << std::endl;\ncin >> x;\nint y = x >> 2;\nFoo::bar();\n',
  ],
  ["code of Python", ">>> print(1)\n1\n>>> x = 2 >> 1\n>>> x\n"],
  ["commands of a shell", "$ echo hola >> archivo.txt\n$ cat <<EOF\nhola\nEOF\n"],
  ["a query of SQL", "SELECT nombre FROM alumnos WHERE nota <> 5\nSELECT a WHERE b <> 3\n"],
  ["a quoted letter", ">> ¿Vienes mañana?\n> Sí, a las cinco\n>> Perfecto\n> Hasta luego\n"],
  ["a quotation", "> La vida es sueño,\n> y los sueños, sueños son.\n\n>> Calderón\n"],
  ["quotation marks of angles", "El <<yo>> y el <<ello>> son de Freud.\nEl <<superyó>> también.\n"],
  [
    "comparisons",
    "La aproximación vale si n >> 1 y x << 1.\nTambién si a <> b.\n\nAdemás, k >> 10 es raro.\n\nY nada más que decir.\n",
  ],
  ["a dialogue", "A: ¿Cómo estás?\nB: Bien, ¿y tú?\nA: Muy bien.\nB: Me alegro.\n"],
  ["a dialogue with names", "PEDRO: ¿Vienes?\nROSA: No.\nPEDRO: ¿Por qué?\nROSA: Porque no.\n"],
  ["a list of abbreviations", "R: resistencia\nA: amperio\nV: voltio\n"],
  ["addresses", "La red usa fe80::1 y 2001:db8::8a2e.\nEl servidor es 2001:db8::1\nTambién [::1] y (::)\n"],
  ["notes with labels of their own", "Nota: repasar\nFecha: 3 de mayo\nConcepto: pago de marzo\nImporte: 30 €\n"],
  ["a heading of a term alone", "## Concepto\n\nUn concepto es una idea.\n\n## Historia\n\nViene de lejos.\n"],
  ["an answer in prose", "No tengo la respuesta.\n\nRespuesta: mañana lo hablamos.\n\nSaludos.\n"],
  ["tags and HTML", "<div>\n<>\n</>\n</div>\n\n<!-- a::b -->\n"],
  [
    "types",
    'Las funciones de Rust son Vec::new() y String::from("a").\nEn PHP, Clase::metodo() es estático.\nstd::map es un mapa.\n',
  ],
  ["a recipe", "Ingredientes:\n- 2 huevos\n- 100 g de harina\n\nPasos:\n1. Batir\n2. Hornear a 180: media hora\n"],
  ["times and ratios", "- 10:30 clase de mates\n- 12:00 recreo\n\nEscala 1:100\n"],
  ["a table of contents", "1. Introducción .... 3\n2. La célula .... 5\n3. El tejido .... 9\n"],
];

describe("readNote finds no cards in", () => {
  test.each(ORDINARY)("%s", (_name, text) => {
    expect(readCards(text)).toEqual([]);
  });

  test("any of these texts after each other, whose cards stay the same among them", () => {
    const card = "**Anverso:** ¿Capital de Francia?\n**Reverso:** París";
    const pieces = fc.shuffledSubarray([...ORDINARY.filter(([name]) => name !== "properties")], {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(pieces, fc.nat(4), (found, at) => {
        const texts = found.map(([, text]) => text);
        const mixed = texts.toSpliced(at, 0, card).join("\n\n# Otro tema\n\nOtra cosa.\n\n");
        expect(readCards(mixed)).toEqual([["¿Capital de Francia?", "París"]]);
      }),
    );
  });
});

const word = fc.stringMatching(/^[a-zñáé]{2,12}$/);
const sentence = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(" "));
const LABELS = [
  ["Anverso", "Reverso"],
  ["Frente", "Dorso"],
  ["Front", "Back"],
  ["Término", "Definición"],
  ["Question", "Answer"],
  ["Pregunta", "Respuesta"],
  ["P", "R"],
  ["Q", "A"],
] as const;
const style = fc.record({
  labels: fc.constantFrom(...LABELS),
  marks: fc.constantFrom(["", ""], ["**", ":**"], ["**", "**:"], ["*", ":*"], ["__", ":__"]),
  number: fc.constantFrom("", "- ", "1. ", "### "),
  heading: fc.constantFrom("", "### Tarjeta 1\n", "**Tarjeta 1**\n\n", "Carta 12:\n"),
  between: fc.constantFrom("\n", "\n\n", "\r\n"),
  after: fc.constantFrom("\n\n", "\n\n---\n\n", "\n"),
});

test("readNote reads cards in any combination of labels, marks, numbers and headings", () => {
  fc.assert(
    fc.property(style, fc.array(fc.tuple(sentence, sentence), { minLength: 2, maxLength: 5 }), (way, sides) => {
      const [open = "", close = ""] = way.marks;
      const label = (word: string) => `${way.number}${open}${word}${close === "" ? ":" : close} `;
      const text = sides
        .map(
          ([front, back]) =>
            `${way.heading}${label(way.labels[0])}${front}${way.between}${label(way.labels[1])}${back}`,
        )
        .join(way.after);
      const note = readNote(text);
      expect(note.cards.map(({ front, back }) => [front, back])).toEqual(sides);
      expect(note.others).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("readNote reads or reports every line of any text", () => {
  const line = fc.oneof(
    sentence,
    fc.constantFrom(
      "",
      "---",
      "?",
      "??",
      "### Tarjeta 3",
      "**Anverso:** uno",
      "Reverso: one",
      "P: x",
      "R:",
      "- a >> b",
      "- c >>>",
      "    - d",
      "e::f",
      "g <> h",
      "> cita",
      "```",
      "| a | b |",
      "Respuesta: i",
      "¿Qué?",
      "Tags: k",
      "1. j",
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
      const note = readNote(lines.join("\n"));
      const told = [...note.cards.flatMap(({ front, back, tags }) => [front, back, ...tags]), ...note.others].join(
        "\n",
      );
      for (const word of lines
        .filter((one) => !one.includes("Tarjeta"))
        .flatMap((one) => one.match(/[a-zñáé]{2,12}(?=\s|$)/g) ?? []))
        expect(told).toContain(word);
    }),
    { numRuns: 2000 },
  );
});
