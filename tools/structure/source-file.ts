import { posix } from "node:path";
import { type ESTree, parseSync } from "vite";

export type Node = ESTree.Node;

/** An import or a re-export. `target` is a path in the project, or undefined for what comes from elsewhere. */
export interface Import {
  specifier: string;
  target: string | undefined;
  line: number;
  isTypeOnly: boolean;
  /** The names it binds; empty for namespaces, side effects and dynamic imports. */
  bindings: { local: string; imported: string }[];
}

/** A parsed file of the project; the path is relative to the root, with slashes. */
export interface SourceFile {
  path: string;
  text: string;
  /** The statements at the top level. */
  body: ESTree.Program["body"];
  /** Every node, each before its children. */
  nodes: readonly Node[];
  imports: readonly Import[];
}

export interface Violation {
  path: string;
  line: number;
  rule: string;
  /** What is wrong and, after a dash, what to do about it. */
  message: string;
}

/** @throws SyntaxError when the text is not valid TypeScript or JavaScript, as its extension says. */
export function parseFile(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text, { preserveParens: false });
  if (errors[0]) throw new SyntaxError(`${path}: ${errors[0].message}`);
  const nodes: Node[] = [];
  collectNodes(program, nodes);
  const imports = nodes.flatMap((node) => importOf(path, text, node) ?? []);
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

/** The node itself and everything inside it. */
export function nodesWithin(file: SourceFile, outer: Node): Node[] {
  return file.nodes.filter((node) => node.start >= outer.start && node.end <= outer.end);
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** @param offset Where inside the node, in characters. */
export function errorAt(file: SourceFile, node: Node, rule: string, message: string, offset = 0): Violation {
  return { path: file.path, line: lineAt(file.text, node.start + offset), rule, message };
}

/** The contents of a string or a template, with a `?` for each expression; undefined for other nodes. */
export function stringOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral") return node.quasis.map((part) => part.value.raw).join("?");
  return undefined;
}

/** The last name of what is called or read: `select` of `db.orm.select`. */
export function lastNameOf(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression" && node.property.type === "Identifier") return node.property.name;
  return undefined;
}

const WORKSPACE = /^(?:apps|packages)\/[^/]+\//;

/** The path in the project that an import leads to; undefined for built-ins and packages from npm. */
function resolveImport(from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return posix.join(posix.dirname(from), bare);
  if (bare.startsWith("#")) return `${WORKSPACE.exec(from)?.[0] ?? ""}src/${bare.slice(1)}`;
  const ours = /^@repasa\/([^/]+)\/(.+)$/.exec(bare);
  if (!ours) return undefined;
  const [, name = "", file = ""] = ours;
  return name === "server" || name === "web" ? `apps/${name}/src/${file}` : `packages/${name}/src/${file}`;
}

function importOf(path: string, text: string, node: Node): Import | undefined {
  const found = (source: Node, rest: Pick<Import, "isTypeOnly" | "bindings">): Import => {
    const specifier = stringOf(source) ?? "";
    return { specifier, target: resolveImport(path, specifier), line: lineAt(text, source.start), ...rest };
  };
  switch (node.type) {
    case "ImportDeclaration": {
      const named = node.specifiers.filter((one) => one.type === "ImportSpecifier");
      const isTypeOnly =
        node.importKind === "type" ||
        (named.length > 0 &&
          named.length === node.specifiers.length &&
          named.every((one) => one.importKind === "type"));
      const bindings = named.map((one) => ({ local: one.local.name, imported: exportedName(one.imported) }));
      return found(node.source, { isTypeOnly, bindings });
    }
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      if (!node.source) return undefined;
      return found(node.source, { isTypeOnly: node.exportKind === "type", bindings: [] });
    case "ImportExpression":
    case "TSImportType":
      return found(node.source, { isTypeOnly: node.type === "TSImportType", bindings: [] });
    default:
      return undefined;
  }
}

function exportedName(name: ESTree.ModuleExportName): string {
  return name.type === "Literal" ? name.value : name.name;
}
