import { posix } from "node:path";
import { type ESTree, parseSync } from "vite";

export type Node = ESTree.Node;

/** An import or a re-export. `target` is a path in the project; undefined for built-ins and packages from npm. */
export interface Import {
  specifier: string;
  target: string | undefined;
  line: number;
  isTypeOnly: boolean;
  /** The names that it binds; empty for namespaces, side effects and dynamic imports. */
  bindings: { local: string; imported: string }[];
}

/** A parsed file of the project; the path is relative to the root, with slashes. */
export interface SourceFile {
  path: string;
  text: string;
  /** The statements at the top level. */
  body: ESTree.Program["body"];
  /** All nodes, each before its children. */
  nodes: readonly Node[];
  imports: readonly Import[];
}

export interface Violation {
  path: string;
  line: number;
  rule: string;
  /** The problem and, after a dash, its solution. */
  message: string;
}

/** @throws SyntaxError if the text is not valid in the language of the path's extension. */
export function parseFile(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text, { preserveParens: false });
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const nodes: Node[] = [];
  collectNodes(program, nodes);
  const imports = nodes.flatMap((node) => parseImport(path, text, node) ?? []);
  return { path, text, body: program.body, nodes, imports };
}

function collectNodes(value: unknown, nodes: Node[]): void {
  if (typeof value !== "object" || value === null) return;
  if (isNode(value)) nodes.push(value);
  for (const child of Object.values(value)) collectNodes(child, nodes);
}

function isNode(value: object): value is Node {
  return "type" in value && typeof value.type === "string" && "start" in value;
}

/** Returns the node itself and all nodes inside it. */
export function listNodesWithin(file: SourceFile, outer: Node): Node[] {
  return file.nodes.filter((node) => node.start >= outer.start && node.end <= outer.end);
}

function findLine(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

export function createViolation(file: SourceFile, node: Node, rule: string, message: string): Violation {
  return { path: file.path, line: findLine(file.text, node.start), rule, message };
}

/** Returns the contents of a string or a template, with a `?` for each expression; undefined for other nodes. */
export function readString(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral") return node.quasis.map((part) => part.value.raw).join("?");
  return undefined;
}

/** Returns the last name of an expression: `select` for `db.orm.select`. */
export function readLastName(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression" && node.property.type === "Identifier") return node.property.name;
  return undefined;
}

const WORKSPACE = /^(?:apps|packages)\/[^/]+\//;

/** Returns the path in the project that an import resolves to; undefined for built-ins and packages from npm. */
function resolveImport(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return posix.join(posix.dirname(from), bare);
  if (bare.startsWith("#")) return `${WORKSPACE.exec(from)?.[0] ?? ""}src/${bare.slice(1)}`;
  const ours = /^@repasa\/([^/]+)\/(.+)$/.exec(bare);
  if (!ours) return undefined;
  const [, name = "", file = ""] = ours;
  return name === "server" || name === "web" ? `apps/${name}/src/${file}` : `packages/${name}/src/${file}`;
}

function parseImport(path: string, text: string, node: Node): Import | undefined {
  const createImport = (source: Node, rest: Pick<Import, "isTypeOnly" | "bindings">): Import => {
    const specifier = readString(source) ?? "";
    return { specifier, target: resolveImport(path, specifier), line: findLine(text, source.start), ...rest };
  };
  switch (node.type) {
    case "ImportDeclaration": {
      const named = node.specifiers.filter((one) => one.type === "ImportSpecifier");
      const bindings = named.map((one) => ({ local: one.local.name, imported: readExportedName(one.imported) }));
      return createImport(node.source, { isTypeOnly: node.importKind === "type", bindings });
    }
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      if (!node.source) return undefined;
      return createImport(node.source, { isTypeOnly: node.exportKind === "type", bindings: [] });
    case "ImportExpression":
    case "TSImportType":
      return createImport(node.source, { isTypeOnly: node.type === "TSImportType", bindings: [] });
    default:
      return undefined;
  }
}

function readExportedName(name: ESTree.ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}
