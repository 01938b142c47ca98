// No cycles of features; Biome finds those of files. Type imports count, too: code that two features need from each other belongs
// in a third part.
import { isForTests, parsePlace } from "./places.ts";
import type { SourceFile, Violation } from "./source-file.ts";

interface Edge {
  path: string;
  target: string;
  line: number;
}

/** For each feature of an app, its first import of each other feature. */
type Graph = Map<string, Map<string, Edge>>;

function buildGraph(files: readonly SourceFile[], app: string): Graph {
  const graph: Graph = new Map();
  for (const { path, imports } of files) {
    const { workspace, feature } = parsePlace(path);
    if (workspace !== app || feature === undefined || isForTests(path)) continue;
    const edges = graph.get(feature) ?? new Map<string, Edge>();
    graph.set(feature, edges);
    for (const { target = "", line } of imports) {
      const to = parsePlace(target);
      if (to.workspace !== app || to.feature === undefined || to.feature === feature) continue;
      if (!edges.has(to.feature)) edges.set(to.feature, { path, target, line });
    }
  }
  return graph;
}

/** Finds a shortest path from a feature back to itself, without repeating it at the end; undefined if there is none. */
function findShortestCycle(graph: Graph, start: string): string[] | undefined {
  const paths = new Map([[start, [start]]]);
  for (const [feature, path] of paths) {
    for (const next of graph.get(feature)?.keys() ?? []) {
      if (next === start) return path;
      if (!paths.has(next)) paths.set(next, [...path, next]);
    }
  }
  return undefined;
}

/** No feature depends on itself through others. */
export function noFeatureCycles(files: readonly SourceFile[]): Violation[] {
  return ["apps/server", "apps/web"].flatMap((app) => {
    const graph = buildGraph(files, app);
    const cycles = new Map<string, string[]>();
    for (const feature of [...graph.keys()].sort()) {
      const cycle = findShortestCycle(graph, feature);
      const key = cycle?.toSorted().join();
      if (cycle && key && !cycles.has(key)) cycles.set(key, cycle);
    }
    return [...cycles.values()].map((cycle): Violation => {
      const edges = cycle.flatMap((feature, at) => graph.get(feature)?.get(cycle[(at + 1) % cycle.length] ?? "") ?? []);
      const imports = edges.map(({ path, target }) => `${path} imports ${target}`).join("; ");
      const message = `cycle ${[...cycle, cycle[0]].join(" -> ")}: ${imports} — move what both need below them`;
      return { path: edges[0]?.path ?? "", line: edges[0]?.line ?? 1, rule: "no-feature-cycles", message };
    });
  });
}
