// Rules about SQL on the server.
import { findDatabaseTables, findImportedTables, findTablesInSql } from "./database-tables.ts";
import { findRole, findSchemaOwner, isForTests, isOnServer, parsePlace, SQL_ROLES } from "./places.ts";
import { createViolation, type Node, readLastName, type SourceFile, type Violation } from "./source-file.ts";

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

/** Drizzle's errors, which code outside of queries may catch. */
const ERRORS = new Set(["DrizzleError", "DrizzleQueryError"]);

function mayContainSql(path: string): boolean {
  const { inside } = parsePlace(path);
  if (isForTests(path) || /^platform\/(?:db|scale-out)\//.test(inside) || findSchemaOwner(path) !== undefined)
    return true;
  return SQL_ROLES.has(findRole(path) ?? "");
}

/** Returns the code by which a node builds or runs SQL; undefined if it does not. */
function findSql(node: Node): string | undefined {
  if (node.type === "TaggedTemplateExpression") return readLastName(node.tag) === "sql" ? "sql" : undefined;
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    const object = readLastName(node.callee.object);
    const method = readLastName(node.callee) ?? "";
    if (object !== undefined && DATABASES.has(object) && STATEMENTS.has(method)) return `${object}.${method}`;
  }
  if (node.type === "MemberExpression" && readLastName(node.object) === "sql") {
    const part = readLastName(node) ?? "";
    if (SQL_PARTS.has(part)) return `sql.${part}`;
  }
  return undefined;
}

/** All SQL of a feature is in its queries. */
export function sqlInQueries(files: readonly SourceFile[]): Violation[] {
  const rule = "sql-in-queries";
  return files.flatMap((file): Violation[] => {
    const { feature = "<feature>" } = parsePlace(file.path);
    if (!isOnServer(file.path) || mayContainSql(file.path)) return [];
    const where = `put it into ${feature}.queries.ts`;
    const statements = file.nodes.flatMap((node) => {
      const found = findSql(node);
      return found === undefined ? [] : [createViolation(file, node, rule, `\`${found}\` is SQL — ${where}`)];
    });
    const builders = file.imports
      .filter(({ specifier, isTypeOnly }) => specifier === DRIZZLE && !isTypeOnly)
      .filter(({ bindings }) => bindings.length === 0 || bindings.some(({ imported }) => !ERRORS.has(imported)))
      .map(({ line }) => ({ path: file.path, line, rule, message: `builds SQL with ${DRIZZLE} — ${where}` }));
    return [...builders, ...statements];
  });
}

/** Code with raw SQL imports the tables of other features that the SQL names, so that the dependency is visible. */
export function sqlNamesItsTables(files: readonly SourceFile[]): Violation[] {
  const tables = findDatabaseTables(files);
  return files.flatMap((file) => {
    const { feature } = parsePlace(file.path);
    if (!isOnServer(file.path) || findRole(file.path) !== "queries") return [];
    const reported = new Set(findImportedTables(file, tables).values());
    return file.nodes.flatMap((node) =>
      findTablesInSql(node, tables)
        .filter((table) => findSchemaOwner(table.path) !== feature && !reported.has(table))
        .map((table) => {
          reported.add(table);
          const message = `names the table ${table.name} in raw SQL only — import \`${table.constant}\` from ${table.path} and use it`;
          return createViolation(file, node, "sql-names-its-tables", message);
        }),
    );
  });
}
