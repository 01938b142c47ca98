// Rules about how long files and functions are.
import { isForTests, isTest } from "./places.ts";
import type { Settings } from "./settings.ts";
import { errorAt, lineAt, type Node, type SourceFile, type Violation } from "./source-file.ts";

const WARN_LINES = 300;
const MAX_LINES = 500;
const MAX_TEST_LINES = 800;

export function fileSize(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }): Violation[] => {
    const lines = text.replace(/\n$/, "").split("\n").length;
    const max = isTest(path) ? MAX_TEST_LINES : MAX_LINES;
    const found = { path, rule: "file-size" };
    if (lines > max) {
      const message = `${lines} lines, at most ${max} — split it by what its parts are about`;
      return [{ ...found, line: max + 1, message, severity: "error" }];
    }
    if (lines > WARN_LINES && !isTest(path)) {
      const message = `${lines} lines, better under ${WARN_LINES} — split it by what its parts are about`;
      return [{ ...found, line: WARN_LINES + 1, message, severity: "warning" }];
    }
    return [];
  });
}

const MAX_FUNCTION_LINES = 60;

interface MeasuredFunction {
  node: Node;
  name: string;
  /** The lines inside its braces, or of its expression. */
  lines: number;
}

function measuredFunctions(file: SourceFile): MeasuredFunction[] {
  const names = namesOfFunctions(file);
  return file.nodes.flatMap((node) => {
    const isFunction =
      node.type === "FunctionDeclaration" ||
      node.type === "FunctionExpression" ||
      node.type === "ArrowFunctionExpression";
    if (!isFunction || !node.body) return [];
    const lineBreaks = lineAt(file.text, node.body.end) - lineAt(file.text, node.body.start);
    const lines = node.body.type === "BlockStatement" ? lineBreaks - 1 : lineBreaks + 1;
    return [{ node, name: names.get(node) ?? "anonymous", lines }];
  });
}

/** Functions by their own name, or by that of the variable, property or method that holds them. */
function namesOfFunctions(file: SourceFile): Map<Node, string> {
  const names = new Map<Node, string>();
  const remember = (held: Node | null, name: Node) => {
    if (held && name.type === "Identifier") names.set(held, name.name);
  };
  for (const node of file.nodes) {
    if (node.type === "VariableDeclarator") remember(node.init, node.id);
    else if (node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition") {
      remember(node.value, node.key);
    } else if ((node.type === "FunctionDeclaration" || node.type === "FunctionExpression") && node.id) {
      names.set(node, node.id.name);
    }
  }
  return names;
}

/** A function fits on a screen, also with the functions inside it. */
export function functionLength(files: readonly SourceFile[], { longFunctions }: Settings): Violation[] {
  const rule = "function-length";
  const unneeded = new Set(Object.keys(longFunctions));
  const violations = files
    .filter((file) => !isForTests(file.path))
    .flatMap((file) =>
      measuredFunctions(file).flatMap(({ node, name, lines }) => {
        if (lines <= MAX_FUNCTION_LINES || unneeded.delete(`${file.path}#${name}`)) return [];
        const message = `${name} has ${lines} lines, at most ${MAX_FUNCTION_LINES} — split it by what its parts do`;
        return [errorAt(file, node, rule, message)];
      }),
    );
  return [...violations, ...unneededExceptions(unneeded, rule)];
}

/** An exception that stays behind would allow what nobody reviewed. */
export function unneededExceptions(keys: Iterable<string>, rule: string): Violation[] {
  return [...keys].map((key) => {
    const message = `nothing needs the exception for ${key} — remove it`;
    return { path: "tools/structure/settings.ts", line: 1, rule, message, severity: "error" };
  });
}
