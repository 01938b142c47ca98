// The static half of the tests: `npm run check`.
import { globSync } from "node:fs";
import { dirname } from "node:path";
import { root, run, stopChildrenOnSignal } from "./child-processes.ts";

interface Step {
  name: string;
  command: string;
  args: string[];
  /** True if the report of a success shows the last line of the step's output. */
  hasSummary?: boolean;
}

export interface StepResult {
  name: string;
  passed: boolean;
  seconds: number;
  /** The last line of the output of a success, if it is worth reading. */
  summary: string;
  output: string;
}

const AT_ONCE = 2;

function listSteps(wanted: readonly string[] | undefined): Step[] {
  const projects = globSync(["apps/*/tsconfig.json", "apps/web/src/worker/tsconfig.json", "packages/*/tsconfig.json"], {
    cwd: root,
  })
    .map(dirname)
    .sort();
  const checked = [".", ...projects].filter((folder) => wanted?.some((one) => isInside(folder, one)) ?? true);
  return [
    { name: "format and lint", command: "biome", args: ["check", ".", "--error-on-warnings"] },
    { name: "structure", command: "node", args: ["tools/structure/check-structure.ts"], hasSummary: true },
    { name: "unused code", command: "knip", args: ["--no-progress"] },
    {
      name: "documents",
      command: "vitest",
      args: ["run", "--project", "tools", "tools/structure/documents.test.ts", "tools/structure/decisions.test.ts"],
    },
    { name: "tables", command: "node", args: ["tools/structure/check-tables.ts"], hasSummary: true },
    ...checked.map((folder) => ({
      name: `types of ${folder === "." ? "tools, e2e and bench" : folder}`,
      command: "tsc",
      args: ["--noEmit", "-p", folder],
    })),
  ];
}

/** The worker's types are a project inside the web's. */
const isInside = (folder: string, workspace: string) => folder === workspace || folder.startsWith(`${workspace}/`);

function report({ name, passed, seconds, summary, output }: StepResult) {
  console.log(`${passed ? "ok    " : "FAILED"} ${name.padEnd(32)} ${seconds.toFixed(1).padStart(5)} s${summary}`);
  if (!passed) console.log(`\n${output.trimEnd()}\n`);
}

/**
 * Runs every step, even after a failure, and reports each as it ends; those that run gently, when all have ended.
 *
 * @param projects The workspaces whose types are checked, "." for what belongs to none; all by default.
 * @param gentle Whether other programs that run meanwhile come first.
 */
export async function runChecks(projects?: readonly string[], gentle = false): Promise<StepResult[]> {
  const waiting = listSteps(projects);
  const results: StepResult[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const start = performance.now();
      const { code, output } = await run(step.command, step.args, { capture: true, gentle });
      const seconds = (performance.now() - start) / 1000;
      const passed = code === 0;
      const summary = passed && step.hasSummary ? `  ${output.trimEnd().split("\n").at(-1)}` : "";
      const result = { name: step.name, passed, seconds, summary, output };
      results.push(result);
      if (!gentle) report(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (gentle) results.forEach(report);
  return results;
}

if (import.meta.main) {
  stopChildrenOnSignal();
  const results = await runChecks();
  process.exitCode = results.every((result) => result.passed) ? 0 : 1;
}
