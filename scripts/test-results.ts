// Counts tests and lists those that failed, from the reports of Vitest and Playwright.
import { basename } from "node:path";
import { stripVTControlCharacters } from "node:util";

const LAST_LINES = 25;
const SLOWEST = 12;

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Part of Vitest's JSON report. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

/** Part of Playwright's JSON report. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  specs: { ok: boolean; title: string; file: string; line: number; tests: PlaywrightTest[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightTest {
  results: { duration: number; error?: { message?: string } }[];
}

/** Counts tests. A file that fails without a failing test, because it did not load or a hook threw, counts as one failure. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** This many journeys may fail once: a busy machine upsets few of them, a defect upsets more or the same one again. */
const MAX_REPEATED = 3;

/**
 * Counts journeys. One that passed when it was repeated counts as passed, unless there are too many of them. An error
 * outside of tests, such as a server that did not start, counts as a failure.
 */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  const excused = stats.flaky <= MAX_REPEATED ? stats.flaky : 0;
  return {
    passed: stats.expected + excused,
    failed: stats.unexpected + stats.flaky - excused + errors.length,
    skipped: stats.skipped,
  };
}

/** Returns a line for each failure, so that the end of a long output names it. */
export function listVitestFailures(report: VitestReport): string[] {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length > 0) {
      return failed.map((test) => failure(`${file.name} > ${test.fullName}`, test.failureMessages?.[0]));
    }
    return file.status === "failed" ? [failure(file.name, file.message)] : [];
  });
}

/** Returns a line for each journey that failed, also if it passed when it was repeated: its cause is still to be mended. */
export function listPlaywrightFailures({ suites, errors }: PlaywrightReport): string[] {
  return [...suites.flatMap(failuresIn), ...errors.map((error) => failure("outside of the tests", error.message))];
}

function failuresIn(suite: PlaywrightSuite): string[] {
  return specsIn(suite).flatMap((spec) => {
    const error = spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error;
    const outcome = spec.ok ? " passed when it was repeated" : "";
    return error ? [failure(`${spec.file}:${spec.line} > ${spec.title}${outcome}`, error.message)] : [];
  });
}

/** The milliseconds that a file's tests took. */
type FileTime = readonly [file: string, ms: number];

export function timeVitestFiles({ testResults }: VitestReport): FileTime[] {
  return testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]);
}

export function timePlaywrightFiles({ suites }: PlaywrightReport): FileTime[] {
  const times = new Map<string, number>();
  for (const { file, tests } of suites.flatMap(specsIn)) {
    const ms = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0);
    times.set(file, (times.get(file) ?? 0) + ms);
  }
  return [...times];
}

function specsIn({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite["specs"] {
  return [...specs, ...suites.flatMap(specsIn)];
}

/** Names the slowest files in a line, so that whoever wants `npm test` to be faster sees where to begin. */
export function nameSlowestFiles(times: readonly FileTime[]): string {
  const slowest = times.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  return `slowest: ${slowest.map(([file, ms]) => `${basename(file)} ${(ms / 1000).toFixed(0)} s`).join(", ")}`;
}

function failure(where: string, message = ""): string {
  const [first = "", ...rest] = stripVTControlCharacters(message).trim().split("\n");
  // Playwright's first line does not say what it was looking for.
  const sought = rest.find((line) => line.startsWith("Locator: "));
  return `${where}: ${[first, sought].filter(Boolean).join(", ").slice(0, 300)}`;
}

/** Returns the end of a runner's output, for a runner that failed and named no test. */
export function quoteLastLines(runner: string, exitCode: number, errors: string): string {
  const said = stripVTControlCharacters(errors)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [`${runner} ended with ${exitCode}, and named no test:`, ...said.slice(-LAST_LINES)].join("\n    ");
}

/** Adds a failure to the counts if the runner crashed, or reports success without having run a test. */
export function addRunnerFailure(counts: Counts | undefined, exitCode: number, mayBeEmpty: boolean): Counts {
  const seen = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const isEmpty = seen.passed === 0 && seen.failed === 0;
  const hasFailed = counts === undefined || exitCode !== 0 || (isEmpty && !mayBeEmpty);
  return hasFailed && seen.failed === 0 ? { ...seen, failed: 1 } : seen;
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((so, counts) => so + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}
