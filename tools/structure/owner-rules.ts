// Queries take an owner. `biome/no-owner-casts.grit` makes sure that every `OwnerId` comes from the database.
import { type DatabaseTable, findDatabaseTables, findImportedTables, findTablesInSql } from "./database-tables.ts";
import { findRole, isOnServer } from "./places.ts";
import type { Settings } from "./settings.ts";
import { createViolation, listNodesWithin, type Node, type SourceFile, type Violation } from "./source-file.ts";

const OWNER = "OwnerId";
const SETTINGS_FILE = "tools/structure/settings.ts";

interface TopLevelValue {
  name: string;
  node: Node;
  /** Undefined for a constant that is not a function. */
  parameters: readonly Node[] | undefined;
  body: Node;
  isExported: boolean;
}

/** Lists the functions and constants at the top level of a file. */
function listTopLevelValues(file: SourceFile): TopLevelValue[] {
  return file.body.flatMap((node): TopLevelValue[] => {
    const isExported = node.type === "ExportNamedDeclaration";
    const declaration = isExported ? node.declaration : node;
    if (declaration?.type === "FunctionDeclaration" && declaration.id && declaration.body) {
      const { id, params, body } = declaration;
      return [{ name: id.name, node, parameters: params, body, isExported }];
    }
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== "Identifier" || !init) return [];
      const isFunction = init.type === "ArrowFunctionExpression";
      const [parameters, body] = isFunction ? [init.params, init.body] : [undefined, init];
      return [{ name: id.name, node, parameters, body, isExported }];
    });
  });
}

/** Finds the tables that a query reads or writes, itself or through functions and constants of its file. */
function findUsedTables(file: SourceFile, body: Node, tables: readonly DatabaseTable[]): Set<DatabaseTable> {
  const imported = findImportedTables(file, tables);
  const values = new Map(listTopLevelValues(file).map(({ name, body }) => [name, body]));
  const used = new Set<DatabaseTable>();
  const visited = new Set<Node>();
  const visit = (outer: Node) => {
    if (visited.has(outer)) return;
    visited.add(outer);
    for (const node of listNodesWithin(file, outer)) {
      for (const table of findTablesInSql(node, tables)) used.add(table);
      if (node.type !== "Identifier") continue;
      const table = imported.get(node.name);
      const value = values.get(node.name);
      if (table) used.add(table);
      if (value) visit(value);
    }
  };
  visit(body);
  return used;
}

/** Creates a function that returns whether a type contains an `OwnerId`, following names into the files that declare them. */
function createOwnerFinder(files: readonly SourceFile[], tables: readonly DatabaseTable[]) {
  const byPath = new Map(files.map((file) => [file.path, file]));

  const declarationHolds = (file: SourceFile, name: string, seen: Set<Node>): boolean => {
    const declaration = file.nodes.find(
      (node) =>
        (node.type === "TSTypeAliasDeclaration" || node.type === "TSInterfaceDeclaration") && node.id.name === name,
    );
    if (declaration) return holds(file, declaration, seen);
    for (const { target = "", bindings } of file.imports) {
      const binding = bindings.find(({ local }) => local === name);
      const source = byPath.get(target);
      if (binding && source) return declarationHolds(source, binding.imported, seen);
    }
    return false;
  };

  const holds = (file: SourceFile, type: Node, seen = new Set<Node>()): boolean => {
    if (seen.has(type)) return false;
    seen.add(type);
    const nodes = listNodesWithin(file, type);
    // A function type may take or return owners but contains none, and a `Pick` or an `Omit` may leave the owner out.
    const isSelection = (node: Node) => /^(?:Pick|Omit)</.test(file.text.slice(node.start, node.end));
    const opaque = nodes.filter((node) => node.type === "TSFunctionType" || isSelection(node));
    return nodes.some((node) => {
      if (opaque.some((outer) => node.start >= outer.start && node.end <= outer.end)) return false;
      if (node.type === "TSTypeQuery") return [...findImportedTables(file, tables).keys()].includes(readRootName(node));
      if (node.type !== "TSTypeReference" || node.typeName.type !== "Identifier") return false;
      return node.typeName.name === OWNER || declarationHolds(file, node.typeName.name, seen);
    });
  };
  return holds;
}

/** Returns the first name of a type query: `cards` for `typeof cards.$inferInsert`. */
function readRootName(query: Extract<Node, { type: "TSTypeQuery" }>): string {
  let name: Node = query.exprName;
  while (name.type === "TSQualifiedName") name = name.left;
  return name.type === "Identifier" ? name.name : "";
}

/** A query of a personal table takes the owner of its rows, as an `OwnerId` or in rows that contain one. */
export function queriesTakeAnOwner(
  files: readonly SourceFile[],
  { personalTables, ownerlessQueries }: Settings,
): Violation[] {
  const rule = "queries-take-an-owner";
  const tables = findDatabaseTables(files);
  const holdsOwner = createOwnerFinder(files, tables);
  const unneeded = new Set(Object.keys(ownerlessQueries));
  const violations = files
    .filter(({ path }) => isOnServer(path) && findRole(path) === "queries")
    .flatMap((file) =>
      listTopLevelValues(file).flatMap(({ parameters, ...query }) => {
        if (!query.isExported || !parameters) return [];
        const personal = [...findUsedTables(file, query.body, tables)].filter(({ name }) => personalTables.has(name));
        if (personal.length === 0 || parameters.some((parameter) => holdsOwner(file, parameter))) return [];
        if (unneeded.delete(`${file.path.replace("apps/server/src/features/", "")}#${query.name}`)) return [];
        const message = `${query.name} queries ${personal.map(({ name }) => name).join(", ")} for nobody — take an ${OWNER}, or list the reason in ${SETTINGS_FILE}`;
        return [createViolation(file, query.node, rule, message)];
      }),
    );
  // An exception that is no longer needed would later apply to code that nobody has reviewed.
  const stale = [...unneeded].map((key) => {
    const message = `nothing needs the exception for ${key} — remove it`;
    return { path: SETTINGS_FILE, line: 1, rule, message };
  });
  return [...violations, ...stale];
}
