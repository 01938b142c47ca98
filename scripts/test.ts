// `npm test`: checks, unit and integration tests, then browser journeys. A failure does not stop the rest.
//   npm test -- --only unit           one stage (check, unit, e2e; several separated by commas)
//   npm test -- --only unit streak    only test files whose path contains "streak"
import { parseArgs } from "node:util";
import { ALL_TESTS, chooseApart } from "./apart.ts";
import { listChanged } from "./changed-files.ts";
import { stopChildrenOnSignal } from "./child-processes.ts";
import { check, countErrors, e2e, runStages, type Stage, unit } from "./test-stages.ts";

/** Returns the stages for the tests that run only after a change of their subject, on a branch that has changed it. */
async function listApartStages(): Promise<Stage[]> {
  if (process.env[ALL_TESTS]) return [];
  // An archive has no git, and a shallow clone no `main`.
  const changed = await listChanged().catch(() => []);
  const tests = chooseApart(changed);
  const stages: (Stage | false)[] = [
    tests.unit.length > 0 && { name: "apart", budget: 60, perform: () => unit(tests.unit) },
    tests.journeys.length > 0 && { name: "apart, e2e", budget: 60, perform: () => e2e(tests.journeys) },
  ];
  return stages.filter((stage) => stage !== false);
}

async function main() {
  const { values, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true });
  const stages: Stage[] = [
    { name: "check", budget: 390, beside: true, perform: () => check() },
    { name: "unit", budget: 210, perform: () => unit(positionals) },
    { name: "e2e", budget: 180, perform: () => e2e(positionals) },
  ];
  const names = stages.map(({ name }) => name);
  const wanted = values.only?.split(",") ?? names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no stage "${unknown}"; use ${names.join(", ")}`);
  const apart = values.only === undefined ? await listApartStages() : [];
  await runStages([...stages.filter(({ name }) => wanted.includes(name)), ...apart]);
}

stopChildrenOnSignal();
await countErrors(main);
