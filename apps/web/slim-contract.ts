import type { Plugin } from "vite";

/** What a browser does not use of an endpoint: it trusts the server's answers, and forms import their own schemas. */
const SERVER_ONLY = new Set(["params", "query", "body", "response", "errors", "summary", "status", "session"]);

type Node = { type: string; start: number; end: number; [key: string]: unknown };

type Edit = { start: number; end: number; text: string };

/**
 * Leaves of each endpoint in the contract what a call needs, its method and path, and lets go of every schema that nothing
 * names any more. Those that forms import stay, with the forms: ten kilobytes less before the first screen.
 */
export function slimContract(): Plugin {
  return {
    name: "slim-contract",
    apply: "build",
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w.-]+\.ts$/ },
      handler(code) {
        const program = this.parse(code, { lang: "ts" }) as unknown as Node;
        return { code: edited(code, [...serverOnly(program, code), ...droppable(program)]), map: null };
      },
    },
  };
}

/** Cuts what the server alone uses of an endpoint, each with the comma behind it. */
function serverOnly(program: Node, code: string): Edit[] {
  const cuts: Edit[] = [];
  const visit = (node: Node) => {
    if (node.type === "CallExpression" && (node.callee as Node).name === "defineEndpoint") {
      const [description] = node.arguments as Node[];
      for (const { key, start, end } of (description?.properties ?? []) as Node[]) {
        if (!SERVER_ONLY.has(String((key as Node).name))) continue;
        const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
        cuts.push({ start, end: end + comma, text: "" });
      }
      return;
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(program);
  return cuts;
}

/** Makes each constant of a module one call that a bundler may leave out when nothing uses it. */
function droppable(program: Node): Edit[] {
  const declarations = (program.body as Node[])
    .map((statement) => (statement.declaration as Node | null | undefined) ?? statement)
    .filter((statement) => statement.type === "VariableDeclaration");
  return declarations
    .flatMap((declaration) => declaration.declarations as Node[])
    .map((declarator) => declarator.init as Node)
    .filter((init) => init.type === "CallExpression" || init.type === "ObjectExpression")
    .flatMap(({ start, end }) => [
      { start, end: start, text: "/* @__PURE__ */ (() => (" },
      { start: end, end, text: "))()" },
    ]);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function edited(code: string, edits: readonly Edit[]): string {
  let result = "";
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += code.slice(from, start) + text;
    from = end;
  }
  return result + code.slice(from);
}
