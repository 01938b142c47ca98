// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computePollDelay, computeRetryDelay } from "#features/imports/imports.polling.ts";
import {
  assignRole,
  buildSamples,
  type ColumnRole,
  type Columns,
  countColumns,
  findRole,
  findUnusedColumn,
  fitColumns,
  isReadable,
  resplitRows,
} from "#features/imports/imports.reading.ts";
import {
  formatBytes,
  formatName,
  formatOutcome,
  formatRemaining,
  formatResult,
} from "#features/imports/imports.wording.ts";
import { sampleImport, samplePreview, sampleResult } from "#testing/sample-imports.ts";

const roles: (ColumnRole | null)[] = ["front", "back", "tags", "folder", "extra", null];

describe("the columns of a table", () => {
  it("swap their roles when a role in use is assigned to another column", () => {
    expect(assignRole({ front: 0, back: 1 }, 0, "back")).toEqual({ front: 1, back: 0 });
    expect(assignRole({ front: 0, back: 1 }, 2, "front")).toEqual({ front: 2, back: 1 });
    expect(assignRole({ front: 0, back: 1, tags: 2 }, 2, null)).toEqual({ front: 0, back: 1 });
    expect(assignRole({ front: 0, back: 1, tags: 2 }, 0, "tags")).toEqual({ front: 2, back: 1, tags: 0 });
  });

  it("never leave question or answer without a column, or give one column two roles", () => {
    const choice = fc.record({ index: fc.nat(5), role: fc.constantFrom(...roles) });
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 20 }), (choices) => {
        let columns: Columns = { front: 0, back: 1 };
        for (const { index, role } of choices) {
          const next = assignRole(columns, index, role);
          // Either the role is assigned, or nothing has changed.
          if (next !== columns) expect(findRole(next, index)).toBe(role);
          columns = next;
        }
        const used = Object.values(columns);
        expect(new Set(used).size).toBe(used.length);
        expect(isReadable({ columns }, 6)).toBe(true);
      }),
    );
  });

  it("are offered for the free roles if they contain text but are not imported", () => {
    const rows = [
      ["Término", "Definición", "", "Ejemplo"],
      ["sol", "estrella", "", "El sol sale."],
    ];
    const reading = { separator: ";", header: true, columns: { front: 0, back: 1 } };
    expect(findUnusedColumn(rows, reading)).toEqual({ index: 3, name: "Ejemplo", roles: ["tags", "extra"] });
    const columns = assignRole(reading.columns, 3, "extra");
    expect(findUnusedColumn(rows, { ...reading, columns })).toBeNull();
    expect(findUnusedColumn(rows, { ...reading, header: false, columns: { front: 0, back: 3, extra: 1 } })).toBeNull();
    const numbered = [
      ["1", "perro", "dog", "The dog barks."],
      ["2", "gato", "cat", "The cat sleeps."],
    ];
    const unnamed = { ...reading, header: false, columns: { front: 1, back: 2 } };
    expect(findUnusedColumn(numbered, unnamed)).toMatchObject({ index: 3 });
    expect(
      findUnusedColumn(
        numbered.map((row) => ["7", ...row.slice(1)]),
        unnamed,
      ),
    ).toMatchObject({ index: 0 });
    const taken = { front: 0, back: 1, tags: 4, extra: 5 };
    expect(
      findUnusedColumn([["a", "b", "c", "d", "e", "f"]], { ...reading, header: false, columns: taken }),
    ).toBeNull();
  });

  it("are reset to the first two if the chosen ones no longer exist", () => {
    expect(fitColumns({ front: 3, back: 4, tags: 5 }, 2)).toEqual({ front: 0, back: 1 });
    expect(fitColumns({ front: 0, back: 1, tags: 5 }, 3)).toEqual({ front: 0, back: 1 });
  });
});

