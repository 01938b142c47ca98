// `npm test`: checks, unit and integration tests, then browser journeys. A failure does not stop the rest.
//   npm test -- --only unit           one stage (check, unit, e2e; several separated by commas)
//   npm test -- --only unit streak    only test files whose path contains "streak"
import { parseArgs } from "node:util";
import { stopChildrenOnSignal } from "./child-processes.ts";
import { check, countErrors, e2e, runStages, unit } from "./test-stages.ts";

async function main() {
  const { values, positionals } = parseArgs({ options: { only: { type: "string" } }, allowPositionals: true });
  const stages = [
    { name: "check", budget: 30, perform: () => check() },
    { name: "unit", budget: 240, perform: () => unit(positionals) },
    { name: "e2e", budget: 210, perform: () => e2e(positionals) },
  ];
  const names = stages.map(({ name }) => name);
  const wanted = values.only?.split(",") ?? names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`there is no stage "${unknown}"; use ${names.join(", ")}`);
  await runStages(stages.filter(({ name }) => wanted.includes(name)));
}

stopChildrenOnSignal();
await countErrors(main);
