// Rules about SQL on the server.
import { databaseTables, importedTables, tablesNamedIn } from "./database-tables.ts";
import { isForTests, isOnServer, placeOf, roleOf, SQL_ROLES, schemaOwner } from "./places.ts";
import { errorAt, lastNameOf, type Node, type SourceFile, type Violation } from "./source-file.ts";

const SQL_PARTS = new Set(["raw", "join", "identifier", "placeholder"]);
const DATABASES = new Set(["db", "database", "orm", "tx", "trx", "transaction", "pool"]);
const STATEMENTS = new Set([
  "select",
  "selectDistinct",
  "selectDistinctOn",
  "insert",
  "update",
  "delete",
  "execute",
  "query",
  "with",
  "$count",
]);

const DRIZZLE = "#platform/db/drizzle.cjs";

/** Drizzle's errors, which code outside of queries may recognise. */
const ERRORS = new Set(["DrizzleError", "DrizzleQueryError"]);

function mayHoldSql(path: string): boolean {
  const { inside } = placeOf(path);
  if (isForTests(path) || /^platform\/(?:db|scale-out)\//.test(inside) || schemaOwner(path) !== undefined) return true;
  return SQL_ROLES.has(roleOf(path) ?? "");
}

/** The SQL that a node builds or runs, as code. */
function sqlOf(node: Node): string | undefined {
  if (node.type === "TaggedTemplateExpression") return lastNameOf(node.tag) === "sql" ? "sql" : undefined;
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    const object = lastNameOf(node.callee.object);
    const method = lastNameOf(node.callee) ?? "";
    if (object !== undefined && DATABASES.has(object) && STATEMENTS.has(method)) return `${object}.${method}`;
  }
  if (node.type === "MemberExpression" && lastNameOf(node.object) === "sql") {
    const part = lastNameOf(node) ?? "";
    if (SQL_PARTS.has(part)) return `sql.${part}`;
  }
  return undefined;
}

/** All SQL of a feature is in its queries. */
export function sqlInQueries(files: readonly SourceFile[]): Violation[] {
  const rule = "sql-in-queries";
  return files.flatMap((file): Violation[] => {
    const { feature = "<feature>" } = placeOf(file.path);
    if (!isOnServer(file.path) || mayHoldSql(file.path)) return [];
    const where = `put it into ${feature}.queries.ts`;
    const statements = file.nodes.flatMap((node) => {
      const found = sqlOf(node);
      return found === undefined ? [] : [errorAt(file, node, rule, `\`${found}\` is SQL — ${where}`)];
    });
    const builders = file.imports
      .filter(({ specifier, isTypeOnly }) => specifier === DRIZZLE && !isTypeOnly)
      .filter(({ bindings }) => bindings.length === 0 || bindings.some(({ imported }) => !ERRORS.has(imported)))
      .map(({ line }) => ({ path: file.path, line, rule, message: `builds SQL with ${DRIZZLE} — ${where}` }));
    return [...builders, ...statements];
  });
}

/** Raw SQL imports the tables of other features that it names, so that the dependency shows. */
export function sqlNamesItsTables(files: readonly SourceFile[]): Violation[] {
  const tables = databaseTables(files);
  return files.flatMap((file) => {
    const { feature } = placeOf(file.path);
    if (!isOnServer(file.path) || roleOf(file.path) !== "queries") return [];
    const reported = new Set(importedTables(file, tables).values());
    return file.nodes.flatMap((node) =>
      tablesNamedIn(node, tables)
        .filter((table) => schemaOwner(table.path) !== feature && !reported.has(table))
        .map((table) => {
          reported.add(table);
          const message = `names the table ${table.name} in raw SQL only — import \`${table.constant}\` from ${table.path} and use it`;
          return errorAt(file, node, "sql-names-its-tables", message);
        }),
    );
  });
}
