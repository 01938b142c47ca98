import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pauseAfter, pauseAfterFailure } from "#features/imports/imports.polling.ts";
import {
  assigned,
  type ColumnRole,
  type Columns,
  columnLeftOut,
  fitted,
  isReadable,
  roleOf,
  samplesOf,
  splitAgain,
  widthOf,
} from "#features/imports/imports.reading.ts";
import { formatName, keptText, outcomeText, resultLines, sizeText } from "#features/imports/imports.wording.ts";
import { sampleImport, samplePreview, sampleResult } from "#testing/sample-imports.ts";

const roles: (ColumnRole | null)[] = ["front", "back", "tags", "folder", "extra", null];

describe("the columns of a table", () => {
  it("swaps question and answer by one choice", () => {
    expect(assigned({ front: 0, back: 1 }, 0, "back")).toEqual({ front: 1, back: 0 });
    expect(assigned({ front: 0, back: 1 }, 2, "front")).toEqual({ front: 2, back: 1 });
    expect(assigned({ front: 0, back: 1, tags: 2 }, 2, null)).toEqual({ front: 0, back: 1 });
    expect(assigned({ front: 0, back: 1, tags: 2 }, 0, "tags")).toEqual({ front: 2, back: 1, tags: 0 });
  });

  it("never leaves question or answer without a column, nor one column with two roles", () => {
    const choice = fc.record({ index: fc.nat(5), role: fc.constantFrom(...roles) });
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 20 }), (choices) => {
        let columns: Columns = { front: 0, back: 1 };
        for (const { index, role } of choices) {
          const next = assigned(columns, index, role);
          // Either it is as it was asked for, or nothing has changed.
          if (next !== columns) expect(roleOf(next, index)).toBe(role);
          columns = next;
        }
        const used = Object.values(columns);
        expect(new Set(used).size).toBe(used.length);
        expect(isReadable({ columns }, 6)).toBe(true);
      }),
    );
  });

  it("offers the first column with texts that is left out, as what no other column is yet", () => {
    const rows = [
      ["Término", "Definición", "", "Ejemplo"],
      ["sol", "estrella", "", "El sol sale."],
    ];
    const reading = { separator: ";", header: true, columns: { front: 0, back: 1 } };
    expect(columnLeftOut(rows, reading)).toEqual({ index: 3, name: "Ejemplo", roles: ["tags", "extra"] });
    const columns = assigned(reading.columns, 3, "extra");
    expect(columnLeftOut(rows, { ...reading, columns })).toBeNull();
    expect(columnLeftOut(rows, { ...reading, header: false, columns: { front: 0, back: 3, extra: 1 } })).toBeNull();
    const taken = { front: 0, back: 1, tags: 4, extra: 5 };
    expect(columnLeftOut([["a", "b", "c", "d", "e", "f"]], { ...reading, header: false, columns: taken })).toBeNull();
  });

  it("takes the first two where the chosen ones are gone", () => {
    expect(fitted({ front: 3, back: 4, tags: 5 }, 2)).toEqual({ front: 0, back: 1 });
    expect(fitted({ front: 0, back: 1, tags: 5 }, 3)).toEqual({ front: 0, back: 1 });
  });
});

describe("another separator", () => {
  it("splits the rows anew, and leaves whole what stood in quotes", () => {
    expect(splitAgain([["a;b", "c"]], ",", ";")).toEqual([["a", "b,c"]]);
    expect(splitAgain([["a;b,c", "d;e"]], ",", ";")).toEqual([["a;b,c,d", "e"]]);
    expect(splitAgain([["una línea"]], ",", "\t")).toEqual([["una línea"]]);
  });

  it("is undone by the one before", () => {
    const cell = fc.stringMatching(/^[a-c;]{0,6}$/);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const plain = rows.map((row) => row.map((text) => text.replaceAll(";", "")));
        expect(splitAgain(splitAgain(plain, ",", ";"), ";", ",")).toEqual(plain);
        expect(widthOf(splitAgain(rows, ",", ";"))).toBeLessThanOrEqual(rows.flat().join(";").length + 1);
      }),
    );
  });

  it("shows the cards as they will be", () => {
    const rows = [
      ["Término", "Definición"],
      ["sol", "estrella"],
    ];
    expect(samplesOf(rows, { separator: ",", header: true, columns: { front: 1, back: 0 } })).toEqual([
      { folder: "", front: "estrella", back: "sol", format: "plain" },
    ]);
    const columns = { front: 0, back: 1, extra: 2 };
    const shown = samplesOf(
      [
        ["ir", "to go", "I go."],
        ["ser", "to be"],
      ],
      { separator: ",", header: false, columns },
    );
    expect(shown.map(({ back }) => back)).toEqual(["to go\n\nI go.", "to be"]);
  });
});

describe("asking how an import gets on", () => {
  it("asks less and less often, and gives a server that fails time", () => {
    const pauses = Array.from({ length: 30 }, (_, asked) => pauseAfter(asked));
    expect(pauses[0]).toBe(400);
    expect(pauses.at(-1)).toBe(3000);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect([0, 5000, 10 ** 6].map(pauseAfterFailure)).toEqual([3000, 5000, 30_000]);
  });
});

describe("the words of an import", () => {
  it("lists what came, and leaves out what did not", () => {
    expect(resultLines(sampleResult({ cards: 1, folders: 1, skipped: 2 }))).toEqual([
      "1 carta nueva",
      "1 carpeta nueva",
      "2 cartas que ya tenías conservan su texto",
    ]);
    expect(resultLines(sampleResult({ cards: 0, skipped: 1, reviews: 3 }))).toEqual([
      "0 cartas nuevas",
      "1 carta que ya tenías conserva su texto",
      "3 repasos de tu historial",
    ]);
  });

  it("names what a file is", () => {
    const table = { separator: ";", header: false, columns: { front: 0, back: 1 }, rows: [] };
    const nameOf = (preview: Parameters<typeof samplePreview>[0]) =>
      formatName({ format: "table", preview: samplePreview(preview) });
    expect([nameOf({ table }), nameOf({ table: { ...table, separator: "" } }), nameOf({})]).toEqual([
      "Tabla",
      "Hoja de cálculo",
      "Notas",
    ]);
    expect(formatName({ format: "apkg", preview: samplePreview() })).toBe("Paquete de Anki");
  });

  it("says how it ended, on other screens", () => {
    expect(outcomeText(sampleImport({ status: "done", result: sampleResult({ cards: 1200 }) }))).toBe(
      "Importación terminada: 1.200 cartas nuevas",
    );
    expect(outcomeText(sampleImport({ status: "done", result: sampleResult({ cards: 0, reviews: 3 }) }))).toBe(
      "Importación terminada: 3 repasos",
    );
    expect(outcomeText(sampleImport({ status: "running" }))).toBeNull();
    const error = { code: "unreadable", message: "El archivo está dañado." };
    expect(outcomeText(sampleImport({ status: "failed", error }))).toBe("El archivo está dañado.");
    expect(keptText(0)).toBe("Todo lo que trajo se ha quitado.");
    expect(keptText(2)).toContain("2 cartas");
    expect([sizeText(999), sizeText(2_400_000)]).toEqual(["1 KB", "2,4 MB"]);
  });
});
