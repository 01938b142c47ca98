import { afterEach, describe, expect, it } from "vitest";
import { checkChoice, OptionDeck } from "#features/study/choosing/choosing.options.ts";
import { noteWrongChoice, readWrongChoices } from "#features/study/choosing/choosing.wrong-choices.ts";
import { sampleCard } from "#testing/sample-data.ts";

const answers = ["Lima", "Quito", "Bogotá", "Roma", "París", "Madrid", "Lisboa", "Viena"];
const cards = answers.map((back, index) => sampleCard({ id: index + 1, front: `Pregunta ${index + 1}`, back }));
const settings = { day: "2026-11-27", language: null };

afterEach(() => localStorage.clear());

describe("the options of a question", () => {
  it("contain the right one, and keep their order on a second look and after a reload", () => {
    const deck = new OptionDeck(cards, new Map(), settings);
    const options = deck.find(1);
    expect(options?.options[options.right]).toBe("Lima");
    expect(new Set(options?.options).size).toBe(4);
    expect(deck.find(1)).toBe(options);
    expect(new OptionDeck(cards, new Map(), settings).find(1)).toEqual(options);
  });

  it("are missing where the folder has too few answers", () => {
    expect(new OptionDeck(cards.slice(0, 3), new Map(), settings).find(1)).toBeNull();
    expect(new OptionDeck(cards, new Map(), settings).find(99)).toBeNull();
  });

  it("contain what was chosen wrongly on an earlier day", () => {
    noteWrongChoice(7, 1, 8, "2026-11-26");
    expect(readWrongChoices(7, "2026-11-26").size).toBe(0);
    const wrong = readWrongChoices(7, "2026-11-27");
    expect(new OptionDeck(cards, wrong, settings).find(1)?.options).toContain("Viena");
  });

  it("are right or wrong, which is the recall bit", () => {
    const options = { options: ["a", "b", "c", "d"], right: 2 };
    expect(checkChoice(options, "c")).toEqual({ mode: "choose", preselected: "medium", chosen: "c" });
    expect(checkChoice(options, "a").preselected).toBe("forgotten");
  });
});
