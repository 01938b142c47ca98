import type { GapView } from "@repasa/card-text/gap-view.ts";
import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { loadRenderers, RichText } from "#features/cards/components/rich-text.tsx";
import { drawMarkdown } from "#features/cards/markdown/markdown.drawing.ts";
import { getLoadedExtensions, selectExtensions } from "#features/cards/markdown/markdown.extensions.ts";

const ID = "a".repeat(64);

async function drawn(text: string, gaps?: GapView, terms?: readonly string[]) {
  await loadRenderers([text]);
  const { container } = render(<RichText text={text} gaps={gaps} terms={terms} />);
  return container.firstElementChild as HTMLElement;
}

const html = async (...from: Parameters<typeof drawn>) => (await drawn(...from)).innerHTML;

describe("Markdown", () => {
  it("draws what CommonMark and its tables, tasks and strikes hold", async () => {
    const box = await drawn("# Título\n\n- **uno**\n- [x] ~~dos~~\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> cita");
    expect(box.querySelector(".rich-heading")?.textContent).toBe("Título");
    expect(box.querySelectorAll("li, strong, del, td, blockquote")).toHaveLength(7);
    expect(box.querySelector(".rich-task")?.getAttribute("aria-label")).toBe("Hecho");
  });

  it("takes HTML for text", async () => {
    const box = await drawn("<b>no</b> <script>alert(1)</script>\n\n<img src=x onerror=alert(1)>");
    expect(box.querySelectorAll("b, script, img")).toHaveLength(0);
    expect(box.textContent).toContain("<script>alert(1)</script>");
  });

  it("opens pages in a tab of their own, and leads nowhere else", async () => {
    const box = await drawn(
      "[uno](https://es.wikipedia.org) [dos](javascript:alert(1)) [tres](/settings) [cuatro](data:a,b)",
    );
    const links = [...box.querySelectorAll("a")];
    expect(links.map((link) => link.href)).toEqual(["https://es.wikipedia.org/"]);
    expect(links[0]?.rel).toBe("noopener noreferrer nofollow");
    expect(links[0]?.target).toBe("_blank");
  });

  it("shows images of the account alone, and plays what is named as a sound", async () => {
    const box = await drawn(
      `![Hueso](media:${ID}) ![x](https://otro.example/a.png) ![canto.mp3](media:${"b".repeat(64)})`,
    );
    expect([...box.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([`/api/media/${ID}`]);
    expect(box.querySelector("audio")?.getAttribute("src")).toBe(`/api/media/${"b".repeat(64)}`);
    expect(box.textContent).toContain("x (no disponible)");
  });

  it("draws formulas of all four spellings, in blocks where they stand in two", async () => {
    const box = await drawn("$a^2$ y \\(b_1\\), $$c$$ y \\[d\\]");
    expect(box.querySelectorAll(".katex")).toHaveLength(4);
    expect(box.querySelectorAll(".katex-display")).toHaveLength(2);
  });

  it("leaves money and code alone", async () => {
    for (const text of [
      "Cuesta $5 y no $6",
      "Cuesta 5$ o 6$",
      "5 $ y 6 $",
      "10$/kg, 12$/kg y US$ 5",
      "{{c1::5$}} o {{c2::6$}}",
      "| 5$ | 6$ |\n|---|---|\n| $7 | $8 |",
    ]) {
      const box = await drawn(text, { number: null, hidden: false });
      expect(box.querySelector(".katex"), text).toBeNull();
      expect(box.textContent?.match(/\$/g)?.length, text).toBe(text.match(/\$/g)?.length);
    }
    expect((await drawn("`\\(x\\)` y `$x$` son código")).textContent).toBe("\\(x\\) y $x$ son código");
  });

  it("draws formulas beside money, and beside digits where they are in brackets", async () => {
    const box = await drawn("Cuesta 5$, o 6$: $x^2$ y $\\alpha$, \\(y\\)5, {{c1::$z$}}", { number: 1, hidden: false });
    expect([...box.querySelectorAll("annotation")].map((formula) => formula.textContent)).toEqual([
      "x^2",
      "\\alpha",
      "y",
      "z",
    ]);
  });

  it("colours code that names its language", async () => {
    const box = await drawn("```js\nconst a = 1;\n```");
    expect(box.querySelector(".hljs-keyword")?.textContent).toBe("const");
  });
});

describe("gaps", () => {
  const asks = (number: number): GapView => ({ number, hidden: true });
  const answers = (number: number): GapView => ({ number, hidden: false });
  const marked = (box: HTMLElement) => [...box.querySelectorAll("mark.gap")].map((mark) => mark.textContent);

  it("asks for one and shows the others as text", async () => {
    const text = "La {{c1::**mitocondria**}} produce {{c2::ATP::molécula}}";
    const first = await drawn(text, asks(1));
    expect(first.textContent).toBe("La [...] produce ATP");
    expect(marked(first)).toEqual(["[...]"]);
    const second = await drawn(text, asks(2));
    expect(second.textContent).toBe("La mitocondria produce [molécula]");
    expect(marked(await drawn(text, answers(1)))).toEqual(["mitocondria"]);
  });

  it("draws emphasis at their edges, whatever is beside them", async () => {
    for (const [text, expected] of [
      ["Una grasa {{c1::_cis_}}", "Una grasa [em: cis]"],
      ["x{{c1::_a_}}y", "x[em: a]y"],
      ["{{c1::_¡a!_}}s", "[em: ¡a!]s"],
      ["{{c1::**¿a?**}}s", "[strong: ¿a?]s"],
      ["{{c1::~~a.~~}}b", "[del: a.]b"],
      ["**a.**{{c1::b}}", "[strong: a.]b"],
      ["x**{{c1::a}}**y", "x[strong: a]y"],
      ["_a {{c1::b}}_ {{c2::_c_}}{{c1::_d_::_e_}}", "[em: a b] [em: c][em: d]"],
      ["`a_{{c1::b}}_` [c](https://a.example/_{{c1::d}}_)", "[code: a_b_] [a: c]"],
    ] as const) {
      const outline = (node: ChildNode): string =>
        node instanceof HTMLElement && node.tagName !== "MARK"
          ? `[${node.tagName.toLowerCase()}: ${[...node.childNodes].map(outline).join("")}]`
          : [...node.childNodes].map(outline).join("") || (node.textContent ?? "");
      for (const view of [answers(1), answers(2), { number: null, hidden: false }]) {
        const box = await drawn(text, view);
        expect([...(box.querySelector("p") as Element).childNodes].map(outline).join(""), text).toBe(expected);
        expect(box.innerHTML).not.toMatch(/[\ufdd0-\ufddf]|%EF%B7/);
      }
    }
    expect((await drawn("a _{{c1::b::_una_ **pista**}}_ c", asks(1))).textContent).toBe("a [una pista] c");
    expect((await drawn("$x_{{c1::2}}$ {{c1::_a_}}", answers(2))).querySelector("annotation")?.textContent).toBe("x_2");
  });

  it("never tells what is asked, in whatever it stands", async () => {
    for (const text of [
      "`código {{c1::secreto}}`",
      "```js\nconst a = {{c1::secreto}};\n```",
      "| a | b |\n|---|---|\n| {{c1::secreto}} | 2 |",
      "$\\frac{ {{c1::secreto}} }{2}$",
      "$$\nx = {{c1::secreto}}\n$$",
      "![{{c1::secreto}}](media:abc)",
      "[enlace](https://a.example/{{c1::secreto}})",
      "- {{c1::secreto\n- secreto}}",
      "{{c1::uno {{c2::secreto}} dos}}",
      "# {{c1::secreto::pista}}",
    ]) {
      expect(await html(text, asks(1)), text).not.toContain("secreto");
      expect(await html(text, answers(1)), text).toContain("secreto");
      expect(await html(text, asks(1)), text).not.toMatch(/[\ufdd0-\ufddf]|%EF%B7/);
      expect(await html(text, answers(1)), text).not.toMatch(/[\ufdd0-\ufddf]|%EF%B7/);
    }
  });

  it("marks across elements", async () => {
    expect(marked(await drawn("**uno {{c1::dos** tres}} cuatro", answers(1))).join("")).toBe("dos tres");
    expect(marked(await drawn("{{c1::\n```js\nlet a\n```\n}}", answers(1))).join("")).toContain("let");
  });

  it("boxes them in formulas", async () => {
    const box = await drawn("$x = {{c1::\\frac{a}{b}}}$", asks(1));
    expect(box.querySelector("annotation")?.textContent).toBe("x = \\boxed{\\text{[...]}}");
    const across = await drawn("{{c1::uno $x}} = 2$", answers(1));
    expect(across.querySelector("mark .katex")).not.toBeNull();
  });

  it("marks what was searched for", async () => {
    const box = await drawn("La **Mitocondría** produce", undefined, ["mitocondria"]);
    expect(box.querySelector("strong mark.found")?.textContent).toBe("Mitocondría");
  });
});

describe("the time that a text takes", () => {
  const pieces = [
    ..."* [ _ ` < ! ![ ![]( $ ~ *a[ ~~a **a*b _a_ ]( [a]( & &# <a@ a@ a. http:// \\ \\( \\[ {{c1:: {{c1::a}} [[a]] [a][ $a$ ``a`".split(
      " ",
    ),
    ..."*a* *** <!-- # | |a [^a]: *a**b a* **a `a ( [a](b( -_ a_b &a; a.a@ $x^2$ x^ \\frac{ \\def\\a{\\a\\a}\\a".split(
      " ",
    ),
    ...["> ", "- ", "1. ", "*a ", "_a ", "- - ", "* * ", "<a ", "~ ", "[a]: ", '[x](y "', '<a b="'],
    ...[
      "\t",
      "\n",
      "+\n",
      "a\n=\n",
      "```\n",
      "~~~\n",
      "[a]:b\n",
      "\n> - ",
      "\n\n- a",
      "- a\n  ",
      "a|b\n-|-\n",
      "a|b\n",
      "```js\n`",
    ],
  ];
  /** The texts that are read are those below the limits, which the longest mostly are not. */
  const lengths = [2000, 20_000];

  it("is short, whatever it holds", async () => {
    await loadRenderers(["$a$ ```js"]);
    const slow: [string, number, number][] = [];
    for (const piece of pieces) {
      for (const length of lengths) {
        const text = `$a$ ${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}`;
        const started = performance.now();
        const { extensions } = selectExtensions(text, getLoadedExtensions());
        drawMarkdown({ text, gaps: { number: 1, hidden: true }, terms: [], components: {}, extensions });
        const ms = Math.round(performance.now() - started);
        // Alone it is 200 ms at most; this machine may be busy.
        if (ms > 5000) slow.push([piece, length, ms]);
      }
    }
    expect(slow).toEqual([]);
  });
});
