// The stages of `npm test` and of `npm run quick`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChecks } from "./check.ts";
import { run } from "./child-processes.ts";
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

const reports = mkdtempSync(join(tmpdir(), "repasa-test-"));
process.once("exit", () => rmSync(reports, { recursive: true, force: true }));

/** Each run has a report of its own, so that none reads that of another. */
let runs = 0;

function readReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

export interface Outcome {
  counts: Counts;
  /** One line for each failure. */
  failures: readonly string[];
  /** A line about the stage as a whole. */
  remark?: string | undefined;
}

/**
 * Runs the checks at the lowest priority, so that the tests beside them come first. They take a tenth of a run's processor time.
 *
 * @param projects The folders whose types are checked; all by default.
 */
export async function check(projects?: readonly string[]): Promise<Outcome> {
  const results = await runChecks(projects, true);
  const failed = results.filter((result) => !result.passed);
  const counts = { passed: results.length - failed.length, failed: failed.length, skipped: 0 };
  return { counts: addRunnerFailure(counts, 0, false), failures: failed.map((result) => result.name) };
}

/** Runs Vitest's tests, or those of the files whose paths contain a filter. */
export async function unit(filters: readonly string[]): Promise<Outcome> {
  const file = join(reports, `vitest-${++runs}.json`);
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

/** Runs Playwright's journeys, or those that its arguments choose. */
export async function e2e(filters: readonly string[]): Promise<Outcome> {
  const file = join(reports, `playwright-${++runs}.json`);
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

export type Stage = {
  name: string;
  /** The seconds that it may take on two quiet cores. */
  budget: number;
  /** True for a stage that begins with the first and runs beside all others. */
  beside?: boolean;
  perform: () => Promise<Outcome>;
};

/** Runs stages one after another, also after a failure, and ends with a line that counts all tests. */
export async function runStages(stages: readonly Stage[]): Promise<void> {
  const beside = stages.filter((stage) => stage.beside).map(runStage);
  const results: StageResult[] = [];
  for (const stage of stages.filter((stage) => !stage.beside)) {
    console.log(`\n--- ${stage.name}`);
    results.push(await runStage(stage));
  }
  results.unshift(...(await Promise.all(beside)));
  const lines = results.flatMap(({ lines }) => lines);
  const sum = sumCounts(results.map(({ counts }) => counts));
  const ranNothing = sum.passed === 0 && sum.failed === 0;
  const failed = ranNothing ? 1 : sum.failed;
  console.log(`\n${lines.join("\n")}`);
  if (ranNothing) console.log("nothing ran: no test file matches");
  console.log(`${sum.passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

type StageResult = { counts: Counts; lines: string[] };

async function runStage({ name, budget, perform }: Stage): Promise<StageResult> {
  const start = performance.now();
  const { counts, failures, remark } = await perform();
  const seconds = (performance.now() - start) / 1000;
  const more = [...(remark ? [remark] : []), ...failures].map((line) => `  ${line}`);
  return { counts, lines: [formatLine(name, counts, { seconds, budget }), ...more] };
}

type Times = { seconds: number; budget: number };

function formatLine(name: string, { passed, failed, skipped }: Counts, { seconds, budget }: Times): string {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${name.padEnd(5)} ${passed} passed, ${failed} failed${rest} (${seconds.toFixed(0)} s of ${budget})`;
}

/** Runs a program of this folder. An error counts as a failure. */
export async function countErrors(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.log("0 passed, 1 failed");
    process.exitCode = 1;
  }
}
