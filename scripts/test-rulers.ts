// `npm run test:rulers` runs every benchmark and every script at its smallest size, and fails if one no longer runs.
//   npm run test:rulers -- bench/home backup   only some of them
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root, run, stopChildrenOnSignal } from "./child-processes.ts";
import { listedSuites, listWords, type Place, type Ruler, rulers } from "./rulers.ts";

/** What a script or a benchmark takes longer than, has hung. */
const DEADLINE_MS = 15 * 60_000;
const QUOTED_LINES = 12;

/** Returns why it no longer runs; null if it does. */
type Check = () => Promise<string | null>;

const folder = mkdtempSync(join(tmpdir(), "repasa-rulers-"));
const place: Place = { folder, port: await findFreePort() };
const shared = { DATA_DIR: join(folder, "data"), BENCH_SIZE: "smallest" };

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function checkScript(name: string, { args, env, until, prints, refuses }: Ruler): Promise<string | null> {
  const words = ["run", "--silent", name, "--", ...(args?.(place) ?? [])];
  const environment = { ...shared, ...env?.(place) };
  if (until) return runUntil(words, environment, until);
  const { code, output } = await run("npm", words, { env: environment, capture: true, deadlineMs: DEADLINE_MS });
  if ((code === 0) === (refuses === true)) return `ended with ${code}\n${output}`;
  return prints?.test(output) === false ? `did not print ${prints}\n${output}` : null;
}

/** Runs a script until it prints a line, and then ends it. */
async function runUntil(words: string[], environment: object, line: RegExp): Promise<string | null> {
  const child = spawn("npm", words, { cwd: root, env: { ...process.env, ...environment }, detached: true });
  let output = "";
  let hasPrinted = false;
  const end = () => child.pid !== undefined && process.kill(-child.pid, "SIGTERM");
  const deadline = setTimeout(end, DEADLINE_MS);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (hasPrinted || !line.test(output)) return;
      hasPrinted = true;
      end();
    });
  }
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(deadline);
  return hasPrinted ? null : `ended without ${line}\n${output}`;
}

async function checkBench(name: string): Promise<string | null> {
  const { code, output } = await run("node", ["bench/bench.ts", name], { env: shared, capture: true });
  return code === 0 ? null : `ended with ${code}\n${output}`;
}

/** Lists the tests of a suite, which loads none of them but finds their files. */
async function checkSuite(command: string): Promise<string | null> {
  for (const { program, args, words } of listWords(command)) {
    const { code, output } = await run(program, args, { capture: true });
    if (code !== 0) return `${program} ended with ${code}\n${output}`;
    const lost = words.filter((word) => !output.includes(word));
    if (lost.length > 0) return `no test file is called ${lost.join(" or ")}`;
  }
  return null;
}

async function listChecks(): Promise<[string, Check][]> {
  const { output } = await run("node", ["bench/bench.ts", "--list"], { capture: true });
  return [
    ...Object.entries(rulers).map(([name, ruler]): [string, Check] => [name, () => checkScript(name, ruler)]),
    ...listedSuites.map(({ name, command }): [string, Check] => [name, () => checkSuite(command)]),
    ...output
      .trim()
      .split("\n")
      .map((name): [string, Check] => [`bench/${name}`, () => checkBench(name)]),
  ];
}

stopChildrenOnSignal();
mkdirSync(shared.DATA_DIR);
const chosen = process.argv.slice(2);
const rows: { what: string; seconds: number; outcome: string }[] = [];
const failures: string[] = [];
for (const [what, check] of await listChecks()) {
  if (chosen.length > 0 && !chosen.includes(what)) continue;
  const start = performance.now();
  const problem = await check();
  const seconds = Math.round((performance.now() - start) / 1000);
  rows.push({ what, seconds, outcome: problem === null ? "runs" : "FAILED" });
  console.log(`${problem === null ? "runs  " : "FAILED"} ${what.padEnd(20)} ${seconds} s`);
  if (problem !== null) failures.push(`--- ${what}: ${quote(problem)}`);
}
rmSync(folder, { recursive: true, force: true });
console.table(rows);
for (const failure of failures) console.log(`${failure}\n`);
const failed = rows.length === 0 ? 1 : failures.length;
console.log(`${rows.length - failures.length} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Returns the first line and the last ones. */
function quote(problem: string): string {
  const [first = "", ...lines] = stripVTControlCharacters(problem).trimEnd().split("\n");
  return [first, ...lines.slice(-QUOTED_LINES)].join("\n  ");
}
