import type { GapView } from "@repasa/card-text/gap-view.ts";
import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { loadRenderers, RichText } from "#features/cards/text/components/rich-text.tsx";

const ID = "a".repeat(64);

async function renderText(text: string, gaps?: GapView, terms?: readonly string[]) {
  await loadRenderers([text]);
  const { container } = render(<RichText text={text} gaps={gaps} terms={terms} />);
  return container.firstElementChild as HTMLElement;
}

const renderHtml = async (...from: Parameters<typeof renderText>) => (await renderText(...from)).innerHTML;

describe("RichText", () => {
  it("renders CommonMark, tables, task lists and strikethrough", async () => {
    const box = await renderText("# Título\n\n- **uno**\n- [x] ~~dos~~\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> cita");
    expect(box.querySelector(".rich-heading")?.textContent).toBe("Título");
    expect(box.querySelectorAll("li, strong, del, td, blockquote")).toHaveLength(7);
    expect(box.querySelector(".rich-task")?.getAttribute("aria-label")).toBe("Hecho");
  });

  it("renders HTML as text", async () => {
    const box = await renderText("<b>no</b> <script>alert(1)</script>\n\n<img src=x onerror=alert(1)>");
    expect(box.querySelectorAll("b, script, img")).toHaveLength(0);
    expect(box.textContent).toContain("<script>alert(1)</script>");
  });

  it("links only to web pages, which open in a new tab", async () => {
    const box = await renderText(
      "[uno](https://es.wikipedia.org) [dos](javascript:alert(1)) [tres](/settings) [cuatro](data:a,b)",
    );
    const links = [...box.querySelectorAll("a")];
    expect(links.map((link) => link.href)).toEqual(["https://es.wikipedia.org/"]);
    expect(links[0]?.rel).toBe("noopener noreferrer nofollow");
    expect(links[0]?.target).toBe("_blank");
  });

  it("shows only images of the account, and a player for files that are named as sounds", async () => {
    const box = await renderText(
      `![Hueso](media:${ID}) ![x](https://otro.example/a.png) ![canto.mp3](media:${"b".repeat(64)})`,
    );
    expect([...box.querySelectorAll("img")].map((image) => image.getAttribute("src"))).toEqual([`/api/media/${ID}`]);
    expect(box.querySelector("audio")?.getAttribute("src")).toBe(`/api/media/${"b".repeat(64)}`);
    expect(box.textContent).toContain("x (no disponible)");
  });

  it("renders formulas with any of the four delimiters, those with $$ or \\[ as blocks", async () => {
    const box = await renderText("$a^2$ y \\(b_1\\), $$c$$ y \\[d\\]");
    expect(box.querySelectorAll(".katex")).toHaveLength(4);
    expect(box.querySelectorAll(".katex-display")).toHaveLength(2);
  });

  it("renders no formula for amounts of money or in code", async () => {
    for (const text of [
      "Cuesta $5 y no $6",
      "Cuesta 5$ o 6$",
      "5 $ y 6 $",
      "10$/kg, 12$/kg y US$ 5",
      "{{c1::5$}} o {{c2::6$}}",
      "| 5$ | 6$ |\n|---|---|\n| $7 | $8 |",
    ]) {
      const box = await renderText(text, { number: null, hidden: false });
      expect(box.querySelector(".katex"), text).toBeNull();
      expect(box.textContent?.match(/\$/g)?.length, text).toBe(text.match(/\$/g)?.length);
    }
    expect((await renderText("`\\(x\\)` y `$x$` son código")).textContent).toBe("\\(x\\) y $x$ son código");
  });

  it("renders formulas beside amounts of money, and those in \\( \\) beside digits", async () => {
    const box = await renderText("Cuesta 5$, o 6$: $x^2$ y $\\alpha$, \\(y\\)5, {{c1::$z$}}", {
      number: 1,
      hidden: false,
    });
    expect([...box.querySelectorAll("annotation")].map((formula) => formula.textContent)).toEqual([
      "x^2",
      "\\alpha",
      "y",
      "z",
    ]);
  });

  it("highlights code blocks that name their language", async () => {
    const box = await renderText("```js\nconst a = 1;\n```");
    expect(box.querySelector(".hljs-keyword")?.textContent).toBe("const");
  });

  it("marks search terms, ignoring accents", async () => {
    const box = await renderText("La **Mitocondría** produce", undefined, ["mitocondria"]);
    expect(box.querySelector("strong mark.found")?.textContent).toBe("Mitocondría");
  });
});

describe("RichText with gaps", () => {
  const hiddenGap = (number: number): GapView => ({ number, hidden: true });
  const shownGap = (number: number): GapView => ({ number, hidden: false });
  const listMarked = (box: HTMLElement) => [...box.querySelectorAll("mark.gap")].map((mark) => mark.textContent);

  it("hides the asked gap and shows the others as text", async () => {
    const text = "La {{c1::**mitocondria**}} produce {{c2::ATP::molécula}}";
    const first = await renderText(text, hiddenGap(1));
    expect(first.textContent).toBe("La [...] produce ATP");
    expect(listMarked(first)).toEqual(["[...]"]);
    const second = await renderText(text, hiddenGap(2));
    expect(second.textContent).toBe("La mitocondria produce [molécula]");
    expect(listMarked(await renderText(text, shownGap(1)))).toEqual(["mitocondria"]);
  });

  it("renders emphasis at the edges of gaps, whatever is beside them", async () => {
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
      for (const view of [shownGap(1), shownGap(2), { number: null, hidden: false }]) {
        const box = await renderText(text, view);
        expect([...(box.querySelector("p") as Element).childNodes].map(outline).join(""), text).toBe(expected);
        expect(box.innerHTML).not.toMatch(/[\ufdd0-\ufddf]|%EF%B7/);
      }
    }
    expect((await renderText("a _{{c1::b::_una_ **pista**}}_ c", hiddenGap(1))).textContent).toBe("a [una pista] c");
    expect((await renderText("$x_{{c1::2}}$ {{c1::_a_}}", shownGap(2))).querySelector("annotation")?.textContent).toBe(
      "x_2",
    );
  });

  it("never contains the text of the asked gap, whatever Markdown surrounds it", async () => {
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
      expect(await renderHtml(text, hiddenGap(1)), text).not.toContain("secreto");
      expect(await renderHtml(text, shownGap(1)), text).toContain("secreto");
      expect(await renderHtml(text, hiddenGap(1)), text).not.toMatch(/[\ufdd0-\ufddf]|%EF%B7/);
      expect(await renderHtml(text, shownGap(1)), text).not.toMatch(/[\ufdd0-\ufddf]|%EF%B7/);
    }
  });

  it("marks gaps that extend over several elements", async () => {
    expect(listMarked(await renderText("**uno {{c1::dos** tres}} cuatro", shownGap(1))).join("")).toBe("dos tres");
    expect(listMarked(await renderText("{{c1::\n```js\nlet a\n```\n}}", shownGap(1))).join("")).toContain("let");
  });

  it("draws gaps in formulas as boxes, and marks a whole formula that a gap ends in", async () => {
    const box = await renderText("$x = {{c1::\\frac{a}{b}}}$", hiddenGap(1));
    expect(box.querySelector("annotation")?.textContent).toBe("x = \\boxed{\\text{[...]}}");
    const across = await renderText("{{c1::uno $x}} = 2$", shownGap(1));
    expect(across.querySelector("mark .katex")).not.toBeNull();
  });
});
