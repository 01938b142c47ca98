// No cycles of features, nor of the rooms of a feature; Biome finds those of files. Type imports count, too: code that two need from
// each other belongs in a third part.
import { isForTests, type Place, parsePlace } from "./places.ts";
import type { SourceFile, Violation } from "./source-file.ts";

interface Edge {
  path: string;
  target: string;
  line: number;
}

/** For each part, a feature or a room, its first import of each other part. */
type Graph = Map<string, Map<string, Edge>>;

/** @param nameEnds Returns the parts that an import connects; undefined for one that the graph leaves out. */
function buildGraph(
  files: readonly SourceFile[],
  nameEnds: (from: Place, to: Place) => readonly [from: string, to: string] | undefined,
): Graph {
  const graph: Graph = new Map();
  for (const { path, imports } of files) {
    if (isForTests(path)) continue;
    for (const { target = "", line } of imports) {
      const [from, to] = nameEnds(parsePlace(path), parsePlace(target)) ?? [];
      if (from === undefined || to === undefined || from === to) continue;
      const edges = graph.get(from) ?? new Map<string, Edge>();
      graph.set(from, edges);
      if (!edges.has(to)) edges.set(to, { path, target, line });
    }
  }
  return graph;
}

/** Finds a shortest path from a part back to itself, without repeating it at the end; undefined if there is none. */
function findShortestCycle(graph: Graph, start: string): string[] | undefined {
  const paths = new Map([[start, [start]]]);
  for (const [part, path] of paths) {
    for (const next of graph.get(part)?.keys() ?? []) {
      if (next === start) return path;
      if (!paths.has(next)) paths.set(next, [...path, next]);
    }
  }
  return undefined;
}

function findCycles(graph: Graph, rule: string): Violation[] {
  const cycles = new Map<string, string[]>();
  for (const part of [...graph.keys()].sort()) {
    const cycle = findShortestCycle(graph, part);
    const key = cycle?.toSorted().join();
    if (cycle && key && !cycles.has(key)) cycles.set(key, cycle);
  }
  return [...cycles.values()].map((cycle): Violation => {
    const edges = cycle.flatMap((part, at) => graph.get(part)?.get(cycle[(at + 1) % cycle.length] ?? "") ?? []);
    const imports = edges.map(({ path, target }) => `${path} imports ${target}`).join("; ");
    const message = `cycle ${[...cycle, cycle[0]].join(" -> ")}: ${imports} — move what both need below them`;
    return { path: edges[0]?.path ?? "", line: edges[0]?.line ?? 1, rule, message };
  });
}

/** No feature depends on itself through others. */
export function noFeatureCycles(files: readonly SourceFile[]): Violation[] {
  return ["apps/server", "apps/web"].flatMap((app) => {
    const nameFeatures = (from: Place, to: Place) =>
      from.workspace === app && to.workspace === app && from.feature && to.feature
        ? ([from.feature, to.feature] as const)
        : undefined;
    return findCycles(buildGraph(files, nameFeatures), "no-feature-cycles");
  });
}

/** No room of a feature depends on itself through others. The feature's own files may lie above some rooms and below others. */
export function noRoomCycles(files: readonly SourceFile[]): Violation[] {
  const nameRoom = ({ workspace, feature, inFeature }: Place) =>
    feature && inFeature.includes("/") ? `${workspace}/${feature}/${inFeature.replace(/\/.*/, "")}` : undefined;
  const nameRooms = (from: Place, to: Place) => {
    const [one, other] = [nameRoom(from), nameRoom(to)];
    const isWithin = from.workspace === to.workspace && from.feature === to.feature;
    return isWithin && one && other ? ([one, other] as const) : undefined;
  };
  return findCycles(buildGraph(files, nameRooms), "no-room-cycles");
}
