// The database tables that the server's `schema/` defines.
import { schemaOwner } from "./places.ts";
import { lastNameOf, type Node, type SourceFile, stringOf } from "./source-file.ts";

export interface DatabaseTable {
  /** Its name in the database. */
  name: string;
  /** The constant that holds it, and the file that exports it. */
  constant: string;
  path: string;
}

export function databaseTables(files: readonly SourceFile[]): DatabaseTable[] {
  return files
    .filter(({ path }) => schemaOwner(path) !== undefined)
    .flatMap(({ path, nodes }) =>
      nodes.flatMap((node) => {
        if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return [];
        if (node.init?.type !== "CallExpression" || lastNameOf(node.init.callee) !== "pgTable") return [];
        const name = node.init.arguments[0] && stringOf(node.init.arguments[0]);
        return name === undefined ? [] : [{ name, constant: node.id.name, path }];
      }),
    );
}

/** Tables of this file's imports, by the local name of the constant. */
export function importedTables(file: SourceFile, tables: readonly DatabaseTable[]): Map<string, DatabaseTable> {
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

/** The tables that a string or a template names as raw SQL would. */
export function tablesNamedIn(node: Node, tables: readonly DatabaseTable[]): DatabaseTable[] {
  const names = new Set([...(stringOf(node) ?? "").matchAll(TABLE_IN_SQL)].map((match) => match[1]?.toLowerCase()));
  return tables.filter(({ name }) => names.has(name));
}
