import { posix } from "node:path";

/** The same nouns on the server, on the web and in the contract. */
export const FEATURES = [
  "auth",
  "account",
  "folders",
  "cards",
  "schedule",
  "study",
  "stats",
  "progress",
  "reminders",
  "billing",
  "feedback",
  "transfer",
  "store",
];

/** Rooms that only the web has, each with the reason why the server needs none. */
export const WEB_ONLY_FEATURES: Record<string, string> = {
  landing: "the page for visitors; its one call belongs to account",
  legal: "support, privacy and terms are static text",
};

/** Where a file stands: in which workspace, and if in a feature, in which one and under which name. */
export interface Place {
  workspace: "server" | "web" | "contract" | "scheduler" | "other";
  /** The path below the workspace's `src`. */
  inside: string;
  feature: string | undefined;
  /** The path below the feature's folder. */
  inFeature: string | undefined;
}

const WORKSPACES = new Map<string, Place["workspace"]>([
  ["apps/server", "server"],
  ["apps/web", "web"],
  ["packages/contract", "contract"],
  ["packages/scheduler", "scheduler"],
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

/** The last word of a dotted name: `cards.queries.ts` plays the role `queries`, `app.ts` none. */
export function roleOf(path: string): string | undefined {
  const parts = posix.basename(path).split(".");
  return parts.length === 3 ? parts[1] : undefined;
}
