// Counts of tests, from the reports of Vitest and Playwright.

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
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Part of Playwright's JSON report. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

/** A file may fail without a failing test: it did not load, or a hook threw. That counts as one failure. */
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

/** An error outside of tests, such as a server that did not start, counts as a failure. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Counts {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** A runner that crashed, or that reports success without having run a test, has failed. */
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
