// Rules about the time, which is passed in so that tests can choose it.
import { isForTests, isOnServer, parsePlace } from "./places.ts";
import {
  createViolation,
  type Node,
  readLastName,
  readString,
  type SourceFile,
  type Violation,
} from "./source-file.ts";

const CLOCKS = new Set(["Date.now", "performance.now", "Temporal.Now"]);
const RANDOM = new Set(["Math.random", "crypto.randomUUID", "crypto.getRandomValues"]);

/** Returns the code by which a node reads the machine's time or random numbers; undefined if it does not. */
function findHiddenInput(node: Node): { code: string; isRandom: boolean } | undefined {
  if (node.type === "NewExpression" || node.type === "CallExpression") {
    const isDate = node.callee.type === "Identifier" && node.callee.name === "Date";
    if (!isDate || (node.type === "NewExpression" && node.arguments.length > 0)) return undefined;
    return { code: node.type === "NewExpression" ? "new Date()" : "Date()", isRandom: false };
  }
  if (node.type !== "MemberExpression" || node.object.type !== "Identifier") return undefined;
  const code = `${node.object.name}.${readLastName(node)}`;
  return CLOCKS.has(code) || RANDOM.has(code) ? { code, isRandom: RANDOM.has(code) } : undefined;
}

/** Packages that take time and randomness as arguments. */
const PURE = new Set(["packages/scheduler", "packages/card-text"]);

/** Features of the server take the time as an argument; pure packages also take random numbers as arguments. */
export function noHiddenClock(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const { workspace, feature } = parsePlace(file.path);
    const isPure = PURE.has(workspace);
    if (isForTests(file.path) || !(isPure || (workspace === "apps/server" && feature !== undefined))) return [];
    return file.nodes.flatMap((node) => {
      const found = findHiddenInput(node);
      if (!found || (found.isRandom && !isPure)) return [];
      const what = found.isRandom ? "random" : "the machine's time";
      const instead = isPure ? "take it as an argument" : "take the time from the Clock that is passed in";
      return [createViolation(file, node, "no-hidden-clock", `\`${found.code}\` is ${what} — ${instead}`)];
    });
  });
}

const SQL_CLOCK =
  /(?<![\w.])(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|(?<![\w.-])current_(?:timestamp|date|time)\b|(?<![\w.-])localtimestamp\b/i;

/** Returns the code by which a node reads the database's time; undefined if it does not. */
function findSqlClock(node: Node): { code: string; offset: number } | undefined {
  if (node.type === "CallExpression" && readLastName(node.callee) === "defaultNow") {
    return { code: ".defaultNow()", offset: 0 };
  }
  const text =
    node.type === "TemplateElement" ? node.value.raw : node.type === "Literal" ? readString(node) : undefined;
  const match = text === undefined ? null : SQL_CLOCK.exec(text);
  return match ? { code: match[0], offset: match.index } : undefined;
}

export function noSqlClock(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    if (!isOnServer(file.path) || isForTests(file.path)) return [];
    return file.nodes.flatMap((node) => {
      const found = findSqlClock(node);
      if (found === undefined) return [];
      const message = `\`${found.code}\` is the database's time — pass the time of the Clock`;
      return [createViolation(file, node, "no-sql-clock", message, found.offset)];
    });
  });
}
