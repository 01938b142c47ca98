// `npm run test:security` runs the test files with the tag "hostile" at length, or only some of them (`-- foreign-ids`), and prints a table.
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { ALL_TESTS } from "./apart.ts";
import { root, run, stopChildrenOnSignal } from "./child-processes.ts";

/** Files with this tag. Vitest could choose them by itself, but would load every other file to see that it has no tag. */
const TAG = "hostile";
const tagged = globSync(["apps/{server,web}/src/**/*.test.ts", "packages/card-files/src/**/*.test.ts"], {
  cwd: root,
}).filter((file) => readFileSync(join(root, file), "utf8").includes(`// @module-tag ${TAG}\n`));
if (tagged.length === 0) throw new Error(`no test file has the tag "${TAG}"`);

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
const parts = process.argv.slice(2);
const chosen = tagged.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
if (chosen.length === 0) throw new Error(`no test file with the tag "${TAG}" is called ${parts.join(" or ")}`);
const file = join(folder, "report.json");
const { code } = await run(
  "vitest",
  [
    "run",
    "--project",
    "server",
    "--project",
    "packages",
    "--project",
    "web",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    `--tags-filter=${TAG}`,
    ...chosen,
  ],
  { env: { SECURITY: "1", [ALL_TESTS]: "1" } },
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
