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

function cardOf(front: string, back: string, fields: Record<string, string> = {}, gap: number | null = null) {
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
    read: new Map(),
    written: new Map(),
  });
  return { ...sides, losses: losses.list().map(({ key }) => key) };
}

const sidesFor = (...from: Parameters<typeof cardOf>) => {
  const { front, back } = cardOf(...from);
  return [front, back];
};

/** A construct of a template, with the text that Anki shows on the question and, if the front holds it, on the answer. */
type Construct = { source: string; asked: string[]; turned: string[]; spoken?: boolean };

const shows = (source: string, ...words: string[]): Construct => ({ source, asked: words, turned: words });
const typed = (source: string, word: string): Construct => ({ source, asked: [], turned: [word] });

const CONSTRUCTS: Construct[] = [
  shows(""),
  shows("{{A}}", "arpa"),
  shows("{{ Same }}", "arpa"),
  shows("{{Wide}}", "arpa grande"),
  shows("{{text:Html}}", "oboe"),
  shows("{{hint:B}}", "bajo"),
  typed("{{type:C}}", "corno"),
  typed("{{type:nc:D}}", "dulzaina"),
  typed("{{#E}}{{type:E}}{{/E}}", "erhu"),
  shows("{{furigana:F}}", "字", "じ", "典", "てん"),
  shows("{{kanji:F}}", "字典"),
  shows("{{kana:F}}", "じてん"),
  { ...shows("{{tts es_ES voices=Apple_Mónica speed=0.8:G}}", "gaita"), spoken: true },
  shows("{{unknown:G}}", "gaita"),
  shows("{{other:edit:text:G}}", "gaita"),
  shows("{{#A}}{{^Empty}}{{B}}{{/Empty}}{{/A}}", "bajo"),
  shows("{{^A}}{{B}}{{/A}}{{#Empty}}{{C}}{{/Empty}}"),
  shows("<div class=label>{{Tags}}</div>{{Subdeck}} {{Card}}", "etiqueta", "mazo", "plantilla"),
  shows("{{Deck}} {{Type}} {{CardFlag}}", "A::mazo", "tipo", "flag1"),
  shows("<!-- {{B}} --><!--{{type:C}}-->"),
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

describe.each(BACKS)("everything that Anki shows is on the card or reported: $name", ({ back, front: showsFront }) => {
  test.each(CONSTRUCTS)("$source", (here) => {
    for (const there of CONSTRUCTS) {
      const card = cardOf(`{{Q}}<br>${there.source}`, back(here.source));
      const context = `${there.source} / ${back(here.source)}: ${JSON.stringify(card)}`;
      const isSpoken = there.spoken === true || here.spoken === true;
      if (isSpoken) expect(card.losses, context).toContain(SPEECH);
      for (const word of there.spoken ? [] : there.asked) expect(card.front, context).toContain(word);
      const words = [...(here.spoken ? [] : here.asked), ...(showsFront && !there.spoken ? there.turned : [])];
      for (const word of words) expect(`${card.front}\n${card.back}`, context).toContain(word);
    }
  });
});

const SPEECH = "textToSpeech";

describe("an answer to be typed", () => {
  test.each([
    ["through the front", "{{FrontSide}}<hr id=answer>{{B}}", "arpa\n\nbajo"],
    ["through the front alone", "{{FrontSide}}", "arpa"],
    ["through the front, above a line", "{{FrontSide}}<hr id=answer>", "arpa"],
    ["that the back shows itself", "{{FrontSide}}<hr id=answer>{{A}}<br>{{B}}", "arpa\nbajo"],
    ["that the back shows in another field", "{{FrontSide}}<hr id=answer>{{Same}}", "arpa"],
    ["of which the back shows a longer one", "{{FrontSide}}<hr id=answer>{{Wide}}", "arpa\n\narpa grande"],
    ["that the back types again", "{{Q}}<br>{{type:A}}<hr id=answer>{{B}}", "arpa\n\nbajo"],
  ])("%s", (_name, back, answer) => {
    expect(sidesFor("{{Q}}<br>{{type:A}}", back)).toEqual(["quena", answer]);
  });

  test("of a gap is the gap", () => {
    const front = "{{cloze:Text}}<br>{{type:cloze:Text}}";
    const fields = { Text: "{{c1::uno}} y {{c2::dos}}" };
    expect(sidesFor(front, `${front}<br>{{B}}`, fields, 1)).toEqual([fields.Text, "bajo"]);
    expect(sidesFor(front, "{{FrontSide}}{{type:cloze:Text}}", fields, 2)).toEqual([fields.Text, ""]);
    const other = "{{cloze:Text}}<br>{{type:C}}";
    expect(sidesFor(other, "{{FrontSide}}{{B}}", fields, 1)).toEqual([fields.Text, "cornobajo"]);
  });
});

test("templates that repeat themselves thousands of times take no longer than they are long", () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`X${index}`, `valor ${index}`]));
  const typed = Object.keys(fields).map((name) => `{{type:${name}}}`);
  const { front, back } = cardOf(`{{Q}}${typed.join(" ")}`, "{{FrontSide}}<!--x--><p>".repeat(5000), fields);
  expect(front).toBe("quena");
  expect(back.match(/valor \d+/g)).toHaveLength(5000);
  const open = "{{Q}}<!-- <hr id=answer".repeat(5000);
  expect(cardOf(open, open).front).toBe("quena");
  expect(cardOf("{{Q}}", `<script>${"{{#A}}<style ".repeat(5000)}{{Z}}`).front).toBe("quena");
});

