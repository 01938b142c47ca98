// `npm run test:security` runs the hostile tests at length, or only those of some files (`-- foreign-ids`), and prints a table.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { run, stopChildrenOnSignal } from "./child-processes.ts";

/** Test files, by a part of their names. */
const FILES = [
  "hostile",
  "odd-requests",
  "foreign-ids",
  "features/factors",
  "write-budgets",
  "large-reads",
  "account-turns",
  "calls-in-flight",
  "stalled",
  "slow-search",
  "http/uploads",
  "long-lists",
  "throttle",
  "security-headers",
  "http/http.test",
  "inspect-media",
  "strip-metadata",
  "write-csv",
  "tables/table.test",
  "billing.permissions",
  "account.closing",
  "auth.guessable-passwords",
  "auth.password-check",
  "billing.closing",
  "security-log",
];

type Report = {
  testResults: {
    name: string;
    /** True also if a hook threw or the file did not load. */
    status: string;
    assertionResults: { fullName: string; status: string; duration?: number | null; meta?: { tried?: string } }[];
  }[];
};

stopChildrenOnSignal();
const folder = mkdtempSync(join(tmpdir(), "repasa-security-"));
const chosen = process.argv.slice(2);
const file = join(folder, "report.json");
const { code } = await run(
  "vitest",
  [
    "run",
    "--project",
    "server",
    "--project",
    "card-files",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...(chosen.length > 0 ? chosen : FILES),
  ],
  { env: { SECURITY: "1" } },
);
console.table(rowsOf(JSON.parse(readFileSync(file, "utf8"))));
rmSync(folder, { recursive: true });
process.exitCode = code;

function rowsOf({ testResults }: Report) {
  return testResults.flatMap(({ name, status, assertionResults: tests }) => {
    const seconds = tests.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000;
    const noted = tests.filter(({ meta }) => meta?.tried);
    const whole = {
      what: basename(name),
      tried: `${tests.length} tests`,
      seconds: Number(seconds.toFixed(1)),
      outcome: status === "passed" ? "held" : "FAILED",
    };
    const parts = noted.map(({ fullName, status, duration, meta }) => ({
      what: `  ${fullName.slice(0, 70)}`,
      tried: meta?.tried ?? "",
      seconds: Number(((duration ?? 0) / 1000).toFixed(1)),
      outcome: status === "passed" ? "held" : "FAILED",
    }));
    return [whole, ...parts];
  });
}
