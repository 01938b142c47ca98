import { describe, expect, test } from "vitest";
import { findViolationsWith } from "./testing/clean-tree.ts";

const FOLDERS = "apps/server/src/features/folders";
const QUERIES = `${FOLDERS}/folders.queries.ts`;
const IMPORT = 'import { folders } from "#schema/folders.ts";\n';

function rulesOf(path: string, text: string): string[] {
  return findViolationsWith({ [path]: text }).map(({ rule }) => rule);
}

describe("a query of a personal table", () => {
  test.each([
    ["takes a bare number", "(db: Db, userId: number) => db.select().from(folders).where(userId)"],
    ["takes nothing", "(db: Db) => db.select().from(folders)"],
    [
      "names its table in raw SQL",
      "(db: Db, id: number) => db.execute(sql`delete from folders where id = $" + "{id}`)",
    ],
    ["goes through another function", "(db: Db, id: number) => select(db, id)"],
    ["goes through a constant", "(db: Db, id: number) => db.execute(statement, id)"],
    ["takes a selection without the owner", '(db: Db, row: Omit<Row, "userId">) => db.insert(folders).values(row)'],
    ["takes a callback", "(db: Db, each: (owner: OwnerId) => void) => db.select().from(folders).then(each)"],
  ])("is red when it %s", (_what, query) => {
    const rest = [
      "type Row = typeof folders.$inferInsert;",
      "const select = (db: Db, id: number) => db.select(id).from(folders);",
      'const statement = { text: "SELECT 1 FROM folders" };',
      "export const used: Row = [select, statement];",
    ];
    expect(rulesOf(QUERIES, `${IMPORT}export const list = ${query};\n${rest.join("\n")}\n`)).toEqual([
      "queries-take-an-owner",
    ]);
  });

  test.each([
    ["an owner", "(db: Db, owner: OwnerId) => db.select(folders, owner)"],
    ["several owners", "(db: Db, owners: readonly OwnerId[]) => db.select(folders, owners)"],
    ["a row of the table", "(db: Db, row: typeof folders.$inferInsert) => db.insert(folders).values(row)"],
    ["objects with an owner", "(db: Db, days: Day[]) => db.select(folders, days)"],
    ["a type of another file", "(db: Db, { plans }: { plans: Plan[] }) => db.select(folders, plans)"],
  ])("is green when it takes %s", (_what, query) => {
    const planImport = 'import type { Plan } from "#plan.ts";\n';
    const text = `${IMPORT}${planImport}interface Day { owner: OwnerId }\nexport const list = ${query};\n`;
    const plan = 'import type { OwnerId } from "#platform/db/owner.ts";\nexport type Plan = { userId: OwnerId };\n';
    expect(findViolationsWith({ [QUERIES]: text, "apps/server/src/plan.ts": plan })).toEqual([]);
  });

  test("may be listed with a reason, as long as it needs one", () => {
    const ownerlessQueries = { "folders/folders.queries.ts#list": "planted" };
    const text = `${IMPORT}export function list(db: Db) {\n  return db.select().from(folders);\n}\n`;
    expect(findViolationsWith({ [QUERIES]: text })).toMatchObject([{ rule: "queries-take-an-owner", line: 2 }]);
    expect(findViolationsWith({ [QUERIES]: text }, { ownerlessQueries })).toEqual([]);
    expect(findViolationsWith({}, { ownerlessQueries })).toMatchObject([
      { rule: "queries-take-an-owner", message: expect.stringContaining("remove it") },
    ]);
  });

  test("of a table that is nobody's needs no owner", () => {
    const text = `${IMPORT}export const list = (db: Db) => db.select().from(folders);\n`;
    expect(findViolationsWith({ [QUERIES]: text }, { personalTables: new Set(["cards"]) })).toEqual([]);
  });
});
