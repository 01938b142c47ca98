import { describe, expect, it } from "vitest";
import { type CatalogCard, catalog, type ReadyMadeFolder } from "#catalog.ts";

const MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function findFolder(slug: string): ReadyMadeFolder {
  const found = catalog.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`no folder ${slug}`);
  return found;
}

function findRepeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** Returns the parts that `pattern` captures in each text; a text that does not match fails the test. */
function capture(texts: readonly string[], pattern: RegExp): string[][] {
  return texts.map((text) => {
    expect(text).toMatch(pattern);
    return [...(pattern.exec(text) ?? [])].slice(1);
  });
}

const fronts = (cards: readonly CatalogCard[]) => cards.map((card) => card.front);
const backs = (cards: readonly CatalogCard[]) => cards.map((card) => card.back);

function hasBalancedBrackets(text: string): boolean {
  const pairs: Record<string, string> = { ")": "(", "»": "«", "?": "¿" };
  const open: string[] = [];
  for (const sign of text) {
    if (Object.values(pairs).includes(sign)) open.push(sign);
    else if (sign in pairs && open.pop() !== pairs[sign]) return false;
  }
  return open.length === 0;
}

describe("the catalogue", () => {
  it("contains the eight folders", () => {
    expect(catalog.map(({ slug, cards }) => [slug, cards.length])).toEqual([
      ["verbos-irregulares-ingleses", 116],
      ["tabla-periodica", 118],
      ["capitales-de-america", 35],
      ["capitales-de-europa", 46],
      ["fechas-historia-latinoamerica", 110],
      ["huesos-del-cuerpo", 81],
      ["formulas-de-fisica", 83],
      ["falsos-amigos-portugues", 92],
    ]);
  });

  it("has unique slugs and names", () => {
    expect(findRepeated(catalog.map(({ slug }) => slug))).toEqual([]);
    expect(findRepeated(catalog.map(({ name }) => name))).toEqual([]);
  });
});

