// Rules that keep one user's rows from another: an `OwnerId` comes from the database, and queries take one.
import { type DatabaseTable, databaseTables, importedTables, tablesNamedIn } from "./database-tables.ts";
import { isForTests, isOnServer, roleOf, schemaOwner } from "./places.ts";
import type { Settings } from "./settings.ts";
import { errorAt, lastNameOf, type Node, nodesWithin, type SourceFile, type Violation } from "./source-file.ts";

const OWNER = "OwnerId";
const SETTINGS_FILE = "tools/structure/settings.ts";

function namesOwner(file: SourceFile, outer: Node): boolean {
  return nodesWithin(file, outer).some((node) => node.type === "Identifier" && node.name === OWNER);
}

/** How a node declares something an `OwnerId` that the database did not give. */
function ownerCast(file: SourceFile, node: Node): string | undefined {
  switch (node.type) {
    case "TSAsExpression":
    case "TSTypeAssertion":
      return namesOwner(file, node.typeAnnotation) ? `as ${OWNER}` : undefined;
    case "TSTypePredicate":
      return node.typeAnnotation && namesOwner(file, node.typeAnnotation) ? `is ${OWNER}` : undefined;
    case "CallExpression":
      if (lastNameOf(node.callee) !== "$type" || !node.typeArguments) return undefined;
      if (schemaOwner(file.path) !== undefined) return undefined;
      return namesOwner(file, node.typeArguments) ? `$type<${OWNER}>` : undefined;
    default:
      return undefined;
  }
}

/** Only columns have the type `OwnerId`, so every value of it was read from a row. */
export function noOwnerCasts(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    if (!isOnServer(file.path) || isForTests(file.path)) return [];
    return file.nodes.flatMap((node) => {
      const cast = ownerCast(file, node);
      if (cast === undefined) return [];
      const message = `\`${cast}\` makes up an owner — read it from a column of that type, such as an ownerReference()`;
      return [errorAt(file, node, "no-owner-casts", message)];
    });
  });
}

interface TopLevelValue {
  name: string;
  node: Node;
  /** Undefined for a constant that is no function. */
  parameters: readonly Node[] | undefined;
  body: Node;
  isExported: boolean;
}

/** Functions and constants of a file. */
function topLevelValues(file: SourceFile): TopLevelValue[] {
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

/** The tables that a query reads or writes, itself or through functions and constants of its file. */
function touchedTables(file: SourceFile, body: Node, tables: readonly DatabaseTable[]): Set<DatabaseTable> {
  const imported = importedTables(file, tables);
  const values = new Map(topLevelValues(file).map(({ name, body }) => [name, body]));
  const touched = new Set<DatabaseTable>();
  const visited = new Set<Node>();
  const visit = (outer: Node) => {
    if (visited.has(outer)) return;
    visited.add(outer);
    for (const node of nodesWithin(file, outer)) {
      for (const table of tablesNamedIn(node, tables)) touched.add(table);
      if (node.type !== "Identifier") continue;
      const table = imported.get(node.name);
      const value = values.get(node.name);
      if (table) touched.add(table);
      if (value) visit(value);
    }
  };
  visit(body);
  return touched;
}

/** Finds out whether a type holds an `OwnerId`, following names into the files that declare them. */
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
    const nodes = nodesWithin(file, type);
    // A function in a type takes or gives owners, but holds none; and a selection may leave the owner out.
    const opaque = nodes.filter((node) => node.type === "TSFunctionType" || isSelection(node));
    return nodes.some((node) => {
      if (opaque.some((outer) => node.start >= outer.start && node.end <= outer.end)) return false;
      if (node.type === "TSTypeQuery") return [...importedTables(file, tables).keys()].includes(rootNameOf(node));
      if (node.type !== "TSTypeReference" || node.typeName.type !== "Identifier") return false;
      return node.typeName.name === OWNER || declarationHolds(file, node.typeName.name, seen);
    });
  };
  return holds;
}

function isSelection(node: Node): boolean {
  return (
    node.type === "TSTypeReference" &&
    node.typeName.type === "Identifier" &&
    (node.typeName.name === "Pick" || node.typeName.name === "Omit")
  );
}

/** `cards` of `typeof cards.$inferInsert`. */
function rootNameOf(query: Extract<Node, { type: "TSTypeQuery" }>): string {
  let name: Node = query.exprName;
  while (name.type === "TSQualifiedName") name = name.left;
  return name.type === "Identifier" ? name.name : "";
}

/** A query of a personal table takes the owner of its rows, by an `OwnerId` or by rows that hold one. */
export function queriesTakeAnOwner(
  files: readonly SourceFile[],
  { personalTables, ownerlessQueries }: Settings,
): Violation[] {
  const rule = "queries-take-an-owner";
  const tables = databaseTables(files);
  const holdsOwner = createOwnerFinder(files, tables);
  const unneeded = new Set(Object.keys(ownerlessQueries));
  const violations = files
    .filter(({ path }) => isOnServer(path) && roleOf(path) === "queries")
    .flatMap((file) =>
      topLevelValues(file).flatMap(({ parameters, ...query }) => {
        if (!query.isExported || !parameters) return [];
        const personal = [...touchedTables(file, query.body, tables)].filter(({ name }) => personalTables.has(name));
        if (personal.length === 0 || parameters.some((parameter) => holdsOwner(file, parameter))) return [];
        if (unneeded.delete(`${file.path.replace("apps/server/src/features/", "")}#${query.name}`)) return [];
        const message = `${query.name} queries ${personal.map(({ name }) => name).join(", ")} for nobody — take an ${OWNER}, or list the reason in ${SETTINGS_FILE}`;
        return [errorAt(file, query.node, rule, message)];
      }),
    );
  // An exception that stays behind would allow what nobody reviewed.
  const stale = [...unneeded].map((key) => {
    const message = `nothing needs the exception for ${key} — remove it`;
    return { path: SETTINGS_FILE, line: 1, rule, message };
  });
  return [...violations, ...stale];
}
