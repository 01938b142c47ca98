// Rules about the time, which is passed in so that a test can move it.
import { isForTests, isOnServer, placeOf } from "./places.ts";
import { errorAt, lastNameOf, type Node, type SourceFile, stringOf, type Violation } from "./source-file.ts";

const CLOCKS = new Set(["Date.now", "performance.now", "Temporal.Now"]);
const RANDOM = new Set(["Math.random", "crypto.randomUUID", "crypto.getRandomValues"]);

/** How a node reads the machine's time or its randomness, as code. */
function hiddenInput(node: Node): { code: string; isRandom: boolean } | undefined {
  if (node.type === "NewExpression" || node.type === "CallExpression") {
    const isDate = node.callee.type === "Identifier" && node.callee.name === "Date";
    if (!isDate || (node.type === "NewExpression" && node.arguments.length > 0)) return undefined;
    return { code: node.type === "NewExpression" ? "new Date()" : "Date()", isRandom: false };
  }
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
  const code = `${node.object.name}.${lastNameOf(node)}`;
  return CLOCKS.has(code) || RANDOM.has(code) ? { code, isRandom: RANDOM.has(code) } : undefined;
}

/** Packages that take time and randomness as arguments. */
const PURE = new Set(["packages/scheduler", "packages/card-text"]);

/** Features of the server take the time from their caller, pure packages randomness too. */
export function noHiddenClock(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const { workspace, feature } = placeOf(file.path);
    const isPure = PURE.has(workspace);
    if (isForTests(file.path) || !(isPure || (workspace === "apps/server" && feature !== undefined))) return [];
    return file.nodes.flatMap((node) => {
      const found = hiddenInput(node);
      if (!found || (found.isRandom && !isPure)) return [];
      const what = found.isRandom ? "random" : "the machine's time";
      const instead = isPure ? "take it as an argument" : "take the time from the Clock that is passed in";
      return [errorAt(file, node, "no-hidden-clock", `\`${found.code}\` is ${what} — ${instead}`)];
    });
  });
}

const SQL_CLOCK =
  /(?<![\w.])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|(?<![\w.-])current_(?:timestamp|date|time)\b|(?<![\w.-])localtimestamp\b/i;

/** How a node reads the database's time. */
function sqlClock(node: Node): { code: string; offset: number } | undefined {
  if (node.type === "CallExpression" && lastNameOf(node.callee) === "defaultNow") {
    return { code: ".defaultNow()", offset: 0 };
  }
  const text = node.type === "TemplateElement" ? node.value.raw : node.type === "Literal" ? stringOf(node) : undefined;
  const match = text === undefined ? null : SQL_CLOCK.exec(text);
  return match ? { code: match[0], offset: match.index } : undefined;
}

export function noSqlClock(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    if (!isOnServer(file.path) || isForTests(file.path)) return [];
    return file.nodes.flatMap((node) => {
      const found = sqlClock(node);
      if (found === undefined) return [];
      const message = `\`${found.code}\` is the database's time — pass the time of the Clock`;
      return [errorAt(file, node, "no-sql-clock", message, found.offset)];
    });
  });
}
