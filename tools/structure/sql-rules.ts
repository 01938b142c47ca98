// Rules about SQL on the server. `biome/sql-in-queries.grit` says where it may be.
import { findDatabaseTables, findImportedTables, findTablesInSql } from "./database-tables.ts";
import { findRole, findSchemaOwner, isOnServer, parsePlace } from "./places.ts";
import { createViolation, type SourceFile, type Violation } from "./source-file.ts";

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
