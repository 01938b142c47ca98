import { posix } from "node:path";

/** The parts of a file's path that the rules distinguish. */
export interface Place {
  /** `apps/server`, `packages/contract`; empty outside of workspaces. */
  workspace: string;
  /** The path below the workspace's `src`, or the whole path outside of workspaces. */
  inside: string;
  feature: string | undefined;
  /** The path below the feature's folder. */
  inFeature: string;
}

export function parsePlace(path: string): Place {
  const [, workspace = "", inside = path] = /^((?:apps|packages)\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
  const [, feature, inFeature = ""] = /^features\/([^/]+)\/(.+)$/.exec(inside) ?? [];
  return { workspace, inside, feature, inFeature };
}

export function isOnServer(path: string): boolean {
  return parsePlace(path).workspace === "apps/server";
}

/** Returns whether a file is a test or only used by tests. */
export function isForTests(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.includes("/testing/");
}

/** Returns the feature whose tables a file of the schema defines; undefined for other files. */
export function findSchemaOwner(path: string): string | undefined {
  return /^apps\/server\/src\/schema\/([^/]+)\.ts$/.exec(path)?.[1];
}

/** Returns the second word of a dotted name: `cards.queries.ts` has the role `queries`, `app.ts` has none. */
export function findRole(path: string): string | undefined {
  const parts = posix.basename(path).split(".");
  return parts.length === 3 ? parts[1] : undefined;
}
