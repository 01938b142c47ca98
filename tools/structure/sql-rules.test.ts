import { describe, expect, test } from "vitest";
import { findViolationsWith } from "./testing/clean-tree.ts";

const QUERIES = "apps/server/src/features/cards/cards.queries.ts";
const IMPORT = 'import { folders } from "#schema/folders.ts";\n';

describe("raw SQL", () => {
  test.each([
    ["a template", "export const all = (db: Db, owner: OwnerId) => db.execute(sql`select 1 from folders`);\n"],
    ["a statement as text", 'export const statement = { text: "UPDATE folders SET name = $1" };\n'],
    ["a join", "export const join = sql.raw(`left join folders using (id)`);\n"],
  ])("imports the tables of other features that it names in %s", (_what, text) => {
    const found = findViolationsWith({ [QUERIES]: text });
    expect(found).toMatchObject([{ rule: "sql-names-its-tables", path: QUERIES, line: 1 }]);
    expect(findViolationsWith({ [QUERIES]: `${IMPORT}${text}export const table = folders;\n` })).toEqual([]);
  });

  test("may name the feature's own tables, and words that are no tables", () => {
    const path = "apps/server/src/features/folders/folders.queries.ts";
    expect(findViolationsWith({ [path]: "export const text = 'select from folders join pending';\n" })).toEqual([]);
    expect(findViolationsWith({ [QUERIES]: "export const text = 'where folders is 1';\n" })).toEqual([]);
  });
});
