// The database tables that the server's `schema/` defines.
import { findSchemaOwner } from "./places.ts";
import { type Node, readLastName, readString, type SourceFile } from "./source-file.ts";

export interface DatabaseTable {
  /** The table's name in the database. */
  name: string;
  /** The constant that defines the table; `path` is the file that exports it. */
  constant: string;
  path: string;
}

export function findDatabaseTables(files: readonly SourceFile[]): DatabaseTable[] {
  return files
    .filter(({ path }) => findSchemaOwner(path) !== undefined)
    .flatMap(({ path, nodes }) =>
      nodes.flatMap((node) => {
        if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return [];
        if (node.init?.type !== "CallExpression" || readLastName(node.init.callee) !== "pgTable") return [];
        const name = node.init.arguments[0] && readString(node.init.arguments[0]);
        return name === undefined ? [] : [{ name, constant: node.id.name, path }];
      }),
    );
}

/** Finds the tables that a file imports, by the local names of the constants. */
export function findImportedTables(file: SourceFile, tables: readonly DatabaseTable[]): Map<string, DatabaseTable> {
  const found = new Map<string, DatabaseTable>();
  for (const { target, bindings } of file.imports) {
    for (const { local, imported } of bindings) {
      const table = tables.find((one) => one.path === target && one.constant === imported);
      if (table) found.set(local, table);
    }
  }
  return found;
}

const TABLE_IN_SQL = /\b(?:from|join|into|update|table)\s+(?:only\s+)?"?([a-z_]+)"?/gi;

/** Finds the tables that the raw SQL in a string or a template names. */
export function findTablesInSql(node: Node, tables: readonly DatabaseTable[]): DatabaseTable[] {
  const names = new Set([...(readString(node) ?? "").matchAll(TABLE_IN_SQL)].map((match) => match[1]?.toLowerCase()));
  return tables.filter(({ name }) => names.has(name));
}
