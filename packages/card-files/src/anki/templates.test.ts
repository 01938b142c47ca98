import { describe, expect, test } from "vitest";
import { LossCounter } from "#losses.ts";
import { renderSides } from "./sides.ts";
import { parseTemplate } from "./templates.ts";

const FIELDS = {
  Q: "quena",
  A: "arpa",
  B: "bajo",
  C: "corno",
  D: "dulzaina",
  E: "erhu",
  F: " 字[じ] 典[てん]",
  G: "gaita",
  Z: "zampoña",
  Empty: "",
  Same: "arpa",
  Html: "<b>oboe</b>",
  Wide: "arpa grande",
};
const SPECIAL = {
  Tags: "etiqueta",
  Deck: "A::mazo",
  Subdeck: "mazo",
  Type: "tipo",
  Card: "plantilla",
  CardFlag: "flag1",
};

function renderCard(front: string, back: string, fields: Record<string, string> = {}, gap: number | null = null) {
  const losses = new LossCounter();
  losses.beginCard();
  const values = {
    fields: new Map(Object.entries({ ...FIELDS, ...fields })),
    special: new Map(Object.entries(SPECIAL)),
    gap,
  };
  const template = { front: parseTemplate(front), back: parseTemplate(back) };
  const media = () => ({ loss: "missingMedia" as const });
  const sides = renderSides(template, values, {
    losses,
    sample: () => "muestra",
    media,
    trees: new Map(),
    markdown: new Map(),
  });
  return { ...sides, losses: losses.list().map(({ key }) => key) };
}

const renderFrontAndBack = (...from: Parameters<typeof renderCard>) => {
  const { front, back } = renderCard(...from);
  return [front, back];
};

/** A construct of a template, with the texts that Anki shows on the question and, if the front contains it, on the answer. */
type Construct = { source: string; onQuestion: string[]; onAnswer: string[]; spoken?: boolean };

const shown = (source: string, ...words: string[]): Construct => ({ source, onQuestion: words, onAnswer: words });
const typed = (source: string, word: string): Construct => ({ source, onQuestion: [], onAnswer: [word] });

const CONSTRUCTS: Construct[] = [
  shown(""),
  shown("{{A}}", "arpa"),
  shown("{{ Same }}", "arpa"),
  shown("{{Wide}}", "arpa grande"),
  shown("{{text:Html}}", "oboe"),
  shown("{{hint:B}}", "bajo"),
  typed("{{type:C}}", "corno"),
  typed("{{type:nc:D}}", "dulzaina"),
  typed("{{#E}}{{type:E}}{{/E}}", "erhu"),
  shown("{{furigana:F}}", "字", "じ", "典", "てん"),
  shown("{{kanji:F}}", "字典"),
  shown("{{kana:F}}", "じてん"),
  { ...shown("{{tts es_ES voices=Apple_Mónica speed=0.8:G}}", "gaita"), spoken: true },
  shown("{{unknown:G}}", "gaita"),
  shown("{{other:edit:text:G}}", "gaita"),
  shown("{{#A}}{{^Empty}}{{B}}{{/Empty}}{{/A}}", "bajo"),
  shown("{{^A}}{{B}}{{/A}}{{#Empty}}{{C}}{{/Empty}}"),
  shown("<div class=label>{{Tags}}</div>{{Subdeck}} {{Card}}", "etiqueta", "mazo", "plantilla"),
  shown("{{Deck}} {{Type}} {{CardFlag}}", "A::mazo", "tipo", "flag1"),
  shown("<!-- {{B}} --><!--{{type:C}}-->"),
];

/** The positions of a construct on the back; `front` is true if the back shows the front. */
const BACKS: { name: string; back: (source: string) => string; front: boolean }[] = [
  { name: "below the line", back: (x) => `{{FrontSide}}<hr id=answer>${x}<br>{{Z}}`, front: true },
  { name: "alone below the line", back: (x) => `{{FrontSide}}\n\n<hr id=answer>\n\n${x}`, front: true },
  { name: "between the front and the line", back: (x) => `{{FrontSide}}<br>${x}<hr id="answer">{{Z}}`, front: true },
  { name: "above the front", back: (x) => `<p>${x}</p>{{FrontSide}}<hr id=answer>{{Z}}`, front: true },
  { name: "without a line", back: (x) => `{{FrontSide}}<br>${x}`, front: true },
  { name: "without a line, above the front", back: (x) => `${x} {{text:FrontSide}}`, front: true },
  { name: "with the front in a condition", back: (x) => `{{#A}}{{FrontSide}}{{/A}}<hr id=answer>${x}`, front: true },
  { name: "with the front below the line", back: (x) => `${x}<hr id=answer>{{Z}}{{FrontSide}}`, front: true },
  { name: "above a line with nothing below", back: (x) => `${x}<hr id=answer>`, front: false },
  { name: "after the question", back: (x) => `{{Q}}<br>${x}<hr id=answer>{{Z}}`, front: false },
  { name: "alone", back: (x) => x, front: false },
];

