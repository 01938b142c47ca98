// Rules about lines. Biome breaks what it can, but neither strings nor regular expressions.
import { createViolation, readLastName, type SourceFile, type Violation } from "./source-file.ts";

/** The longest line of code and documents, in characters. */
export const MAX_LINE_LENGTH = 200;

type Text = Pick<SourceFile, "path" | "text">;

/** No line has to be scrolled or wrapped to be read, apart from snapshots, which are written by a tool. */
export function noLongLines(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => findLongLines(file, (position) => isInSnapshot(file, position)));
}

/** Finds the long lines of any text, such as a document. `isExempt` gets the position at which a line starts. */
export function findLongLines(
  { path, text }: Text,
  isExempt: (position: number) => boolean = () => false,
): Violation[] {
  const violations: Violation[] = [];
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.length > MAX_LINE_LENGTH && !isExempt(start)) {
      const message = `the line has ${line.length} characters — break it at ${MAX_LINE_LENGTH} or before`;
      violations.push({ path, line: index + 1, rule: "no-long-lines", message });
    }
    start += line.length + 1;
  }
  return violations;
}

/** No object is spread where it is written, because that only saves lines: its fields can stand there themselves. */
export function noLiteralSpreads(files: readonly SourceFile[]): Violation[] {
  const message = "`...{ a, b }` is `a, b` — write the fields themselves, each on a line where there are many";
  return files.flatMap((file) =>
    file.nodes
      .filter((node) => node.type === "SpreadElement" && node.argument.type === "ObjectExpression")
      .map((node) => createViolation(file, node, "no-literal-spreads", message)),
  );
}

function isInSnapshot(file: SourceFile, position: number): boolean {
  return file.nodes.some(
    (node) =>
      node.type === "CallExpression" &&
      readLastName(node.callee) === "toMatchInlineSnapshot" &&
      node.start < position &&
      position < node.end,
  );
}
