// @module-tag hostile
import { expect, it } from "vitest";
import { drawSharedCards } from "#features/sharing/visiting/components/shared-cards.tsx";
import { hostileMarkdown } from "../../../../../../../e2e/hostile-texts.ts";

it.each(hostileMarkdown)("the cards of a link's page contain nothing but text of %j", (text) => {
  for (const format of ["markdown", "plain"] as const) {
    const whole = { front: text, back: text, format, variant: null };
    const page = document.createElement("div");
    page.innerHTML = drawSharedCards({
      cards: [whole, { ...whole, front: `${text} {{c1::x}}`, variant: "c1" }],
      media: [],
      mediaAddress: "/api/shares/t/media/",
    });
    const elements = [...page.querySelectorAll("*")];
    for (const { tagName, attributes } of elements) {
      expect(tagName).not.toMatch(/^(script|iframe|object|embed|form|style|link|meta|base|a|input|button|svg|image)$/i);
      const foreign = [...attributes].filter(
        ({ name, value }) =>
          /^(on|style$|href|id$|name$|srcdoc)/i.test(name) ||
          (name === "src" && !value.startsWith("/api/shares/t/media/")),
      );
      expect(foreign).toEqual([]);
    }
  }
});
