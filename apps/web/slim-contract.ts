import type { Plugin } from "vite";
import { applyEdits, type Edit, endpointProperties, propertyName, type SyntaxNode } from "./source-edits.ts";

/** What a browser does not use of an endpoint: it checks answers by their `shape`, and forms import their schemas. */
const SERVER_ONLY = new Set(["params", "query", "body", "response", "errors", "summary", "status", "session"]);

/**
 * Leaves of each endpoint in the contract what a call needs, so that schemas which no form imports fall out of the
 * bundle: ten kilobytes less before the first screen.
 */
export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    apply: "build",
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w.-]+\.ts$/ },
      handler(code) {
        const program = this.parse(code, { lang: "ts" }) as unknown as SyntaxNode;
        return { code: applyEdits(code, [...serverOnly(program, code), ...droppable(program)]), map: null };
      },
    },
  };
}

/** Cuts the properties that only the server uses, each with the comma behind it. */
function serverOnly(program: SyntaxNode, code: string): Edit[] {
  return endpointProperties(program)
    .flat()
    .filter((property) => SERVER_ONLY.has(propertyName(property)))
    .map(({ start, end }) => {
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
      return { start, end: end + comma, text: "" };
    });
}

/** Wraps each constant into a call marked as pure, which the bundler drops when nothing uses its result. */
function droppable(program: SyntaxNode): Edit[] {
  const declarations = (program.body as SyntaxNode[])
    .map((statement) => (statement.declaration as SyntaxNode | null | undefined) ?? statement)
    .filter((statement) => statement.type === "VariableDeclaration");
  return declarations
    .flatMap((declaration) => declaration.declarations as SyntaxNode[])
    .map((declarator) => declarator.init as SyntaxNode)
    .filter((init) => init.type === "CallExpression" || init.type === "ObjectExpression")
    .flatMap(({ start, end }) => [
      { start, end: start, text: "/* @__PURE__ */ (() => (" },
      { start: end, end, text: "))()" },
    ]);
}
