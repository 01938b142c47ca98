import { gapNumbers } from "@repasa/card-text/gaps.ts";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { describe, expect, test } from "vitest";
import { renderMarkdownSide } from "#anki-writing/card-html.ts";
import { LossCounter } from "#losses.ts";
import { convertGaps, escapeGaps } from "./gaps.ts";
import { readHtml } from "./html.ts";
import { readSimpleLines } from "./lines.ts";
import { toPlainText, writeMarkdown, writeWithLibrary } from "./markdown.ts";

const ID = "a".repeat(64);

function read(html: string) {
  const losses = new LossCounter();
  const media = (name: string) => (/^(?:a\.png|a\.mp3)$/.test(name) ? { id: ID } : { loss: "missingMedia" as const });
  const root = readHtml(html, { losses, sample: () => "muestra", media });
  return { plain: toPlainText(root), markdown: writeMarkdown(root), losses: losses.list().map(({ key }) => key) };
}

const markdown = (html: string) => read(html).markdown;

/** Returns the words of a Markdown text as a reader sees them. */
function readWords(text: string): string {
  const tree = fromMarkdown(text, {
    extensions: [gfm(), math()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  });
  return collectWords(tree);
}

function collectWords(node: Nodes): string {
  if ("children" in node)
    return node.children.map(collectWords).join(node.type === "root" || node.type === "tableRow" ? " " : "");
  if (node.type === "break") return " ";
  return "value" in node ? node.value : "";
}

const removeSpaces = (text: string) => text.replace(/\s+/g, "");

describe("readHtml and writeMarkdown", () => {
  test.each([
    ["lines", "a<br>b<div>c</div><div><br></div><p>d</p>", "a\\\nb\\\nc\n\nd"],
    ["marks around words, without the spaces beside them", "<b>foo </b>bar <i>x<br></i>y", "**foo** bar _x_\\\ny"],
    ["marks around blocks into marks inside them", "<b><div>a</div><div>b</div></b>", "**a**\\\n**b**"],
    ["styles that mean marks", '<span style="font-weight:700">a</span>', "**a**"],
    ["lists", "<ul><li>a<li>b<ol><li>c</ol></ul>", "- a\n- b\n  1. c"],
    ["tables", "<table><tr><th>a<th>b<tr><td>1|2<td><b>x</b></table>", "| a | b |\n| - | - |\n| 1\\|2 | **x** |"],
    ["code", "<pre>x\n  y</pre><code>a_b</code>", "```\nx\n  y\n```\n\n`a_b`"],
    ["formulas", "\\(a&lt;b\\) y \\[x<br>y\\] fin", "$a<b$ y\n\n$$\nx\ny\n$$\n\nfin"],
    ["formulas beside digits", "\\(x\\)5 o 5\\(+x\\) o \\(y\\)s", "$$$x$$$5 o 5$$$+x$$$ o $y$s"],
    ["money", "<b>Cuesta</b> 5$ o 6$, $5 y $6", "**Cuesta** 5\\$ o 6\\$, \\$5 y \\$6"],
    ["LaTeX", "[latex]\\frac12[/latex] [$]x^2[/$] [$$]y[/$$]", "$$\n\\frac12\n$$\n\n$x^2$\n\n$$\ny\n$$"],
    ["LaTeX with text", "[latex]sea $x$ un número[/latex]", "sea $x$ un número"],
    ["a formula in a gap, on the same line", "{{c1::\\[x\\]}}", "{{c1::$x$}}"],
    [
      "sounds and images",
      '[sound:a.mp3] <img src="a.png" alt="un [mapa]">',
      `![](media:${ID}) ![un \\[mapa\\]](media:${ID})`,
    ],
    ["subscripts and superscripts", "<i>H</i> H<sub>2</sub>O 1<sup>er</sup>", "_H_ H₂O 1$^{\\text{er}}$"],
    ["links", '<a href="https://a.b/c_d">k</a> <a href="javascript:x()">j</a>', "[k](https://a.b/c_d) j"],
    ["addresses", "<i>x</i> https://a.b/c_d?e=*f*.", "_x_ <https://a.b/c_d?e=*f*>."],
    ["readings", "<ruby>漢字<rt>かんじ</rt></ruby><b>x</b>", "漢字(かんじ)**x**"],
  ])("converts %s", (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test("escapes signs of Markdown", () => {
    const text = "1. *a* _b_ # | ~~c~~ `d` $5 y $6 \\(x \\[ &lt;b&gt; [e](f) ![g] - h + i";
    const result = markdown(`<b>x</b><br>${text}<br># j<br>- k<br>2) l<br>&gt; m<br>===<br>---`);
    expect(readWords(result)).toBe(
      "x 1. *a* _b_ # | ~~c~~ `d` $5 y $6 \\(x \\[ <b> [e](f) ![g] - h + i # j - k 2) l > m === ---",
    );
  });

  test("reports losses", () => {
    expect(
      read('<script>x()</script><font color="red">a</font><u>b</u><svg></svg><img src="https://x.y/z.png">').losses,
    ).toEqual(["scripts", "colours", "underlines", "embeddedContent", "remoteMedia"]);
    expect(read('<span style="color: black">a</span><div style="background: white">b</div>').losses).toEqual([]);
  });
});

const TAGS = [
  "b",
  "i",
  "u",
  "div",
  "p",
  "span",
  "ul",
  "li",
  "table",
  "tr",
  "td",
  "sub",
  "code",
  "pre",
  "h2",
  "blockquote",
  "a",
];
const word = fc.string({
  unit: fc.constantFrom(
    "a",
    "é",
    "*",
    "_",
    "#",
    "|",
    "~",
    "`",
    "$",
    "1",
    ".",
    " ",
    "\\",
    "[",
    "]",
    "(",
    ")",
    "!",
    "-",
    "+",
    "=",
    ">",
  ),
});
const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** HTML and the words in it. */
const tree: fc.Arbitrary<{ html: string; text: string }> = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    word.map((text) => ({ html: escapeHtml(text), text })),
    fc.constant({ html: "<br>", text: " " }),
    fc
      .tuple(
        fc.constantFrom("b", "i", "div", "p", "span", "ul><li", "blockquote"),
        fc.array(tie("node") as fc.Arbitrary<{ html: string; text: string }>, { maxLength: 4 }),
      )
      .map(([tag, inside]) => ({
        html: `<${tag}>${inside.map(({ html }) => html).join("")}${tag.startsWith("ul") ? "</li></ul>" : `</${tag}>`}`,
        text: inside.map(({ text }) => text).join(""),
      })),
  ),
})).node as fc.Arbitrary<{ html: string; text: string }>;

