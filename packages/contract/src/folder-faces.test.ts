import { foldText } from "@repasa/card-text/folding.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { makeFolderFace, resolveFolderFace } from "#folder-faces.ts";
import { FOLDER_COLORS } from "#folders.choices.ts";
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