describe.each(BACKS)(
  "renderSides shows or reports everything that Anki shows: $name",
  ({ back, front: showsFront }) => {
    test.each(CONSTRUCTS)("$source", (here) => {
      for (const there of CONSTRUCTS) {
        const card = renderCard(`{{Q}}<br>${there.source}`, back(here.source));
        const context = `${there.source} / ${back(here.source)}: ${JSON.stringify(card)}`;
        const isSpoken = there.spoken === true || here.spoken === true;
        if (isSpoken) expect(card.losses, context).toContain(SPEECH);
        for (const word of there.spoken ? [] : there.onQuestion) expect(card.front, context).toContain(word);
        const words = [...(here.spoken ? [] : here.onQuestion), ...(showsFront && !there.spoken ? there.onAnswer : [])];
        for (const word of words) expect(`${card.front}\n${card.back}`, context).toContain(word);
      }
    });
  },
);

const SPEECH = "textToSpeech";

describe("renderSides adds an answer that the front asks to type", () => {
  test.each([
    ["through the front", "{{FrontSide}}<hr id=answer>{{B}}", "arpa\n\nbajo"],
    ["through the front alone", "{{FrontSide}}", "arpa"],
    ["through the front, above a line", "{{FrontSide}}<hr id=answer>", "arpa"],
    ["once if the back shows it too", "{{FrontSide}}<hr id=answer>{{A}}<br>{{B}}", "arpa\nbajo"],
    ["once if the back shows it in another field", "{{FrontSide}}<hr id=answer>{{Same}}", "arpa"],
    ["when the back shows a longer one", "{{FrontSide}}<hr id=answer>{{Wide}}", "arpa\n\narpa grande"],
    ["once if the back asks to type it again", "{{Q}}<br>{{type:A}}<hr id=answer>{{B}}", "arpa\n\nbajo"],
  ])("%s", (_name, back, answer) => {
    expect(renderFrontAndBack("{{Q}}<br>{{type:A}}", back)).toEqual(["quena", answer]);
  });

  test("but not the answer to a gap, which the front shows", () => {
    const front = "{{cloze:Text}}<br>{{type:cloze:Text}}";
    const fields = { Text: "{{c1::uno}} y {{c2::dos}}" };
    expect(renderFrontAndBack(front, `${front}<br>{{B}}`, fields, 1)).toEqual([fields.Text, "bajo"]);
    expect(renderFrontAndBack(front, "{{FrontSide}}{{type:cloze:Text}}", fields, 2)).toEqual([fields.Text, ""]);
    const other = "{{cloze:Text}}<br>{{type:C}}";
    expect(renderFrontAndBack(other, "{{FrontSide}}{{B}}", fields, 1)).toEqual([fields.Text, "cornobajo"]);
  });
});

test("renderSides takes linear time for repetitive templates", () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`X${index}`, `valor ${index}`]));
  const typed = Object.keys(fields).map((name) => `{{type:${name}}}`);
  const { front, back } = renderCard(`{{Q}}${typed.join(" ")}`, "{{FrontSide}}<!--x--><p>".repeat(5000), fields);
  expect(front).toBe("quena");
  expect(back.match(/valor \d+/g)).toHaveLength(5000);
  const open = "{{Q}}<!-- <hr id=answer".repeat(5000);
  expect(renderCard(open, open).front).toBe("quena");
  const lines = "¿{{Q}}?<br>".repeat(5000);
  expect(renderCard(`<p>${lines}`, `${lines}{{Z}}<hr id=answer>{{A}}`).back).toBe("zampoña\n\narpa");
  expect(renderCard("{{Q}}", `<script>${"{{#A}}<style ".repeat(5000)}{{Z}}`).front).toBe("quena");
});

