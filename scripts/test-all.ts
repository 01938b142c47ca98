// `npm run test:all`: everything, for the night and before a release. It takes hours.
//   npm run test:all -- faults proxy  only the suites whose names contain one of these words
import manifest from "../package.json" with { type: "json" };
import { ALL_TESTS } from "./apart.ts";
import { run, stopChildrenOnSignal } from "./child-processes.ts";

/** The other suites that tests belong to, and those that show that each benchmark and each script runs. */
const suites = ["test", ...Object.keys(manifest.scripts).filter((name) => /^test:(?!all$)/.test(name))];

stopChildrenOnSignal();
const words = process.argv.slice(2);
const chosen = suites.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
const rows: { suite: string; seconds: number; outcome: string }[] = [];
for (const name of chosen) {
  console.log(`\n=== npm run ${name}`);
  const start = performance.now();
  const { code } = await run("npm", ["run", "--silent", name], { env: { [ALL_TESTS]: "1" } });
  const seconds = Math.round((performance.now() - start) / 1000);
  rows.push({ suite: name, seconds, outcome: code === 0 ? "passed" : `FAILED (${code})` });
}
const passed = rows.filter(({ outcome }) => outcome === "passed").length;
const failed = rows.length === 0 ? 1 : rows.length - passed;
console.table(rows);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
