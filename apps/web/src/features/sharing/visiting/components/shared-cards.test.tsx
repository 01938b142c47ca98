import type { SharedCard } from "@repasa/contract/sharing.ts";
import { describe, expect, it } from "vitest";
import { drawSharedCards, type SharedMedia } from "#features/sharing/visiting/components/shared-cards.tsx";

const IMAGE = "a".repeat(64);
const SOUND = "b".repeat(64);
const media: SharedMedia[] = [
  { id: IMAGE, contentType: "image/png", width: 640, height: 480 },
  { id: SOUND, contentType: "audio/mpeg", width: null, height: null },
];

function draw(...cards: Partial<SharedCard>[]): HTMLElement {
  const page = document.createElement("div");
  page.innerHTML = drawSharedCards({
    cards: cards.map((card) => ({ front: "x", back: "y", format: "markdown", variant: null, ...card })),
    media,
    mediaAddress: "/api/shares/t/media/",
  });
  return page;
}

describe("the cards of a link's page", () => {
  it("show both sides, and of a gap's card the question, the answer and the text below", () => {
    const page = draw(
      { front: "Uno\n<b>dos</b>", back: "tres", format: "plain" },
      { front: "La {{c1::célula}} y {{c2::el núcleo}}", back: "Tema 1", variant: "c2" },
    );
    expect([...page.querySelectorAll("li")].map(({ textContent }) => textContent)).toEqual([
      "Uno\n<b>dos</b>tres",
      "La célula y [...]La célula y el núcleoTema 1",
    ]);
  });

  it("draw formulas as MathML, and code with its colours, without style attributes", () => {
    const page = draw({
      front: "$\\frac{a}{b}$ y $$\\colorbox{red}{x}$$ y $\\color{blue}{x}$ y $\\undefined$",
      back: "| a |\n| :-: |\n| 1 |\n\n```js\nlet a = 1\n```",
    });
    expect(page.querySelectorAll("math")).toHaveLength(4);
    expect(page.querySelector("math mfrac")?.textContent).toBe("ab");
    expect(page.querySelector("td")?.getAttribute("align")).toBe("center");
    expect(page.querySelector(".hljs-keyword")?.textContent).toBe("let");
    expect(page.querySelectorAll("[style]")).toHaveLength(0);
  });

  it("load their media by the link, with the sizes of images, and say what is missing", () => {
    const page = draw({
      front: `![Mapa](media:${IMAGE}) ![Voz](media:${SOUND})`,
      back: `![Otra](media:${"c".repeat(64)}) ![](https://elsewhere.example/a.png)`,
    });
    const image = page.querySelector("img");
    expect([image?.getAttribute("src"), image?.alt]).toEqual([`/api/shares/t/media/${IMAGE}`, "Mapa"]);
    expect([image?.width, image?.height, image?.getAttribute("loading")]).toEqual([640, 480, "eager"]);
    const later = draw({}, {}, {}, { front: `![](media:${IMAGE})` }).querySelector("img");
    expect(later?.getAttribute("loading")).toBe("lazy");
    expect(page.querySelector("audio")?.getAttribute("src")).toBe(`/api/shares/t/media/${SOUND}`);
    expect(page.textContent).toContain("Otra (no disponible)");
    expect(page.innerHTML).not.toContain("elsewhere");
  });

  it("show links as text", () => {
    const page = draw({
      front: "[aquí](https://elsewhere.example) y www.elsewhere.example",
      back: "a@elsewhere.example",
    });
    expect(page.querySelectorAll("a, [href]")).toHaveLength(0);
    expect(page.textContent).toContain("aquí y www.elsewhere.example");
  });
});
