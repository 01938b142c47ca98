import { catalog } from "@repasa/catalog/catalog.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distractors, type OptionCard } from "#distractors.ts";
import { judge } from "#judge.ts";
import { inspectQuestions } from "#testing/questions.ts";
import { anyText } from "#testing/texts.ts";

const folders = catalog.map(({ cards }) => cards.map(({ front, back }, id) => ({ id, answer: back, prompt: front })));

const createCards = (...answers: string[]): OptionCard[] => answers.map((answer, id) => ({ id, answer }));
const choose = (cards: OptionCard[], settings: Partial<Parameters<typeof distractors>[2]> = {}) =>
  distractors(cards[0] as OptionCard, cards, { seed: "1", ...settings });
/** The three others, sorted. */
const others = (cards: OptionCard[], settings: Partial<Parameters<typeof distractors>[2]> = {}) =>
  choose(cards, settings)
    ?.options.filter((option) => option !== cards[0]?.answer)
    .toSorted();

describe("distractors", () => {
  it("are good for a thousand questions of the store's folders", () => {
    const { questions, equal, secondRight, kinds, ranks, positions } = inspectQuestions(folders, 1000);
    expect({ equal, secondRight, kinds }).toEqual({ equal: 0, secondRight: 0, kinds: 0 });
    for (const count of [...ranks, ...positions]) expect(count / questions).toBeLessThan(0.3);
  });

  it("have the kind of the right option", () => {
    expect(others(createCards("1810", "1492", "12", "Lima", "1789", "1945", "v = d / t"))).toEqual([
      "1492",
      "1789",
      "1945",
    ]);
    expect(others(createCards("El fémur", "tibia", "La rótula (o patela)", "hueso largo", "peroné", "206"))).toEqual([
      "La rótula (o patela)",
      "peroné",
      "tibia",
    ]);
    const formulas = createCards("x²", "y²", "z²", "t²", "uno").map((card) => ({ ...card, hasFormula: card.id < 4 }));
    expect(others(formulas)).toEqual(["t²", "y²", "z²"]);
  });

  it("are near the right option in length", () => {
    expect(others(createCards("gato", "perro", "pato", "oso", "electroencefalografista"))).toEqual([
      "oso",
      "pato",
      "perro",
    ]);
    expect(choose(createCards("gato", "perro", "pato", "electroencefalografista"))).toBeNull();
  });

  it("are first those that the student chose wrongly before", () => {
    const cards = createCards("gato", "pato", "rata", "mono", "elefante", "rinoceronte");
    expect(others(cards)).not.toContain("rinoceronte");
    expect(others(cards, { wronglyChosen: ["rinoceronte", "elefante"] })).toEqual(
      expect.arrayContaining(["rinoceronte", "elefante"]),
    );
    expect(others(cards, { wronglyChosen: ["ya no existe"] })).toEqual(others(cards));
  });

  it("are preferably answers of cards with the same tags", () => {
    const tagged = new Set([0, 4, 5, 6]);
    const cards = createCards("gato", "pato", "rata", "mono", "cebra", "tigre", "cerdo").map((card) => ({
      ...card,
      tags: tagged.has(card.id) ? ["animales", "tema 1"] : ["tema 2"],
    }));
    for (let seed = 0; seed < 20; seed++)
      expect(others(cards, { seed: `${seed}` })).toEqual(["cebra", "cerdo", "tigre"]);
    const fewer = cards.filter(({ id }) => id !== 4);
    for (let seed = 0; seed < 20; seed++) {
      expect(others(fewer, { seed: `${seed}` })).toEqual(expect.arrayContaining(["cerdo", "tigre"]));
    }
  });

  it("are never the answer of a sibling, nor the same on another card", () => {
    const cards = createCards("gato", "pato", "El pato", "rata", "mono", "oso").map((card) => ({
      ...card,
      siblings: card.id < 2 ? "texto" : null,
    }));
    expect(others(cards)).toEqual(["mono", "oso", "rata"]);
  });

  it("are never right, and never the same as each other", () => {
    expect(others(createCards("papá", "la papa", "papá / padre", "mamá", "Mamá (mami)", "hijo", "tía"))).toEqual(
      expect.arrayContaining(["hijo", "tía"]),
    );
    expect(choose(createCards("papá", "la papa", "mamá", "Mamá", "hijo"))).toBeNull();
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 4, maxLength: 12 }), fc.string(), (answers, seed) => {
        const cards = createCards(...answers);
        const chosen = choose(cards, { seed });
        if (chosen === null) return;
        expect(chosen.options.length).toBe(4);
        for (const [at, option] of chosen.options.entries()) {
          for (const [index, other] of chosen.options.entries()) {
            if (index !== at) expect(["close", "wrong"]).toContain(judge(option, other).verdict);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("are the same at a second look, in whatever order the cards are, and others with another seed", () => {
    const [cards = []] = folders;
    const question = cards[7] as OptionCard;
    const first = distractors(question, cards, { seed: "a" });
    const copy = cards.map((card) => ({ ...card })).toReversed();
    expect(distractors({ ...question }, copy, { seed: "a" })).toEqual(first);
    const seeds = Array.from({ length: 20 }, (_, seed) =>
      distractors(question, cards, { seed: `${seed}` })?.options.join(),
    );
    expect(new Set(seeds).size).toBeGreaterThan(5);
  });

  it("repeat no word of the question, accents and parentheses aside", () => {
    const cards = createCards("Quito", "Lima", "Bogotá la capital", "Caracas", "La Paz (capital)", "Santiago");
    const prompt = "Capital del Ecuador (y no Lima)";
    for (let seed = 0; seed < 20; seed++)
      expect(others(cards, { prompt, seed: `${seed}` })).not.toContain("Bogotá la capital");
    const andorra = createCards("Andorra la Vieja", "San Marino", "La Valeta", "Nueva Delhi", "Buenos Aires");
    expect(choose(andorra, { prompt: "Capital de Andorra" })).toBeNull();
    expect(choose(andorra, { prompt: "¿Dónde está?" })).not.toBeNull();
  });

  it("are null without three good answers, or for an answer without text", () => {
    expect(choose(createCards("gato", "pato", "rata"))).toBeNull();
    expect(choose(createCards("…", "pato", "rata", "mono"))).toBeNull();
    expect(choose(createCards("gato", "…", "rata", "mono"))).toBeNull();
    expect(choose(createCards("gato", "pato", "rata", "mono"))?.options.toSorted()).toEqual([
      "gato",
      "mono",
      "pato",
      "rata",
    ]);
  });
});
