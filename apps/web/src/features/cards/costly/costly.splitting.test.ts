// @vitest-environment node
import { describe, expect, it } from "vitest";
import { isSplittable, proposeGaps } from "#features/cards/costly/costly.splitting.ts";

const plain = (front: string, back: string) => proposeGaps({ front, back, format: "plain" });

describe("a card that is split", () => {
  it("asks for each item of a list, in its order where that counts", () => {
    expect(plain("Colores", "- rojo\n- azul")?.front).toBe("Colores\n\n- {{c1::rojo}}\n- {{c2::azul}}");
    expect(plain("Fases", "1. una\n2. otra")?.front).toBe("Fases\n\n1. {{c1::una}}\n2. {{c2::otra}}");
  });

  it("asks for each sentence of another answer", () => {
    expect(plain("¿Qué pasó?", "Cayó el muro. Fue en 1989.")).toEqual({
      front: "¿Qué pasó?\n\n{{c1::Cayó el muro.}} {{c2::Fue en 1989.}}",
      back: "",
      format: "markdown",
    });
  });

  it("shows the signs of a plain text as they are", () => {
    expect(plain("2 * 3", "*a*. b_c.")?.front).toBe("2 \\* 3\n\n{{c1::\\*a\\*.}} {{c2::b\\_c.}}");
    expect(proposeGaps({ front: "**a**", back: "*b*. c.", format: "markdown" })?.front).toBe(
      "**a**\n\n{{c1::*b*.}} {{c2::c.}}",
    );
  });

  it.each([
    ["one part", "Lima"],
    ["what would be a hint", "a::b. c."],
    ["a gap", "{{c1::a}}. b."],
    ["too many parts", "a. ".repeat(11)],
  ])("has no proposal for %s", (_, back) => {
    expect(proposeGaps({ front: "x", back, format: "markdown" })).toBeUndefined();
  });

  it("has neither a reverse nor gaps", () => {
    expect(isSplittable({ groupId: null, variant: null })).toBe(true);
    expect(isSplittable({ groupId: "g", variant: "c1" })).toBe(false);
    expect(isSplittable({ groupId: "g", variant: null })).toBe(false);
  });
});
