import { foldText } from "@repasa/card-text/folding.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  chooseFolderFace,
  FaceCounts,
  type FolderFace,
  HUES,
  makeFolderFace,
  resolveFolderFace,
} from "#folder-faces.ts";
import { FOLDER_COLORS, type FolderColor } from "#folders.choices.ts";
import { folderIcon } from "#folders.forms.ts";

const anyName = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.string({ unit: "binary", minLength: 1 }),
  fc.constantFrom("Biología celular", "Ñandúes", "ß", "ﬁn", "2.º ESO", "数学", "🧬", "‼️"),
);
const isValid = ({ color, icon }: { color: string; icon: string }) =>
  (FOLDER_COLORS as readonly string[]).includes(color) && z.parse(folderIcon, icon) === icon;

describe("makeFolderFace", () => {
  it("makes the same valid face again from any name", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(makeFolderFace(name)).toEqual(makeFolderFace(name));
        expect(isValid(makeFolderFace(name))).toBe(true);
      }),
    );
  });

  it("makes the same face from names that are equal when folded", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(makeFolderFace(foldText(name))).toEqual(makeFolderFace(name));
        expect(makeFolderFace(` ${name.normalize("NFD")} `)).toEqual(makeFolderFace(name));
      }),
    );
    expect(makeFolderFace("BIOLOGIA")).toEqual(makeFolderFace("Biología"));
  });

  it.each([
    ["Biología celular", "🧬"],
    ["Historia del arte", "🏛️"],
    ["Verbos irregulares ingleses", "🇬🇧"],
    ["matematicas II", "➗"],
    ["Física y Química", "⚛️"],
    ["Educación Física", "⚽"],
    ["Inglés-Alemán", "🇬🇧"],
    ["Español 2.º", "📚"],
    ["Fechas de Latinoamérica", "F"],
    ["Medición de ángulos", "M"],
    ["óptica", "O"],
    ["¿1984?", "1"],
    ["ßeta", "ß"],
    ["—", "📁"],
  ])("gives %s the icon %s", (name, icon) => {
    expect(makeFolderFace(name).icon).toBe(icon);
  });

  it.each(["Tema #", "Biología #", "# de Bachillerato", "Oposición 2026, tema #"])(
    "gives eleven numbered folders such as %s eleven colours",
    (pattern) => {
      const numbers = Array.from({ length: 11 }, (_, index) => String(index + 1));
      const roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"];
      for (const names of [numbers, roman]) {
        const colors = names.map((name) => makeFolderFace(pattern.replace("#", name)).color);
        expect(new Set(colors).size).toBe(11);
      }
      expect(makeFolderFace(pattern.replace("#", "iv")).color).toBe(makeFolderFace(pattern.replace("#", "4")).color);
    },
  );

  it("gives two names that differ only in a number different colours, and no neighbouring numbers similar ones", () => {
    const number = fc.integer({ min: 0, max: 99_999 });
    const text = fc.string({ maxLength: 12 }).filter((each) => !/[\dxvi]/i.test(each));
    fc.assert(
      fc.property(text, text, number, fc.integer({ min: 1, max: 10 }), (before, after, first, apart) => {
        const color = (each: number) => makeFolderFace(`Tema ${before} ${each} ${after}`).color;
        expect(color(first)).not.toBe(color(first + apart));
        const [here, next] = [first, first + 1].map((each) => FOLDER_COLORS.indexOf(color(each)));
        expect(Math.abs((here ?? 0) - (next ?? 0))).toBeGreaterThan(1);
      }),
    );
  });

  it("uses every colour except grey, none of them for more than a fifth of the names", () => {
    const colors = Array.from({ length: 1100 }, (_, index) => makeFolderFace(`Tema ${index}`).color);
    const counts = Map.groupBy(colors, (color) => color);
    expect([...counts.keys()].sort()).toEqual(FOLDER_COLORS.filter((color) => color !== "gray").sort());
    for (const [, { length }] of counts) expect(length).toBeLessThan(220);
  });
});