describe("another separator", () => {
  it("splits the rows again, except quoted cells", () => {
    expect(resplitRows([["a;b", "c"]], ",", ";")).toEqual([["a", "b,c"]]);
    expect(resplitRows([["a;b,c", "d;e"]], ",", ";")).toEqual([["a;b,c,d", "e"]]);
    expect(resplitRows([["una línea"]], ",", "\t")).toEqual([["una línea"]]);
  });

  it("leaves no trace after the previous one is restored", () => {
    const cell = fc.stringMatching(/^[a-c;]{0,6}$/);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const plain = rows.map((row) => row.map((text) => text.replaceAll(";", "")));
        expect(resplitRows(resplitRows(plain, ",", ";"), ";", ",")).toEqual(plain);
        expect(countColumns(resplitRows(rows, ",", ";"))).toBeLessThanOrEqual(rows.flat().join(";").length + 1);
      }),
    );
  });
});

describe("buildSamples", () => {
  it("builds the cards that the chosen columns will become", () => {
    const rows = [
      ["Término", "Definición"],
      ["sol", "estrella"],
    ];
    expect(buildSamples(rows, { separator: ",", header: true, columns: { front: 1, back: 0 } })).toEqual([
      { folder: "", front: "estrella", back: "sol", format: "plain" },
    ]);
    const columns = { front: 0, back: 1, extra: 2 };
    const shown = buildSamples(
      [
        ["ir", "to go", "I go."],
        ["ser", "to be"],
      ],
      { separator: ",", header: false, columns },
    );
    expect(shown.map(({ back }) => back)).toEqual(["to go\n\nI go.", "to be"]);
  });
});

describe("polling an import", () => {
  it("slows down over time, and further after failures", () => {
    const pauses = Array.from({ length: 30 }, (_, requests) => computePollDelay(requests));
    expect(pauses[0]).toBe(400);
    expect(pauses.at(-1)).toBe(3000);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect([0, 5000, 10 ** 6].map(computeRetryDelay)).toEqual([3000, 5000, 30_000]);
  });
});

describe("the texts of an import", () => {
  it("list the results of an import without zeros", () => {
    expect(formatResult(sampleResult({ cards: 1, folders: 1, skipped: 2 }))).toEqual([
      "1 carta nueva",
      "1 carpeta nueva",
      "2 cartas que ya tenías conservan su texto",
    ]);
    expect(formatResult(sampleResult({ cards: 0, skipped: 1, reviews: 3 }))).toEqual([
      "0 cartas nuevas",
      "1 carta que ya tenías conserva su texto",
      "3 repasos de tu historial",
    ]);
  });

  it("name the format of a file", () => {
    const table = { separator: ";", header: false, columns: { front: 0, back: 1 }, rows: [] };
    const formatNameOf = (preview: Parameters<typeof samplePreview>[0]) =>
      formatName({ format: "table", preview: samplePreview(preview) });
    expect([formatNameOf({ table }), formatNameOf({ table: { ...table, separator: "" } }), formatNameOf({})]).toEqual([
      "Tabla",
      "Hoja de cálculo",
      "Notas",
    ]);
    expect(formatName({ format: "apkg", preview: samplePreview() })).toBe("Paquete de Anki");
  });

  it("describe the outcome for other screens", () => {
    expect(formatOutcome(sampleImport({ status: "done", result: sampleResult({ cards: 1200 }) }))).toBe(
      "Importación terminada: 1.200 cartas nuevas",
    );
    expect(formatOutcome(sampleImport({ status: "done", result: sampleResult({ cards: 0, reviews: 3 }) }))).toBe(
      "Importación terminada: 3 repasos",
    );
    expect(formatOutcome(sampleImport({ status: "running" }))).toBeNull();
    const error = { code: "unreadable", message: "El archivo está dañado." };
    expect(formatOutcome(sampleImport({ status: "failed", error }))).toBe("El archivo está dañado.");
    expect(formatRemaining(0)).toBe("Todo lo que trajo se ha quitado.");
    expect(formatRemaining(2)).toContain("2 cartas");
    expect([formatBytes(999), formatBytes(2_400_000)]).toEqual(["1 KB", "2,4 MB"]);
  });
});
