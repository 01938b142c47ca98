import type { Plugin } from "vite";
import {
  applyEdits,
  type Edit,
  endpointProperties,
  objectProperties,
  propertyName,
  type SyntaxNode,
} from "./source-edits.ts";

/** Responses are checked by their `shape`, and forms import their schemas themselves. */
const SERVER_ONLY = new Set([
  "params",
  "query",
  "body",
  "response",
  "errors",
  "summary",
  "status",
  "session",
  "writeBudget",
  "largeBody",
  "largeRead",
  "mayBeStale",
  "securesAccount",
]);

/** Only the server's pages and the sitemap use these traits of a screen. */
const PAGES_ONLY = new Set(["prerendered", "secretLink", "indexed"]);

type IsUsed = (table: string, name: string) => boolean;

/**
 * Removes from each endpoint what only the server uses, so that the bundler can drop its schemas: 10 KB on the login.
 *
 * @param alsoUnused Further properties of endpoints that this build does without.
 * @param isUsed Whether this build uses an endpoint, by its table and name; by default all are.
 */
export function slimContract(alsoUnused: readonly string[] = [], isUsed: IsUsed = () => true): Plugin {
  const unused = new Set([...SERVER_ONLY, ...alsoUnused]);
  return {
    name: "slim-contract",
    apply: "build",
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w.-]+\.ts$/ },
      handler(code, id) {
        const program = this.parse(code, { lang: "ts" }) as unknown as SyntaxNode;
        const found = id.endsWith("/screens.ts") ? findPageTraits(program) : findUnused(program, unused, isUsed);
        return { code: applyEdits(code, [...removeProperties(found, code), ...markPure(program)]), map: null };
      },
    },
  };
}

function findUnused(program: SyntaxNode, unused: ReadonlySet<string>, isUsed: IsUsed): SyntaxNode[] {
  const endpoints = findDeclarators(program).flatMap(({ id, init }) => {
    const table = String((id as SyntaxNode).name);
    const entries = ((init as SyntaxNode | null)?.properties ?? []) as SyntaxNode[];
    return table.endsWith("Endpoints") ? entries.filter((entry) => !isUsed(table, propertyName(entry))) : [];
  });
  const defaults = findDeclarators(program)
    .filter(({ id }) => (id as SyntaxNode).name === "defaults")
    .flatMap(({ init }) => ((init as SyntaxNode | null)?.properties ?? []) as SyntaxNode[]);
  const properties = [...endpointProperties(program).flat(), ...defaults]
    .filter((property) => unused.has(propertyName(property)))
    .filter(({ start, end }) => !endpoints.some((one) => one.start <= start && end <= one.end));
  return [...endpoints, ...properties];
}

function findPageTraits(program: SyntaxNode): SyntaxNode[] {
  return objectProperties(program).filter((property) => PAGES_ONLY.has(propertyName(property)));
}

function removeProperties(properties: readonly SyntaxNode[], code: string): Edit[] {
  return properties.map(({ start, end }) => {
    const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
    return { start, end: end + comma, text: "" };
  });
}

/** Marks each constant as pure, so that the bundler may drop it when nothing uses it. */
function markPure(program: SyntaxNode): Edit[] {
  return findDeclarators(program)
    .map((declarator) => declarator.init as SyntaxNode)
    .filter((init) => init.type === "CallExpression" || init.type === "ObjectExpression")
    .flatMap(({ start, end }) => [
      { start, end: start, text: "/* @__PURE__ */ (() => (" },
      { start: end, end, text: "))()" },
    ]);
}

/** Returns what the constants and variables of a module declare. */
function findDeclarators(program: SyntaxNode): SyntaxNode[] {
  return (program.body as SyntaxNode[])
    .map((statement) => (statement.declaration as SyntaxNode | null | undefined) ?? statement)
    .filter((statement) => statement.type === "VariableDeclaration")
    .flatMap((declaration) => declaration.declarations as SyntaxNode[]);
}