describe("the text above the answer", () => {
  test.each([
    ["a field that the front does not show", "{{Q}}<p>Pista: {{B}}</p><hr id=answer>{{A}}", "Pista: bajo\n\narpa"],
    ["the question with other marks", "<div>Pregunta: <i>{{Q}}</i></div><hr id=answer>{{A}}", "arpa"],
    ["words of the template", "{{FrontSide}}<div>Respuesta:</div><hr id=answer>{{A}}", "Respuesta:\n\narpa"],
    ["a question with its reading", "{{FrontSide}}{{furigana:F}}<hr id=answer>{{A}}", "字(じ)典(てん)\n\narpa"],
    ["a program", "{{FrontSide}}<script>uno()</script><hr id=answer>{{A}}", "arpa"],
    ["a program below it", "{{FrontSide}}{{A}}<hr id=answer><script>uno()</script>", "arpa"],
  ])("%s", (_name, back, answer) => {
    expect(sidesFor("{{Q}}", back)[1]).toBe(answer);
  });

  test("an answer that begins with the question's letters is whole", () => {
    expect(sidesFor("{{A}}", "{{Wide}}")).toEqual(["arpa", "arpa grande"]);
    expect(sidesFor("{{A}}", "{{A}}<br>{{Wide}}")).toEqual(["arpa", "arpa grande"]);
  });

  test("a hint is in sight, and that is named", () => {
    expect(cardOf("{{Q}} {{hint:B}}", "{{A}}")).toMatchObject({
      front: "quena bajo",
      back: "arpa",
      losses: ["hiddenTexts"],
    });
    expect(cardOf("{{Q}} {{hint:Empty}}", "{{A}}").losses).toEqual([]);
  });
});

test("a template with other braces is read", () => {
  expect(sidesFor("{{=<% %>=}}<%Q%>", "{{=<% %>=}}\n<%FrontSide%><hr id=answer><%#A%><%A%><%/A%>")).toEqual([
    "quena",
    "arpa",
  ]);
});

describe("comments", () => {
  test.each([
    ["a line", "{{FrontSide}}<!--<hr id=answer>--><br>{{A}}"],
    ["a line between two", "{{FrontSide}}<!-- --><hr id=answer><!-- x -->{{A}}"],
    ["a line before the real one", "{{FrontSide}}<!--\n<hr id=answer>{{B}} --><hr id=answer>{{A}}"],
    ["nothing", "{{FrontSide}}<!--><hr id=answer><!--->{{A}}"],
    ["everything after it", "{{A}}<!-- {{B}} <hr id=answer>"],
    ["a condition of a browser", "{{FrontSide}}<hr id=answer><!--[if gte mso 9]><b>x</b><![endif]-->{{A}}"],
    ["a line, with an end as people mistype it", "{{FrontSide}}<!--<hr id=answer>--!>{{A}}"],
  ])("hide %s", (_name, back) => {
    expect(sidesFor("{{Q}}", back)).toEqual(["quena", "arpa"]);
  });

  test("in a field hide their contents, and end with it", () => {
    const A = "ar<!--StartFragment-->pa<!-- \\(x --> y\\) <b><!--> z<!--[if !mso]> <!-- -->1</b><!-- {{c1::a}} ";
    expect(sidesFor("{{Q}}", "{{FrontSide}}<hr id=answer>{{A}}<br>{{B}}", { A })[1]).toBe("arpa y\\\\) **z1**\\\nbajo");
  });

  test("in a program are part of it", () => {
    expect(sidesFor("{{Q}}<script>a <!-- b</script> {{B}}", "{{A}}")).toEqual(["quena bajo", "arpa"]);
  });
});
