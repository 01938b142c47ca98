// Rules about where SQL may stand, on the server.
import { isForTests, placeOf, roleOf } from "./places.ts";
import { codeOf, importsOf, lineAt, type SourceFile, stringsOf, type Violation } from "./source-file.ts";

const RUNS_SQL =
  /\bsql\s*(?:<[^>`]*>)?\s*`|\bsql\s*\.\s*(?:raw|join|identifier|placeholder)\b|\b(?:db|database|tx|trx|transaction|pool)\s*\.\s*(?:select|selectDistinct|selectDistinctOn|insert|update|delete|execute|query|with|\$count)\b\s*[(.<]/g;

// Errors and types say nothing in SQL.
const HARMLESS_NAMES = new Set(["DrizzleError", "DrizzleQueryError"]);

function mayHoldSql(path: string): boolean {
  const { inside } = placeOf(path);
  return isForTests(path) || inside.startsWith("db/") || ["queries", "table"].includes(roleOf(path) ?? "");
}

/** Every statement of a feature on one page. */
export function sqlInQueries(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file): Violation[] => {
    const { path, text } = file;
    const { workspace, feature = "<feature>" } = placeOf(path);
    if (workspace !== "server" || mayHoldSql(path)) return [];
    const where = `put it into ${feature}.queries.ts`;
    const statements = [...codeOf(text).matchAll(RUNS_SQL)].map((match) => ({
      line: lineAt(text, match.index),
      message: `\`${match[0].replace(/\s+/g, "").replace(/[(.<`]$/, "")}\` is SQL — ${where}`,
    }));
    const builders = importsOf(file)
      .filter(({ specifier, isTypeOnly }) => /^drizzle-orm(\/|$)/.test(specifier) && !isTypeOnly)
      .filter(({ names }) => names.length === 0 || names.some((name) => !HARMLESS_NAMES.has(name)))
      .map(({ line, specifier }) => ({ line, message: `builds SQL with ${specifier} — ${where}` }));
    return [...builders, ...statements].map((found) => ({ path, rule: "sql-in-queries", severity: "error", ...found }));
  });
}

/** Time comes from the Clock, so that a test can move it. */
export function noSqlClock(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }): Violation[] => {
    if (placeOf(path).workspace !== "server" || isForTests(path)) return [];
    const inCode = [...codeOf(text).matchAll(/\.\s*defaultNow\s*\(/g)];
    const inSql = [
      ...stringsOf(text).matchAll(
        /(?<![\w.])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|(?<![\w.-])current_(?:timestamp|date|time)\b|(?<![\w.-])localtimestamp\b/gi,
      ),
    ];
    return [...inCode, ...inSql].map((match) => ({
      path,
      line: lineAt(text, match.index),
      rule: "no-sql-clock",
      message: `\`${match[0]}\` is the database's time — pass the time of the Clock that is handed in`,
      severity: "error",
    }));
  });
}
