// `npm run quick`: what to run while working. It tries what has changed since the branch left main, and a few journeys through the whole app.
//   npm run quick -- --since HEAD~3    what has changed since then
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { listChanged } from "./changed-files.ts";
import { root, run, stopChildrenOnSignal } from "./child-processes.ts";
import { chooseWork, type Workspaces } from "./quick-choice.ts";
import { check, countErrors, e2e, runStages, type Stage, unit } from "./test-stages.ts";

const NAME = /^@repasa\//;

function readWorkspaces(): Workspaces {
  const manifests = globSync(["apps/*/package.json", "packages/*/package.json"], { cwd: root }).map((file) => ({
    folder: dirname(file),
    manifest: JSON.parse(readFileSync(join(root, file), "utf8")),
  }));
  const folders = new Map(manifests.map(({ folder, manifest }) => [manifest.name, folder]));
  return Object.fromEntries(
    manifests.map(({ folder, manifest }) => [
      folder,
      Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
        .filter((name) => NAME.test(name))
        .flatMap((name) => folders.get(name) ?? []),
    ]),
  );
}

async function runSuite(name: string) {
  const { code } = await run("npm", ["run", "--silent", name]);
  const failed = code === 0 ? 0 : 1;
  return { counts: { passed: 1 - failed, failed, skipped: 0 }, failures: failed ? [name] : [] };
}

async function main() {
  const { values } = parseArgs({ options: { since: { type: "string" } } });
  const changed = await listChanged(values.since);
  const { types, tests, journeys, suites } = chooseWork(changed, readWorkspaces());
  console.log(`${changed.length} files have changed`);
  const stages: (Stage | false)[] = [
    { name: "check", budget: 120, beside: true, perform: () => check(types) },
    tests.length > 0 && { name: "unit", budget: 120, perform: () => unit(tests) },
    { name: "smoke", budget: 60, perform: () => e2e(["--grep", "@smoke"]) },
    journeys.length > 0 && { name: "e2e", budget: 60, perform: () => e2e(journeys) },
    ...suites.map((name): Stage => ({ name, budget: 60, perform: () => runSuite(name) })),
  ];
  await runStages(stages.filter((stage) => stage !== false));
}

stopChildrenOnSignal();
await countErrors(main);
