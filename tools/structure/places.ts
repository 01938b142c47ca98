import { posix } from "node:path";

/** Where a file stands: in which workspace, and if in a feature, in which one and under which name. */
export interface Place {
  workspace:
    | "server"
    | "web"
    | "contract"
    | "scheduler"
    | "card-files"
    | "card-text"
    | "embedded-postgres-cluster"
    | "other";
  /** The path below the workspace's `src`. */
  inside: string;
  feature: string | undefined;
  /** The path below the feature's folder. */
  inFeature: string | undefined;
}

const WORKSPACES = new Map<string, Place["workspace"]>([
  ["apps/server", "server"],
  ["apps/web", "web"],
  ["packages/card-files", "card-files"],
  ["packages/contract", "contract"],
  ["packages/scheduler", "scheduler"],
  ["packages/card-text", "card-text"],
  ["packages/embedded-postgres-cluster", "embedded-postgres-cluster"],
]);

export function placeOf(path: string): Place {
  const [, root = "", inside = path] = /^((?:apps|packages)\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
  const feature = /^features\/([^/]+)\/(.+)$/.exec(inside);
  return {
    workspace: WORKSPACES.get(root) ?? "other",
    inside,
    feature: feature?.[1],
    inFeature: feature?.[2],
  };
}

export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path);
}

/** Tests and what only tests use. */
export function isForTests(path: string): boolean {
  return isTest(path) || path.includes("/testing/");
}

/** The feature whose tables a file of the schema defines; undefined for other files. */
export function schemaOwner(path: string): string | undefined {
  return /^apps\/server\/src\/schema\/([^/]+)\.ts$/.exec(path)?.[1];
}

/** Definitions of database tables, below all features. */
export function isSchema(path: string): boolean {
  return schemaOwner(path) !== undefined;
}

/** The last word of a dotted name: `cards.queries.ts` has the role `queries`, `app.ts` none. */
export function roleOf(path: string): string | undefined {
  const parts = posix.basename(path).split(".");
  return parts.length === 3 ? parts[1] : undefined;
}
