import { describe, expect, it } from "vitest";
import { isShortAnswer, isTyped, renderAnswer, type WrittenAnswer } from "#short-answers.ts";

const plain = (text: string): WrittenAnswer => ({ text, format: "plain" });
const markdown = (text: string): WrittenAnswer => ({ text, format: "markdown" });

describe("isShortAnswer", () => {
  it.each([
    "La mitocondria",
    "be – was/were – been",
    "x".repeat(40),
    "uno dos tres cuatro cinco seis",
    "coche / auto; carro",
    "50 %",
    "cuesta 5$",
    "á".repeat(40).normalize("NFD"),
  ])("finds %j short", (text) => {
    expect([isShortAnswer(plain(text)), isShortAnswer(markdown(text))]).toEqual([true, true]);
  });

  it.each([
    ["x".repeat(41)],
    ["uno dos tres cuatro cinco seis siete"],
    [`corta; ${"larga ".repeat(7)}`],
    ["uno\ndos"],
    ["F = m"],
    ["\\frac{1}{2}"],
    ["la función `map`"],
    ["    sangrado"],
    [""],
    ["?!"],
  ])("does not find %j short", (text) => {
    expect([isShortAnswer(plain(text)), isShortAnswer(markdown(text))]).toEqual([false, false]);
  });

  it.each([
    "- uno",
    "1. uno",
    "* uno",
    "$x$",
    "$$x$$",
    "\\(x\\)",
    "![una célula](media:1)",
    "célula ![voz](media:2)",
    "~~~\nx\n~~~",
    "> uno\n> dos",
  ])("does not find the Markdown %j short", (text) => {
    expect(isShortAnswer(markdown(text))).toBe(false);
  });

  it("counts the text that is shown, not the signs of Markdown", () => {
    expect(isShortAnswer(markdown(`**${"x".repeat(38)}** [y](https://example.com)`))).toBe(true);
    expect(isShortAnswer(plain(`**${"x".repeat(38)}** [y](https://example.com)`))).toBe(false);
    expect(isShortAnswer(plain("- uno"))).toBe(true);
  });
});

describe("isTyped", () => {
  it("never types in a folder whose cards are turned over", () => {
    expect(isTyped("flip", [plain("sol")])).toBe(false);
  });

  it("types short answers alone in a mixed folder, in every gap", () => {
    expect(isTyped("mix", [plain("sol")])).toBe(true);
    expect(isTyped("mix", [plain("sol"), plain("x".repeat(41))])).toBe(false);
    expect(isTyped("mix", [])).toBe(false);
  });

  it("otherwise types all answers of up to 200 characters that contain text", () => {
    expect(isTyped("type", [plain("x".repeat(200))])).toBe(true);
    expect(isTyped("type", [plain("x".repeat(201))])).toBe(false);
    expect(isTyped("type", [plain("uno\ndos = 2")])).toBe(true);
    expect(isTyped("type", [markdown("![una célula](media:1)")])).toBe(false);
    expect(isTyped("type", [markdown("La célula ![una célula](media:1)")])).toBe(true);
    expect(isTyped("type", [markdown("- uno\n- dos")])).toBe(true);
    expect(isTyped("type", [plain("sol"), plain("…")])).toBe(false);
  });
});

describe("renderAnswer", () => {
  it("returns plain text, without images", () => {
    expect(renderAnswer(markdown("La **célula** ![una célula](media:1)"))).toBe("La célula");
    expect(renderAnswer(markdown("- **rojo**\n- azul"))).toBe("- rojo\n- azul");
    expect(renderAnswer(markdown("1. rojo\n2. azul"))).toBe("1. rojo\n2. azul");
    expect(renderAnswer(markdown("- rojo"))).toBe("rojo");
    expect(renderAnswer(markdown("$x^2$ de `f`"))).toBe("x² de f");
    expect(renderAnswer(plain("La **célula** con `let`"))).toBe("La **célula** con let");
  });
});
