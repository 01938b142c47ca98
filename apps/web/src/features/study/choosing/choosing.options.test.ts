// @vitest-environment node
import { describe, expect, it } from "vitest";
import { listEarlierConfused } from "#features/cards/confusions/confusions.loading.ts";
import { checkChoice, OptionDeck } from "#features/study/choosing/choosing.options.ts";
import { sampleCard } from "#testing/sample-data.ts";

const answers = ["Lima", "Quito", "Bogotá", "Roma", "París", "Madrid", "Lisboa", "Viena"];
const cards = answers.map((back, index) => sampleCard({ id: index + 1, front: `Pregunta ${index + 1}`, back }));
const settings = { day: "2026-11-27", language: null };

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

  it("contain what was confused on an earlier day, and not what was on this one", () => {
    const confused = (otherId: number, date: string) => ({ reviewId: "", date, cardId: 1, folderId: 7, otherId });
    const known = [
      confused(7, "2026-11-27"),
      confused(8, "2026-11-26"),
      confused(6, "2026-11-25"),
      confused(8, "2026-11-20"),
    ];
    const earlier = listEarlierConfused(known, "2026-11-27");
    expect(earlier).toEqual(new Map([[1, [8, 6]]]));
    expect(new OptionDeck(cards, earlier, settings).find(1)?.options).toEqual(
      expect.arrayContaining(["Viena", "Madrid"]),
    );
  });

  it("are right or wrong, which is the recall bit, and a wrong one says whose answer it is", () => {
    const deck = new OptionDeck(cards, new Map(), settings);
    const options = { options: ["Lima", "Quito", "otra", "Roma"], right: 2 };
    const mode = "choose";
    expect(checkChoice(options, "otra", deck)).toEqual({
      mode,
      preselected: "medium",
      chosen: "otra",
      belongsTo: null,
    });
    const wrong = { mode, preselected: "forgotten" };
    expect(checkChoice(options, "Quito", deck)).toMatchObject({ ...wrong, belongsTo: "Pregunta 2", confusedWith: 2 });
    expect(checkChoice(options, null, deck)).toEqual({ ...wrong, chosen: null, belongsTo: null });
  });
});
