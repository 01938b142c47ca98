import { describe, expect, test } from "vitest";
import { readHtml } from "#html/html.ts";
import { writeMarkdown } from "#html/markdown.ts";
import { LossCounter } from "#losses.ts";

function read(tex: string) {
  const losses = new LossCounter();
  const media = () => ({ loss: "missingMedia" as const });
  const root = readHtml(`[latex]${tex}[/latex]`, { losses, sample: () => "muestra", media });
  return { markdown: writeMarkdown(root), losses: losses.list().map(({ key }) => key) };
}

describe("latexToHtml", () => {
  test.each([
    [
      "prose with formulas",
      "Sea $G$ un grupo.\nSi $a \\in G$, existe $a^{-1}$.",
      "Sea $G$ un grupo. Si $a \\in G$, existe $a^{-1}$.",
    ],
    ["paragraphs and lines", "uno\\\\ dos\n\ntres\\par cuatro", "uno\\\ndos\n\ntres\n\ncuatro"],
    ["line breaks of editors", "uno<br /><br />dos<div>tres</div>", "uno\n\ndos tres"],
    [
      "prose without formulas",
      "\\textbf{Grupo}: conjunto con una \\emph{operaci\\'on} asociativa",
      "**Grupo**: conjunto con una _operación_ asociativa",
    ],
    [
      "a list",
      "Hay:\\begin{itemize}\\item uno $x$\n\\item[b)] dos\\end{itemize} y m\\'as",
      "Hay:\n\n- uno $x$\n- **b)** dos\n\ny más",
    ],
    [
      "lists in lists",
      "\\begin{enumerate}[a)]\\item uno\\begin{itemize}\\item dos\\end{itemize}\\item tres\\end{enumerate}",
      "1. uno\n   - dos\n2. tres",
    ],
    [
      "a table",
      "\\begin{tabular}{|c|c|}\\hline a &amp; $b$ \\\\ \\hline 1 &amp; 2\\% \\\\ \\hline\\end{tabular}",
      "| a | $b$ |\n| - | - |\n| 1 | 2% |",
    ],
    [
      "equations",
      "Se cumple\n\\begin{equation*}\nE=mc^2\n\\end{equation*}\n\\begin{align}a&amp;=b\\\\c&amp;=d\\end{align} siempre",
      "Se cumple\n\n$$\nE=mc^2\n$$\n\n$$\n\\begin{align}a&=b\\\\c&=d\\end{align}\n$$\n\nsiempre",
    ],
    [
      "obsolete equations",
      "\\begin{eqnarray*}a&amp;=&amp;b\\end{eqnarray*} es así de claro",
      "$$\n\\begin{array}{rcl}a&=&b\\end{array}\n$$\n\nes así de claro",
    ],
    ["brackets", "de \\(x\\) sale \\[y\\]", "de $x$ sale\n\n$$\ny\n$$"],
    [
      "letters and signs",
      "\\~nand\\'u, ping\\\"uino, \\c{c}a, \\'{\\i}, ``uno'' --- 5\\% \\&amp; 3\\$ \\{a\\} \\_~b \\ldots",
      "ñandú, pingüino, ça, í, “uno” — 5% & 3\\$ {a} \\_ b …",
    ],
    ["switches and sizes", "{\\bf uno} {\\large\\it dos} \\noindent tres % nota\ncuatro", "**uno** _dos_ tres cuatro"],
    ["code", "as\\'i: \\begin{verbatim}\na_b = \\x{1}\n\\end{verbatim}", "así:\n\n```\na_b = \\x{1}\n```"],
    ["a gap", "Sea {{c1::un $\\frac{a}{b}$ \\textbf{grupo}}} $x$", "Sea {{c1::un $\\frac{a}{b}$ **grupo**}} $x$"],
    [
      "centred text",
      "\\begin{center}\\section{T\\'itulo}Un texto\\end{center}\\begin{quote}una cita\\end{quote}",
      "**Título**\\\nUn texto\n\n> una cita",
    ],
  ])("converts %s", (_name, tex, markdown) => {
    expect(read(tex)).toEqual({ markdown, losses: [] });
  });

  test.each([
    ["with a fraction", "\\frac12", "$$\n\\frac12\n$$"],
    ["of words", "\\frac{distancia}{tiempo} = v", "$$\n\\frac{distancia}{tiempo} = v\n$$"],
    [
      "with words",
      "x \\in A \\quad \\text{para todo valor de } x_1",
      "$$\nx \\in A \\quad \\text{para todo valor de } x_1\n$$",
    ],
    [
      "with lines",
      "\\begin{align*}a&amp;=b\\\\c&amp;=d\\end{align*}",
      "$$\n\\begin{align*}a&=b\\\\c&=d\\end{align*}\n$$",
    ],
    ["with a matrix", "A = \\begin{pmatrix}1 &amp; 2\\end{pmatrix}", "$$\nA = \\begin{pmatrix}1 & 2\\end{pmatrix}\n$$"],
  ])("converts a formula without prose to one formula: %s", (_name, tex, markdown) => {
    expect(read(tex)).toEqual({ markdown, losses: [] });
  });

  test.each([
    ["a command", "Sea \\foo{un} $x$ y \\R", "Sea \\foo{un} $x$ y \\R"],
    ["a name that every object has", "\\constructor $x$ \\begin{toString}a\\end{toString}", "\\constructor $x$\\\na"],
    ["a drawing", "Mira: \\begin{tikzpicture}\n\\draw (0,0);\n\\end{tikzpicture}", "Mira:\n\n```\n\\draw (0,0);\n```"],
    ["an environment", "\\begin{theorem}Todo $x$ es par\\end{theorem}", "Todo $x$ es par"],
    ["an environment without end", "\\begin{align} y $x$", "\\begin{align} y $x$"],
  ])("leaves unknown LaTeX as source, and reports it: %s", (_name, tex, markdown) => {
    expect(read(tex)).toEqual({ markdown, losses: ["unsupportedLatex"] });
  });

  test("reports colours", () => {
    expect(read("un \\textcolor{red}{texto} y $x$")).toEqual({
      markdown: "un texto y $x$",
      losses: ["colours"],
    });
  });

  test("tolerates ends and braces without a beginning", () => {
    expect(read("a } \\end{itemize} {b \\item c $ d \\begin{tabular}{c} e \\\\ {{c1::f").markdown).toContain("c \\$ d");
  });
});

test("latexToHtml takes linear time for repetitive documents", () => {
  const pieces = [
    "{",
    "}",
    "$",
    "$$",
    "\\begin{itemize}",
    "\\begin{tabular}{c}",
    "\\begin{align}",
    "\\end{align}",
    "\\item[",
    "\\\\",
    "&amp;",
  ];
  const more = [
    "\\foo{",
    "\\textbf{",
    "\\vspace{",
    "\\(",
    "\\'{",
    "{{c1::",
    "}}",
    "\\begin{tikzpicture}",
    "aa ",
    "%",
    "\n\n",
    "\\text{",
    "aa,",
    "\\bf ",
  ];
  for (const piece of [...pieces, ...more]) {
    for (const end of ["", "$x$", "\\end{itemize} uno dos"]) {
      expect(typeof read(piece.repeat(100_000 / piece.length) + end).markdown, piece).toBe("string");
    }
  }
});