describe("chooseFolderFace", () => {
  const hues = Object.keys(HUES) as (keyof typeof HUES)[];
  const distance = (one: FolderColor, other: FolderColor) => {
    const apart = Math.abs(HUES[one as keyof typeof HUES] - HUES[other as keyof typeof HUES]);
    return Math.min(apart, 360 - apart);
  };
  const choose = (name: string, icon: string | null, others: readonly FolderFace[], before: FolderFace | null = null) =>
    chooseFolderFace({ name, color: null, icon }, before, new FaceCounts(others));
  /** Creates folders one after the other, and returns their colours. */
  const colorAll = (names: readonly string[], icon: string | null) => {
    const faces: FolderFace[] = [];
    for (const name of names) faces.push(choose(name, icon, faces));
    return faces.map(({ color }) => color);
  };

  it("gives as many folders of one icon as there are colours different ones, as far apart as can be", () => {
    const names = fc.array(anyName, { minLength: hues.length, maxLength: hues.length });
    fc.assert(
      fc.property(names, (all) => {
        const colors = colorAll(all, "💊");
        expect(new Set(colors).size).toBe(hues.length);
        for (const [index, color] of colors.entries()) {
          const before = colors.slice(0, index);
          const nearest = (one: FolderColor) => Math.min(...before.map((other) => distance(one, other)));
          expect(nearest(color)).toBe(Math.max(...hues.map(nearest)));
        }
      }),
    );
  });

  it("uses each colour twice before any of them three times", () => {
    const colors = colorAll(
      Array.from({ length: 2 * hues.length }, (_, index) => `Tema ${index}`),
      "📁",
    );
    const counts = Map.groupBy(colors, (color) => color);
    expect([...counts.values()].map(({ length }) => length)).toEqual(hues.map(() => 2));
  });

  it("keeps the colour of the name beside folders with other icons, and grey ones", () => {
    const { color } = makeFolderFace("Farmacología 1");
    const others: FolderFace[] = [
      { color, icon: "🧬" },
      { color: "gray", icon: "💊" },
    ];
    expect(choose("Farmacología 1", null, others)).toEqual({ color, icon: "💊" });
    expect(choose("Farmacología 1", "🧬", others).color).not.toBe(color);
  });

  it("keeps an automatic colour while the icon is the same, even if others have it", () => {
    const before: FolderFace = { color: "red", icon: "💊" };
    expect(choose("Farmacia", null, [before], before)).toEqual(before);
    expect(choose("Historia", null, [before], before)).toEqual(makeFolderFace("Historia"));
    expect(choose("Historia", "💊", [before], before)).toEqual(before);
    expect(chooseFolderFace({ name: "Farmacia", color: "gray", icon: "Ñ" }, before, new FaceCounts([before]))).toEqual({
      color: "gray",
      icon: "Ñ",
    });
  });

  it("tells Farmacología 1 and 4 apart at a glance", () => {
    const colors = colorAll(["Farmacología 1", "Farmacología 2", "Farmacología 3", "Farmacología 4"], null);
    const pairs = colors.flatMap((one, index) => colors.slice(index + 1).map((other) => distance(one, other)));
    expect(Math.min(...pairs)).toBeGreaterThanOrEqual(60);
  });
});

describe("resolveFolderFace", () => {
  it("prefers each part that was chosen", () => {
    const made = makeFolderFace("Biología");
    expect(resolveFolderFace("Biología", { color: null, icon: null })).toEqual(made);
    expect(resolveFolderFace("Biología", { color: "gray", icon: null })).toEqual({ color: "gray", icon: "🧬" });
    expect(resolveFolderFace("Biología", { color: null, icon: "Ñ" })).toEqual({ color: made.color, icon: "Ñ" });
  });

  it("keeps what was chosen under any name, and makes only the rest from the name", () => {
    const chosen = fc.record({
      color: fc.option(fc.constantFrom(...FOLDER_COLORS)),
      icon: fc.option(fc.constantFrom("🧪", "Ñ")),
    });
    fc.assert(
      fc.property(anyName, chosen, (name, { color, icon }) => {
        const made = makeFolderFace(name);
        expect(resolveFolderFace(name, { color, icon })).toEqual({
          color: color ?? made.color,
          icon: icon ?? made.icon,
        });
      }),
    );
  });
});

describe("folderIcon", () => {
  it.each(["🧬", "⚛️", "⚛", "🇪🇸", "1️⃣", "👩🏽‍🔬", "🏳️‍🌈", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "a", "Ñ", "e\u0301", "本", "7", " z "])(
    "accepts %s",
    (icon) => {
      expect(z.safeParse(folderIcon, icon).success).toBe(true);
    },
  );

  it.each(["", " ", "ab", "🧬🧪", "<", ".", "\u0301", "\u200d", "a🧬", "🇪🇸🇪🇸", "\u0000", "👩‍👩‍👧‍👦‍👦‍👦‍👦", 7, {}])(
    "rejects %j",
    (icon) => {
      expect(z.safeParse(folderIcon, icon)).toMatchObject({
        success: false,
        error: { issues: [{ message: "El icono debe ser un solo emoji o una sola letra" }] },
      });
    },
  );

  it("accepts nothing that a reader would count as two signs", () => {
    const segments = new Intl.Segmenter("es");
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 4 }), (text) => {
        const found = z.safeParse(folderIcon, text);
        if (found.success) expect([...segments.segment(found.data)]).toHaveLength(1);
      }),
    );
  });
});