describe.each([...catalog])("$slug", ({ slug, name, description, sources, cards }) => {
  it("has a slug, a description and at least one source", () => {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(60);
    expect(description).toMatch(/^\p{Lu}.{20,158}\.$/u);
    expect(sources.length).toBeGreaterThan(0);
    expect(findRepeated(sources)).toEqual([]);
  });

  it("has 30 to 120 cards with unique fronts", () => {
    expect(cards.length).toBeGreaterThanOrEqual(30);
    expect(cards.length).toBeLessThanOrEqual(120);
    expect(findRepeated(fronts(cards))).toEqual([]);
  });

  it("has texts without typographic errors", () => {
    for (const text of [name, description, ...sources, ...fronts(cards), ...backs(cards)]) {
      expect(text).not.toBe("");
      expect(text).toBe(text.trim());
      expect(text).toBe(text.normalize("NFC"));
      expect(text.length, text).toBeLessThanOrEqual(200);
      // Only single plain spaces and typographic quotes are allowed, and no invisible characters.
      expect(text).not.toMatch(/ {2}|["'`]|[^\S ]|\p{Cc}|\p{Cf}/u);
      expect(text).not.toMatch(/ [,;:)?»]|[(¿«] /);
      expect(hasBalancedBrackets(text), text).toBe(true);
    }
  });
});

describe("tabla-periodica", () => {
  const { cards } = findFolder("tabla-periodica");

  it("contains every element once, in the order of the atomic numbers", () => {
    const symbols = capture(fronts(cards), /^Elemento ([A-Z][a-z]?)$/).flat();
    expect(new Set(symbols).size).toBe(118);
    const answers = capture(backs(cards), /^(\p{Lu}\p{Ll}+)(?: \(o \p{Ll}+\))? · Z = (\d+)$/u);
    expect(findRepeated(answers.map(([name = ""]) => name))).toEqual([]);
    expect(answers.map(([, number]) => Number(number))).toEqual(Array.from({ length: 118 }, (_, index) => index + 1));
  });

  it.each([
    ["H", "Hidrógeno", 1],
    ["Na", "Sodio", 11],
    ["K", "Potasio", 19],
    ["Fe", "Hierro", 26],
    ["W", "Wolframio (o tungsteno)", 74],
    ["Hg", "Mercurio", 80],
    ["Og", "Oganesón", 118],
  ])("contains %s: %s, number %i", (symbol, name, number) => {
    expect(cards).toContainEqual({ front: `Elemento ${symbol}`, back: `${name} · Z = ${number}` });
  });
});

describe("verbos-irregulares-ingleses", () => {
  const { cards } = findFolder("verbos-irregulares-ingleses");

  it("answers with infinitive, past and participle", () => {
    const forms = capture(backs(cards), /^([a-z]+) – ([a-z]+(?:\/[a-z]+)?) – ([a-z]+(?:\/[a-z]+)?)$/);
    expect(findRepeated(forms.map(([infinitive = ""]) => infinitive))).toEqual([]);
    const regular = forms.filter(([infinitive, past]) => past === `${infinitive}ed` || past === `${infinitive}d`);
    // The pronunciation of "heard" is irregular, and so is the participle of "show".
    expect(regular.map(([infinitive]) => infinitive)).toEqual(["hear", "show"]);
  });

  it("gives the initial of the verb as a hint", () => {
    const hinted = cards.filter(({ front }) => front.includes("…"));
    expect(hinted.length).toBeGreaterThan(5);
    for (const { front, back } of hinted) expect(front, back).toMatch(new RegExp(` \\(${back[0]}…\\)$`));
  });

  it("does not use one meaning for two verbs", () => {
    const meanings = fronts(cards).flatMap((front) => front.replace(/^Inglés: /, "").split(/[,;] (?![^(]*\))/));
    expect(findRepeated(meanings)).toEqual([]);
  });
});

describe("fechas-historia-latinoamerica", () => {
  const { cards } = findFolder("fechas-historia-latinoamerica");
  const DATE = new RegExp(`(\\d{1,2})(?: y \\d{1,2})? de (${MONTHS.join("|")})`, "g");

  it("answers with a year, and contains only years from 1400 to 2026", () => {
    for (const { front, back } of cards) {
      expect(back).toMatch(/\d{4}$/);
      const years = `${front} ${back}`.match(/\d{4}/g) ?? [];
      for (const year of years.map(Number)) {
        expect(year, front).toBeGreaterThanOrEqual(1400);
        expect(year, front).toBeLessThanOrEqual(2026);
      }
    }
  });

  it("contains only days that exist in the calendar", () => {
    const days = backs(cards).flatMap((back) => [...back.matchAll(DATE)]);
    expect(days.length).toBeGreaterThan(80);
    for (const [text, day, month = ""] of days) {
      expect(Number(day), text).toBeGreaterThanOrEqual(1);
      expect(Number(day), text).toBeLessThanOrEqual(DAYS_IN_MONTH[MONTHS.indexOf(month)] ?? 0);
    }
  });

  it("answers with as much of the date as the question requests", () => {
    for (const { front, back } of cards) {
      if (front.startsWith("¿En qué año")) expect(back, front).toMatch(/^\d{4}$/);
      else if (front.startsWith("¿En qué mes y año")) expect(back, front).toMatch(/^\p{Lu}\p{Ll}+ de \d{4}$/u);
      else if (front.startsWith("¿Entre qué años")) expect(back, front).toMatch(/^\d{4}-\d{4}$/);
      else expect(back, front).toMatch(/^(Del )?\d.* de \p{Ll}+ de \d{4}$/u);
    }
  });

  it("is in chronological order", () => {
    const moments = backs(cards).map((back) => {
      const [, day, month] = [...back.matchAll(DATE)][0] ?? [];
      const alone = MONTHS.findIndex((name) => back.toLowerCase().startsWith(name));
      const inYear = month === undefined ? alone : MONTHS.indexOf(month);
      return Number(/\d{4}/.exec(back)?.[0]) * 10_000 + (inYear + 1) * 100 + Number(day ?? 0);
    });
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });
});

describe("the folders of capitals", () => {
  it.each([
    ["capitales-de-europa", 46],
    ["capitales-de-america", 35],
  ])("ask in %s for the capitals of %i states", (slug, count) => {
    const { cards } = findFolder(slug);
    const states = capture(fronts(cards), /^Capital (?:de(?: las?| los)?|del) (\p{Lu}.+)$/u).flat();
    expect(new Set(states).size).toBe(count);
    expect(findRepeated(backs(cards))).toEqual([]);
  });

  it("name the seat of government if it is not in the capital", () => {
    const all = [...findFolder("capitales-de-america").cards, ...findFolder("capitales-de-europa").cards];
    const answer = (front: string) => all.find((card) => card.front === front)?.back;
    expect(answer("Capital de Bolivia")).toBe("Sucre, capital constitucional (la sede del Gobierno es La Paz)");
    expect(answer("Capital de los Países Bajos")).toBe("Ámsterdam (la sede del Gobierno es La Haya)");
  });
});

describe("the other folders", () => {
  it("ask about bones in questions", () => {
    capture(fronts(findFolder("huesos-del-cuerpo").cards), /^(¿[^?]+\?)$/);
  });

  it("answer with equations in the folder of formulas", () => {
    const { cards } = findFolder("formulas-de-fisica");
    capture(fronts(cards), /^Fórmula: (\p{Ll}.+)$/u);
    capture(backs(cards), /^([^=]+) = ([^=]+)(?:, con [^=]+ = .+)?$/);
    // Formulas use a minus and a product sign instead of hyphen, asterisk or x.
    for (const back of backs(cards)) expect(back).not.toMatch(/ [-*x] |\^[^(]/);
  });

  it("name the language of each false friend, and the word that it is confused with", () => {
    const { cards } = findFolder("falsos-amigos-portugues");
    capture(fronts(cards), /^Portugués: ((?:[oa]s? )?\p{Ll}+)$/u);
    capture(backs(cards), /^(.+) \((.+)\)$/);
  });
});
