// Rules against import cycles. Type imports count: what two parts need of each other belongs into a third.
import { isForTests, placeOf } from "./places.ts";
import type { SourceFile, Violation } from "./source-file.ts";

interface Edge {
  path: string;
  target: string;
  line: number;
}

/** For each file or feature, the imports by which it depends on each other one. */
type Graph = Map<string, Map<string, Edge[]>>;

/** @param nodeOf Names the file or feature that a path belongs to; undefined for paths that do not count. */
function graphOf(files: readonly SourceFile[], nodeOf: (path: string) => string | undefined): Graph {
  const graph: Graph = new Map();
  for (const { path, imports } of files) {
    for (const { target, line } of imports) {
      const from = nodeOf(path);
      const to = target === undefined ? undefined : nodeOf(target);
      if (target === undefined || from === undefined || to === undefined) continue;
      const edges = graph.get(from) ?? new Map<string, Edge[]>();
      edges.set(to, [...(edges.get(to) ?? []), { path, target, line }]);
      graph.set(from, edges);
    }
  }
  return graph;
}

/** A shortest way from a node back to itself, without the node at its end. */
function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const previous = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (next === start) {
        const way = [node];
        for (let at = node; at !== start; way.unshift(at)) at = previous.get(at) ?? start;
        return way;
      }
      if (previous.has(next)) continue;
      previous.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function cycleViolations(graph: Graph, rule: string): Violation[] {
  const cycles = new Map<string, string[]>();
  for (const node of [...graph.keys()].sort()) {
    const cycle = shortestCycle(graph, node);
    const key = cycle?.toSorted().join();
    if (cycle && key && !cycles.has(key)) cycles.set(key, cycle);
  }
  return [...cycles.values()].map((cycle): Violation => {
    const steps = cycle.map((node, index) => graph.get(node)?.get(cycle[(index + 1) % cycle.length] ?? "") ?? []);
    const [closing] = steps.reduce((fewest, edges) => (edges.length <= fewest.length ? edges : fewest));
    const imports = steps.map(([first]) => `${first?.path} imports ${first?.target}`).join("; ");
    const message = `cycle ${[...cycle, cycle[0]].join(" -> ")}: ${imports} — move what both need below them`;
    return { path: closing?.path ?? "", line: closing?.line ?? 1, rule, message };
  });
}

/** No file imports itself, directly or through others. */
export function noCycles(files: readonly SourceFile[]): Violation[] {
  return cycleViolations(
    graphOf(files, (path) => path),
    "no-cycles",
  );
}

/** No feature depends on itself through others. */
export function noFeatureCycles(files: readonly SourceFile[]): Violation[] {
  return ["apps/server", "apps/web"].flatMap((app) => {
    const featureOf = (path: string) => {
      const { workspace, feature } = placeOf(path);
      return workspace === app && !isForTests(path) ? feature : undefined;
    };
    const graph = graphOf(files, featureOf);
    for (const [feature, edges] of graph) edges.delete(feature);
    return cycleViolations(graph, "no-feature-cycles");
  });
}
