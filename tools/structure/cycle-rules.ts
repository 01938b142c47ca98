// Rules against import cycles. Type imports count, too: code that two parts need from each other belongs in a third part.
import { isForTests, parsePlace } from "./places.ts";
import type { SourceFile, Violation } from "./source-file.ts";

interface Edge {
  path: string;
  target: string;
  line: number;
}

/** The imports between each two files or features: by the importing one, then by the imported one. */
type Graph = Map<string, Map<string, Edge[]>>;

/** @param findNode Returns the file or feature that a path belongs to; undefined for paths that do not count. */
function buildGraph(files: readonly SourceFile[], findNode: (path: string) => string | undefined): Graph {
  const graph: Graph = new Map();
  for (const { path, imports } of files) {
    for (const { target, line } of imports) {
      const from = findNode(path);
      const to = target === undefined ? undefined : findNode(target);
      if (target === undefined || from === undefined || to === undefined) continue;
      const edges = graph.get(from) ?? new Map<string, Edge[]>();
      edges.set(to, [...(edges.get(to) ?? []), { path, target, line }]);
      graph.set(from, edges);
    }
  }
  return graph;
}

/** Finds a shortest path from a node back to itself, without repeating the node at its end; undefined if there is none. */
function findShortestCycle(graph: Graph, start: string): string[] | undefined {
  const previous = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (next === start) {
        const cycle = [node];
        for (let at = node; at !== start; cycle.unshift(at)) at = previous.get(at) ?? start;
        return cycle;
      }
      if (previous.has(next)) continue;
      previous.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function findCycles(graph: Graph, rule: string): Violation[] {
  const cycles = new Map<string, string[]>();
  for (const node of [...graph.keys()].sort()) {
    const cycle = findShortestCycle(graph, node);
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
  return findCycles(
    buildGraph(files, (path) => path),
    "no-cycles",
  );
}

/** No feature depends on itself through others. */
export function noFeatureCycles(files: readonly SourceFile[]): Violation[] {
  return ["apps/server", "apps/web"].flatMap((app) => {
    const findFeature = (path: string) => {
      const { workspace, feature } = parsePlace(path);
      return workspace === app && !isForTests(path) ? feature : undefined;
    };
    const graph = buildGraph(files, findFeature);
    for (const [feature, edges] of graph) edges.delete(feature);
    return findCycles(graph, "no-feature-cycles");
  });
}
