import { posix } from "node:path";

/** Where a file lies in the project. */
export interface Place {
  /** `apps/server`, `packages/contract`; empty outside of workspaces. */
  workspace: string;
  /** The path below the workspace's `src`, or the whole path outside of workspaces. */
  inside: string;
  feature: string | undefined;
  /** The path below the feature's folder. */
  inFeature: string;
}

export function placeOf(path: string): Place {
  const [, workspace = "", inside = path] = /^((?:apps|packages)\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
  const [, feature, inFeature = ""] = /^features\/([^/]+)\/(.+)$/.exec(inside) ?? [];
  return { workspace, inside, feature, inFeature };
}

export function isOnServer(path: string): boolean {
  return placeOf(path).workspace === "apps/server";
}

/** Tests and what only tests use. */
export function isForTests(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.includes("/testing/");
}

/** The feature whose tables a file of the schema defines; undefined for other files. */
export function schemaOwner(path: string): string | undefined {
  return /^apps\/server\/src\/schema\/([^/]+)\.ts$/.exec(path)?.[1];
}

/** The last word of a dotted name: `cards.queries.ts` has the role `queries`, `app.ts` none. */
export function roleOf(path: string): string | undefined {
  const parts = posix.basename(path).split(".");
  return parts.length === 3 ? parts[1] : undefined;
}

/** Roles of files in features that hold SQL. */
export const SQL_ROLES: ReadonlySet<string> = new Set(["queries"]);
