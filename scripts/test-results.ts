// Reads what the test runners report about themselves.

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The parts of Vitest's JSON report that are read here. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** The parts of Playwright's JSON report that are read here. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** A file that fails without a failing test (it did not load, or a hook broke) counts as one failure. */
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

/** Errors outside any test (a server that did not start) count as failures, one each. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** What a stage comes to: a runner that crashed, or reports success without having run anything, has failed. */
export function settle(counts: Counts | undefined, exitCode: number, mayBeEmpty: boolean): Counts {
  const seen = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const isEmpty = seen.passed === 0 && seen.failed === 0;
  const hasFailed = counts === undefined || exitCode !== 0 || (isEmpty && !mayBeEmpty);
  return hasFailed && seen.failed === 0 ? { ...seen, failed: 1 } : seen;
}

export function total(all: readonly Counts[]): Counts {
  const sum = (key: keyof Counts) => all.reduce((so, counts) => so + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}
