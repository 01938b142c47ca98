// Rules that keep one user's rows from another: an `OwnerId` comes from the database, and queries take one.
import { type DatabaseTable, databaseTables, importedTables, tablesNamedIn } from "./database-tables.ts";
import { isForTests, isSchema, placeOf, roleOf } from "./places.ts";
import type { Settings } from "./settings.ts";
import { unneededExceptions } from "./size-rules.ts";
import { errorAt, lastNameOf, type Node, nodesWithin, type SourceFile, type Violation } from "./source-file.ts";

const OWNER = "OwnerId";

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
      if (lastNameOf(node.callee) !== "$type" || !node.typeArguments || mayTypeColumns(file.path)) return undefined;
      return namesOwner(file, node.typeArguments) ? `$type<${OWNER}>` : undefined;
    default:
      return undefined;
  }
}

function mayTypeColumns(path: string): boolean {
  return isSchema(path);
}

/** Only columns have the type `OwnerId`, so whoever holds one read it from a row. */
export function noOwnerCasts(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    if (placeOf(file.path).workspace !== "server" || isForTests(file.path)) return [];
    return file.nodes.flatMap((node) => {
      const cast = ownerCast(file, node);
      if (cast === undefined) return [];
      const message = `\`${cast}\` makes up an owner — read it from a column of that type, such as an ownerReference()`;
      return [errorAt(file, node, "no-owner-casts", message)];
    });
  });
}

interface Query {
  name: string;
  node: Node;
  parameters: readonly Node[];
  body: Node;
}

function exportedQueries(file: SourceFile): Query[] {
  return file.body.flatMap((statement): Query[] => {
    if (statement.type !== "ExportNamedDeclaration" || !statement.declaration) return [];
    const { declaration } = statement;
    if (declaration.type === "FunctionDeclaration") {
      if (!declaration.id || !declaration.body) return [];
      return [{ name: declaration.id.name, node: statement, parameters: declaration.params, body: declaration.body }];
    }
    if (declaration.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== "Identifier" || init?.type !== "ArrowFunctionExpression") return [];
      return [{ name: id.name, node: statement, parameters: init.params, body: init.body }];
    });
  });
}

/** Functions and constants of a file, by name. */
function topLevelValues(file: SourceFile): Map<string, Node> {
  const values = new Map<string, Node>();
  for (const statement of file.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "FunctionDeclaration" && declaration.id && declaration.body) {
      values.set(declaration.id.name, declaration.body);
    } else if (declaration?.type === "VariableDeclaration") {
      for (const { id, init } of declaration.declarations)
        if (id.type === "Identifier" && init) values.set(id.name, init);
    }
  }
  return values;
}

/** The tables that a query reads or writes, itself or through functions and constants of its file. */
function touchedTables(file: SourceFile, query: Query, tables: readonly DatabaseTable[]): Set<DatabaseTable> {
  const imported = importedTables(file, tables);
  const values = topLevelValues(file);
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
  visit(query.body);
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

/** Whoever queries a personal table says whose rows, by an `OwnerId` or by rows that hold one. */
export function queriesTakeAnOwner(
  files: readonly SourceFile[],
  { personalTables, ownerlessQueries }: Settings,
): Violation[] {
  const rule = "queries-take-an-owner";
  const tables = databaseTables(files);
  const holdsOwner = createOwnerFinder(files, tables);
  const unneeded = new Set(Object.keys(ownerlessQueries));
  const violations = files
    .filter(({ path }) => placeOf(path).workspace === "server" && roleOf(path) === "queries")
    .flatMap((file) =>
      exportedQueries(file).flatMap((query) => {
        const personal = [...touchedTables(file, query, tables)].filter(({ name }) => personalTables.has(name));
        if (personal.length === 0 || query.parameters.some((parameter) => holdsOwner(file, parameter))) return [];
        if (unneeded.delete(`${file.path}#${query.name}`)) return [];
        const message = `${query.name} queries ${personal.map(({ name }) => name).join(", ")} for nobody — take an ${OWNER}, or list the reason in tools/structure/settings.ts`;
        return [errorAt(file, query.node, rule, message)];
      }),
    );
  return [...violations, ...unneededExceptions(unneeded, rule)];
}