const MEANINGFUL = /\\[([]|https?:|\[sound|\[latex|\[\$/;

test("readHtml preserves all visible words", () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (trees) => {
      const html = trees.map((one) => one.html).join("");
      fc.pre(!MEANINGFUL.test(html));
      const text = removeSpaces(trees.map((one) => one.text).join(""));
      const { plain, markdown } = read(html);
      if (plain !== null) expect(removeSpaces(plain)).toBe(text);
      expect(removeSpaces(readWords(markdown))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("readSimpleLines returns the same as the parser", () => {
  const simple = ["a", "b c", " ", "\n", "&nbsp;", "&amp;", "<br>", "*"];
  const tags = [
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<span>",
    "</span>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<b>a </b>",
    "<i> b</i>",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...simple, ...tags), { maxLength: 12 }), (pieces) => {
      const html = pieces.join("");
      if (readSimpleLines(html) === null) return;
      const fast = read(html);
      // A comment requires the parser.
      const parsed = read(`${html}<!-- -->`);
      expect(fast).toEqual(parsed);
    }),
    { numRuns: 500 },
  );
});

test("writeMarkdown writes harmless words as the library does", () => {
  const piece = fc.constantFrom(
    "a",
    "É",
    "1",
    " ",
    ",",
    "(",
    ")",
    "¿",
    '"',
    "'",
    "&nbsp;",
    "<br>",
    "<p>",
    "<b>a</b>",
    "<b>É 1</b>",
    "<b>b,</b>",
    ".",
    "-",
    "w",
    "%",
    "漢",
    "😀",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const root = readHtml(pieces.join(""), {
        losses: new LossCounter(),
        sample: () => "",
        media: () => ({ loss: "missingMedia" }),
      });
      expect(writeMarkdown(root)).toBe(writeWithLibrary(root));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["<b>\\<i>a</i></b>", "**\\\\_a_**"],
  ["<b>\\\\<i>a</i></b>", "**\\\\\\\\_a_**"],
  ["<i>\\<b>a</b></i>", "_\\\\**a**_"],
])("writeMarkdown preserves a backslash before a mark: %s", (html, markdown) => {
  expect(read(html).markdown).toBe(markdown);
});

describe("emphasis in and around gaps", () => {
  const text = fc.stringMatching(/^[aé1.¡,»«]{1,3}$/);
  const mark = fc.constantFrom("em", "strong", "del");
  const inside = fc.oneof(
    text,
    fc.tuple(mark, text).map(([tag, words]) => `<${tag}>${words}</${tag}>`),
  );
  const gap = fc
    .tuple(fc.array(inside, { minLength: 1, maxLength: 3 }), fc.option(inside), fc.constantFrom(1, 2))
    .map(([words, hint, number]) => `{{c${number}::${words.join("")}${hint === null ? "" : `::${hint}`}}}`);
  const around = fc.oneof(
    text,
    gap,
    fc.tuple(mark, gap).map(([tag, words]) => `<${tag}>${words}</${tag}>`),
    fc.constant(" "),
  );

  /** Returns each character with its marks. */
  function characters(html: string): string[] {
    const marks: string[] = [];
    return (html.match(/<[^<>]*>|\{\{c\d+::|[\s\S]/g) ?? []).flatMap((piece) => {
      const [, closes, name] = /^<(\/?)(em|strong|del)>$/.exec(piece) ?? [];
      if (name === undefined)
        return /^(?:<.*>|\s+)$/.test(piece) ? [] : [`${piece} ${[...new Set(marks)].sort().join(" ")}`];
      if (closes) marks.splice(marks.lastIndexOf(name), 1);
      else marks.push(name);
      return [];
    });
  }

  /** Removes the marks of braces, because a mark looks the same whether it begins outside or inside of a gap. */
  const ignoreMarksOfBraces = (all: string[]) => all.map((one) => one.replace(/^(\{\{c\d+::|[:}]) .*$/, "$1"));

  test("is the same after an import and an export", () => {
    fc.assert(
      fc.property(fc.array(around, { minLength: 1, maxLength: 5 }), (pieces) => {
        const html = pieces.join("");
        const markdown = read(convertGaps(html)).markdown;
        const back = renderMarkdownSide(markdown, () => null, { gaps: true });
        expect(ignoreMarksOfBraces(characters(back)), markdown).toEqual(ignoreMarksOfBraces(characters(html)));
      }),
      { numRuns: 300 },
    );
  });
});

test("readHtml and writeMarkdown never throw", () => {
  const piece = fc.oneof(
    fc.constantFrom(...TAGS.flatMap((tag) => [`<${tag}>`, `</${tag}>`])),
    fc.constantFrom(
      "<",
      ">",
      "&",
      "&lt;",
      "\\(",
      "\\)",
      "\\[",
      "\\]",
      "[latex]",
      "[/latex]",
      "[sound:",
      "]",
      "{{c1::",
      "}}",
      "<!--",
      '<a href="',
      '"',
      "<img src=x",
      "\u0000",
      "\ufdd0",
      "\ud800",
    ),
    fc.string({ maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join("");
      expect(typeof read(escapeGaps(html)).markdown).toBe("string");
      expect(gapNumbers(read(escapeGaps(html)).markdown).filter((number) => number < 1 || number > 500)).toEqual([]);
      read(convertGaps(html));
    }),
    { numRuns: 300 },
  );
});

describe("readHtml takes linear time for", () => {
  test.each([
    ["3,000 gaps", "{{c1::a}} <i>x</i> ".repeat(3000)],
    ["98 KB of bold words", "<b>a</b> ".repeat(3900)],
    ["HTML 50,000 deep", `${"<div>".repeat(50_000)}x`],
    ["50,000 open formats", `${"<b>".repeat(50_000)}x`],
    ["98 KB of asterisks", `<i>x</i>${"*".repeat(98_000)}`],
    ["98 KB of open formulas", `<i>x</i>${"\\(".repeat(49_000)}`],
    ["98 KB of dollars", `<i>x</i>[latex]${"$".repeat(98_001)}[/latex]`],
    ["98 KB of open tags", "<a ".repeat(33_000)],
    ["98 KB of lines", `<i>x</i>${"a<br>".repeat(7_900)}`],
    ["98 KB of open braces", "{{c1::".repeat(16_000)],
  ])("%s", (_name, html) => {
    const started = performance.now();
    const { markdown } = read(convertGaps(html));
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(markdown).not.toBe("");
  });
});
