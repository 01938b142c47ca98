// Rules against import cycles. Type imports count: what two parts need of each other belongs in a third.
import { isForTests, placeOf } from "./places.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** No file imports itself, directly or through others. */
export function noCycles(files: readonly SourceFile[]): Violation[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const violations: Violation[] = [];
  const finished = new Set<string>();
  const trail: string[] = [];

  const visit = (path: string) => {
    trail.push(path);
    for (const { target = "", line } of known.get(path)?.imports ?? []) {
      const start = trail.indexOf(target);
      if (start !== -1) {
        const cycle = [...trail.slice(start), target].join(" -> ");
        const message = `import cycle ${cycle} — move what both need into a file of its own`;
        violations.push({ path, line, rule: "no-cycles", message, severity: "error" });
      } else if (known.has(target) && !finished.has(target)) visit(target);
    }
    trail.pop();
    finished.add(path);
  };
  for (const { path } of files) if (!finished.has(path)) visit(path);
  return violations;
}

interface FileImport {
  path: string;
  target: string;
  line: number;
}

/** For each feature, the imports by which it depends on each other feature. */
type Dependencies = Map<string, Map<string, FileImport[]>>;

function featureDependencies(files: readonly SourceFile[], workspace: "server" | "web"): Dependencies {
  const all: Dependencies = new Map();
  for (const { path, imports } of files) {
    const from = placeOf(path);
    if (from.workspace !== workspace || from.feature === undefined || isForTests(path)) continue;
    for (const { target, line } of imports) {
      const to = target === undefined ? undefined : placeOf(target);
      if (target === undefined || to?.workspace !== workspace || to.feature === undefined) continue;
      if (to.feature === from.feature) continue;
      const ofFeature = all.get(from.feature) ?? new Map<string, FileImport[]>();
      ofFeature.set(to.feature, [...(ofFeature.get(to.feature) ?? []), { path, target, line }]);
      all.set(from.feature, ofFeature);
    }
  }
  return all;
}

/** A shortest way from a feature back to itself, without the feature at its end; undefined when there is none. */
function shortestCycle(dependencies: Dependencies, start: string): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of dependencies.get(way.at(-1) ?? "")?.keys() ?? []) {
      if (next === start) return way;
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

/** No feature depends on itself through others. */
export function noFeatureCycles(files: readonly SourceFile[]): Violation[] {
  return (["server", "web"] as const).flatMap((workspace) => {
    const dependencies = featureDependencies(files, workspace);
    const cycles = new Map<string, string[]>();
    for (const feature of [...dependencies.keys()].sort()) {
      const cycle = shortestCycle(dependencies, feature);
      const key = cycle?.toSorted().join();
      if (cycle && key && !cycles.has(key)) cycles.set(key, cycle);
    }
    return [...cycles.values()].map((cycle) => featureCycle(dependencies, cycle));
  });
}

function featureCycle(dependencies: Dependencies, cycle: string[]): Violation {
  const steps = cycle.map((feature, index) => {
    const next = cycle[(index + 1) % cycle.length] ?? "";
    return dependencies.get(feature)?.get(next) ?? [];
  });
  const [closing] = steps.reduce((fewest, imports) => (imports.length < fewest.length ? imports : fewest));
  const files = steps.map(([first, ...more]) => {
    const others = more.length > 0 ? ` and ${more.length} more` : "";
    return `${first?.path} imports ${first?.target}${others}`;
  });
  const features = [...cycle, cycle[0]].join(" -> ");
  const message = `feature cycle ${features}: ${files.join("; ")} — move what both need into a feature below them`;
  return {
    path: closing?.path ?? "",
    line: closing?.line ?? 1,
    rule: "no-feature-cycles",
    message,
    severity: "error",
  };
}
