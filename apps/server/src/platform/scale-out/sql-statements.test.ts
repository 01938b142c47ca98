import fc from "fast-check";
import { expect, test } from "vitest";
import { MIGRATIONS_DIRECTORY, readMigrations } from "#platform/db/migration-files.ts";
import { statementsOf } from "./sql-statements.ts";

test("semicolons in texts, names, comments and functions do not end a statement", () => {
  const body = "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $body$ BEGIN PERFORM 1; RETURN $$;$$; END; $body$";
  expect(
    statementsOf(`
      SELECT 'a;b''; c' AS "d;e"; -- no; end
      /* none; either */ SELECT E'it\\'s; one', $1;;
      ${body};
      SELECT a_e'\\';
      -- the end;`),
  ).toEqual([
    `SELECT 'a;b''; c' AS "d;e"`,
    "-- no; end\n      /* none; either */ SELECT E'it\\'s; one', $1",
    body,
    "SELECT a_e'\\'",
  ]);
});

test("a text of any statements is split into these statements", () => {
  const part = fc
    .array(
      fc.oneof(
        fc.constantFrom("SELECT", "a_1", "$1", "(", ")", "\n", "::text"),
        fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
        fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
        fc.string().map((text) => `$q$${text.replaceAll("$", "")}$q$`),
        fc.string().map((text) => `/*${text.replaceAll("*", "")}*/`),
      ),
    )
    .map((tokens) => `X ${tokens.join(" ")}`.trim());
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(statementsOf(parts.join(";\n"))).toEqual(parts);
    }),
  );
});

test("nothing but spaces and semicolons is lost from the project's own migrations", async () => {
  for (const { sql } of await readMigrations(MIGRATIONS_DIRECTORY)) {
    const withoutEnds = (text: string) => text.replaceAll(/[;\s]/g, "");
    const statements = statementsOf(sql);
    expect(withoutEnds(sql).startsWith(withoutEnds(statements.join("")))).toBe(true);
  }
});
