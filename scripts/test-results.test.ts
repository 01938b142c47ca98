import { describe, expect, test } from "vitest";
import {
  addRunnerFailure,
  countPlaywright,
  countVitest,
  listPlaywrightFailures,
  listVitestFailures,
  nameSlowestFiles,
  quoteLastLines,
  sumCounts,
  timePlaywrightFiles,
  timeVitestFiles,
} from "./test-results.ts";

const file = (status: string, ...tests: string[]) => ({
  name: "a.test.ts",
  status,
  message: "it did not load\nat line 3",
  startTime: 0,
  endTime: 1000,
  assertionResults: tests.map((one, at) => ({
    status: one,
    fullName: `case ${at}`,
    failureMessages: one === "failed" ? ["\u001b[31mexpected 1\u001b[39m\n    at b.ts:1"] : [],
  })),
});

describe("the counts", () => {
  test("include Vitest's tests, and files that failed without a failing test", () => {
    const report = {
      numPassedTests: 2,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        file("passed", "passed"),
        file("failed", "passed", "failed"),
        file("failed"),
        file("failed", "pending"),
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 2, failed: 3, skipped: 2 });
  });

  test("include Playwright's tests, those that passed when repeated, and errors outside of tests", () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [{ message: "no server" }], suites: [] })).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
    });
  });

  test("include more than three that had to be repeated as failures", () => {
    const stats = { expected: 4, unexpected: 0, flaky: 4, skipped: 0 };
    expect(countPlaywright({ stats, errors: [], suites: [] })).toEqual({ passed: 4, failed: 4, skipped: 0 });
  });

  test("are added up over all stages", () => {
    const counts = { passed: 1, failed: 2, skipped: 3 };
    expect(sumCounts([counts, counts])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});

describe("the list of failures", () => {
  test("names Vitest's tests, and files that did not load", () => {
    const report = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
    const testResults = [file("passed", "passed"), file("failed", "passed", "failed"), file("failed")];
    expect(listVitestFailures({ ...report, testResults })).toEqual([
      "a.test.ts > case 1: expected 1",
      "a.test.ts: it did not load",
    ]);
  });

  test("quotes the last lines of a runner that named no test", () => {
    const errors = `${"first\n".repeat(30)}\n\u001b[31mUnhandled Rejection\u001b[39m\n\n  at a.ts:3\n`;
    const quoted = quoteLastLines("vitest", 1, errors).split("\n    ");
    expect(quoted).toHaveLength(26);
    expect([quoted[0], ...quoted.slice(-2)]).toEqual([
      "vitest ended with 1, and named no test:",
      "Unhandled Rejection",
      "  at a.ts:3",
    ]);
  });

  test("names Playwright's tests, including grouped ones, and errors outside of tests", () => {
    const spec = (title: string, ...errors: (string | undefined)[]) => ({
      ok: errors.at(-1) === undefined,
      title,
      file: "a.spec.ts",
      line: 7,
      tests: [
        {
          results: errors.map((message) => ({ duration: 1, ...(message === undefined ? {} : { error: { message } }) })),
        },
      ],
    });
    const inner = {
      specs: [spec("in a group", "not found\n\nLocator: getByText('Hola')\nExpected: visible", undefined)],
    };
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 0 };
    expect(
      listPlaywrightFailures({
        stats,
        errors: [{ message: "no server" }],
        suites: [{ specs: [spec("good", undefined), spec("bad", "seen twice")], suites: [inner] }],
      }),
    ).toEqual([
      "a.spec.ts:7 > bad: seen twice",
      "a.spec.ts:7 > in a group passed when it was repeated: not found, Locator: getByText('Hola')",
      "outside of the tests: no server",
    ]);
  });
});

describe("the slowest files", () => {
  test("are listed with their time, the slowest first", () => {
    const report = { numPassedTests: 1, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 };
    const slow = { ...file("passed", "passed"), name: "/work/slow.test.ts", startTime: 500, endTime: 62_900 };
    expect(nameSlowestFiles(timeVitestFiles({ ...report, testResults: [file("passed"), slow] }))).toBe(
      "slowest: slow.test.ts 62 s, a.test.ts 1 s",
    );
  });

  test("have the time of all their journeys, in groups too", () => {
    const spec = (file: string, ...durations: number[]) => ({
      ok: true,
      title: "",
      file,
      line: 1,
      tests: durations.map((duration) => ({ results: [{ duration }] })),
    });
    const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };
    const suites = [{ specs: [spec("a", 1, 2)], suites: [{ specs: [spec("b", 4), spec("a", 8)] }] }];
    expect(timePlaywrightFiles({ stats, errors: [], suites })).toEqual([
      ["a", 11],
      ["b", 4],
    ]);
  });
});

describe("a stage", () => {
  const good = { passed: 3, failed: 0, skipped: 0 };
  const empty = { passed: 0, failed: 0, skipped: 2 };

  test("has the runner's counts if the runner succeeded", () => {
    expect(addRunnerFailure(good, 0, false)).toEqual(good);
    expect(addRunnerFailure({ ...good, failed: 2 }, 1, false)).toEqual({ ...good, failed: 2 });
  });

  test("has failed if its runner left no report, failed, or ran nothing", () => {
    expect(addRunnerFailure(undefined, 0, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(addRunnerFailure(undefined, 139, true)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(addRunnerFailure(good, 1, false)).toEqual({ ...good, failed: 1 });
    expect(addRunnerFailure(empty, 0, false)).toEqual({ ...empty, failed: 1 });
  });

  test("may run nothing if the files were filtered", () => {
    expect(addRunnerFailure(empty, 0, true)).toEqual(empty);
  });
});