describe("renderSides with text above the answer", () => {
  test.each([
    [
      "preserves a field that the front does not show",
      "{{Q}}<p>Pista: {{B}}</p><hr id=answer>{{A}}",
      "Pista: bajo\n\narpa",
    ],
    ["drops the question with other marks", "<div>Pregunta: <i>{{Q}}</i></div><hr id=answer>{{A}}", "arpa"],
    ["preserves words of the template", "{{FrontSide}}<div>Respuesta:</div><hr id=answer>{{A}}", "Respuesta:\n\narpa"],
    [
      "preserves the reading of the question",
      "{{FrontSide}}{{furigana:F}}<hr id=answer>{{A}}",
      "字(じ)典(てん)\n\narpa",
    ],
    ["drops the question before an empty line", "<b>{{Q}}</b><br><br><hr id=answer>{{A}}", "arpa"],
    ["drops a script", "{{FrontSide}}<script>uno()</script><hr id=answer>{{A}}", "arpa"],
    ["drops a script below it", "{{FrontSide}}{{A}}<hr id=answer><script>uno()</script>", "arpa"],
  ])("%s", (_name, back, answer) => {
    expect(renderFrontAndBack("{{Q}}", back)[1]).toBe(answer);
  });

  test.each([
    ["a line break", "<p>¿Y {{Q}} en inglés?<br>", "<hr id=answer>{{A}}", "arpa"],
    ["the end of another element", "<div>¿Y <b>{{Q}}</b> en inglés?</div>", "<hr id=answer>{{A}}", "arpa"],
    ["no-break spaces", "<div>¿Y {{Q}} en&nbsp;inglés?&nbsp;<br>", "<hr id=answer>{{A}}", "arpa"],
    [
      "the label of a new field",
      "<p>¿Y {{Q}} en inglés?<br>Pista: {{B}}",
      "<hr id=answer>{{A}}",
      "Pista: bajo\n\narpa",
    ],
    ["a line without an id", "<p>¿Y {{Q}} en inglés?<br>", "<hr>{{A}}", "arpa"],
    ["no line", "<p>¿Y {{Q}} en inglés?<br>", "{{A}} ({{Q}})", "arpa (quena)"],
    ["no line, but a label", "<p>¿Y {{Q}} en inglés?<br>", "Respuesta: {{A}}", "Respuesta: arpa"],
  ])("drops the words of a question that the template follows by %s", (_name, question, answer, expected) => {
    const front = "<div>¿Y {{Q}} en inglés?</div>";
    expect(renderFrontAndBack(front, question + answer)).toEqual(["¿Y quena en inglés?", expected]);
  });

  test("preserves line breaks that the front has too", () => {
    expect(renderFrontAndBack("<p>{{Q}}<br>{{D}}", "{{B}}<br>{{C}}<hr id=answer>{{A}}")[1]).toBe("bajo\ncorno\n\narpa");
  });

  test("preserves an answer that begins like the question", () => {
    expect(renderFrontAndBack("{{A}}", "{{Wide}}")).toEqual(["arpa", "arpa grande"]);
    expect(renderFrontAndBack("{{A}}", "{{A}}<br>{{Wide}}")).toEqual(["arpa", "arpa grande"]);
  });

  test("shows a hint, and reports that", () => {
    expect(renderCard("{{Q}} {{hint:B}}", "{{A}}")).toMatchObject({
      front: "quena bajo",
      back: "arpa",
      losses: ["hiddenTexts"],
    });
    expect(renderCard("{{Q}} {{hint:Empty}}", "{{A}}").losses).toEqual([]);
  });
});

test("renderSides reads a template with other braces", () => {
  expect(renderFrontAndBack("{{=<% %>=}}<%Q%>", "{{=<% %>=}}\n<%FrontSide%><hr id=answer><%#A%><%A%><%/A%>")).toEqual([
    "quena",
    "arpa",
  ]);
});

describe("comments of HTML", () => {
  test.each([
    ["a line", "{{FrontSide}}<!--<hr id=answer>--><br>{{A}}"],
    ["a line between two", "{{FrontSide}}<!-- --><hr id=answer><!-- x -->{{A}}"],
    ["a line before the real one", "{{FrontSide}}<!--\n<hr id=answer>{{B}} --><hr id=answer>{{A}}"],
    ["nothing", "{{FrontSide}}<!--><hr id=answer><!--->{{A}}"],
    ["everything after it", "{{A}}<!-- {{B}} <hr id=answer>"],
    ["a condition of a browser", "{{FrontSide}}<hr id=answer><!--[if gte mso 9]><b>x</b><![endif]-->{{A}}"],
    ["a line, with a mistyped end", "{{FrontSide}}<!--<hr id=answer>--!>{{A}}"],
  ])("hide %s", (_name, back) => {
    expect(renderFrontAndBack("{{Q}}", back)).toEqual(["quena", "arpa"]);
  });

  test("in a field hide their contents, and end with the field", () => {
    const A = "ar<!--StartFragment-->pa<!-- \\(x --> y\\) <b><!--> z<!--[if !mso]> <!-- -->1</b><!-- {{c1::a}} ";
    expect(renderFrontAndBack("{{Q}}", "{{FrontSide}}<hr id=answer>{{A}}<br>{{B}}", { A })[1]).toBe(
      "arpa y\\\\) **z1**\\\nbajo",
    );
  });

  test("in a script are part of it", () => {
    expect(renderFrontAndBack("{{Q}}<script>a <!-- b</script> {{B}}", "{{A}}")).toEqual(["quena bajo", "arpa"]);
  });
});
