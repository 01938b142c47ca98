// `npm test`: checks, unit and integration tests, then browser journeys. A failure does not stop the rest.
//   npm test -- --only unit           one stage (check, unit, e2e; several separated by commas)
//   npm test -- --only unit streak    only test files whose path contains "streak"
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runChecks } from "./check.ts";
import { run, stopChildrenOnSignal } from "./child-processes.ts";
import {
  addRunnerFailure,
  type Counts,
  countPlaywright,
  countVitest,
  listPlaywrightFailures,
  listVitestFailures,
  nameSlowestFiles,
  type PlaywrightReport,
  quoteLastLines,
  sumCounts,
  timePlaywrightFiles,
  timeVitestFiles,
  type VitestReport,
} from "./test-results.ts";

const STAGES = ["check", "unit", "e2e"] as const;
type Stage = (typeof STAGES)[number];

function isStage(name: string): name is Stage {
  return STAGES.some((stage) => stage === name);
}

function readArguments(): { stages: readonly Stage[]; filters: string[] } {
  const { values, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true });
  const wanted = values.only?.split(",") ?? STAGES;
  const unknown = wanted.find((name) => !isStage(name));
  if (unknown !== undefined) throw new Error(`there is no stage "${unknown}"; use ${STAGES.join(", ")}`);
  return { stages: STAGES.filter((stage) => wanted.includes(stage)), filters: positionals };
}

function readReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

interface Outcome {
  counts: Counts;
  /** One line for each failure. */
  failures: readonly string[];
  /** A line about the stage as a whole. */
  remark?: string | undefined;
}

async function check(): Promise<Outcome> {
  const results = await runChecks();
  const failed = results.filter((result) => !result.passed);
  const counts = { passed: results.length - failed.length, failed: failed.length, skipped: 0 };
  return { counts: addRunnerFailure(counts, 0, false), failures: failed.map((result) => result.name) };
}

async function unit(folder: string, filters: readonly string[]): Promise<Outcome> {
  const file = join(folder, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const empty = filters.length > 0 ? ["--passWithNoTests"] : [];
  const { code, output: errors } = await run("vitest", ["run", ...reporters, ...empty, ...filters], {
    collectErrors: true,
  });
  const report = readReport<VitestReport>(file);
  const counts = addRunnerFailure(report && countVitest(report), code, filters.length > 0);
  return {
    counts,
    failures: listFailuresOr(quoteLastLines("vitest", code, errors), code, report && listVitestFailures(report)),
    remark: report && nameSlowestFiles(timeVitestFiles(report)),
  };
}

async function e2e(folder: string, filters: readonly string[]): Promise<Outcome> {
  const file = join(folder, "playwright.json");
  const empty = filters.length > 0 ? ["--pass-with-no-tests"] : [];
  const { code, output: errors } = await run("playwright", ["test", "--reporter=line,json", ...empty, ...filters], {
    collectErrors: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = readReport<PlaywrightReport>(file);
  const counts = addRunnerFailure(report && countPlaywright(report), code, filters.length > 0);
  return {
    counts,
    failures: listFailuresOr(
      quoteLastLines("playwright", code, errors),
      code,
      report && listPlaywrightFailures(report),
    ),
    remark: report && nameSlowestFiles(timePlaywrightFiles(report)),
  };
}

function listFailuresOr(words: string, code: number, named: readonly string[] = []): readonly string[] {
  return code !== 0 && named.length === 0 ? [words] : named;
}

function formatLine(name: string, { passed, failed, skipped }: Counts, seconds: number): string {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${name.padEnd(5)} ${passed} passed, ${failed} failed${rest} (${seconds.toFixed(0)} s)`;
}

async function main() {
  const { stages, filters } = readArguments();
  const folder = mkdtempSync(join(tmpdir(), "repasa-test-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const perform = { check, unit: () => unit(folder, filters), e2e: () => e2e(folder, filters) };
  const lines: string[] = [];
  const all: Counts[] = [];
  for (const stage of stages) {
    console.log(`\n--- ${stage}`);
    const start = performance.now();
    const { counts, failures, remark } = await perform[stage]();
    all.push(counts);
    lines.push(
      formatLine(stage, counts, (performance.now() - start) / 1000),
      ...[...(remark ? [remark] : []), ...failures].map((line) => `  ${line}`),
    );
  }
  const sum = sumCounts(all);
  const ranNothing = sum.passed === 0 && sum.failed === 0;
  const failed = ranNothing ? 1 : sum.failed;
  console.log(`\n${lines.join("\n")}`);
  if (ranNothing) console.log("nothing ran: no test file matches");
  console.log(`${sum.passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

stopChildrenOnSignal();
await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
});
