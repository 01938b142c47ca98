// Rules about which files may import which. Type imports count, except at the doors of features.
import { isForTests, type Place, placeOf, roleOf, SQL_ROLES, schemaOwner } from "./places.ts";
import type { Import, SourceFile, Violation } from "./source-file.ts";

interface Judged {
  one: Import;
  path: string;
  from: Place;
  /** Empty for built-ins and packages from npm. */
  target: string;
  to: Place | undefined;
}

/** Returns what is wrong with an import. */
type Judge = (judged: Judged) => string | undefined;

function importRule(rule: string, judge: Judge) {
  return (files: readonly SourceFile[]): Violation[] =>
    files.flatMap(({ path, imports }) =>
      imports.flatMap((one): Violation[] => {
        const { target = "", line } = one;
        const to = target === "" ? undefined : placeOf(target);
        const message = judge({ one, from: placeOf(path), to, path, target });
        return message === undefined ? [] : [{ path, line, rule, message }];
      }),
    );
}

/** Roles that only the feature itself and the composition of the server use. */
const PRIVATE_ROLES = new Set(["routes", "jobs", "job-handlers", "emails", "gateway"]);

/**
 * Server features may use each other's services, the files beside them and the services of rooms. Queries are for queries,
 * which share parts of statements. Types are open, since they run nothing.
 */
export const featureDoors = importRule("feature-doors", ({ one, from, to, path, target }) => {
  if (one.isTypeOnly || isForTests(path) || from.workspace !== "apps/server" || from.feature === undefined) return;
  const isQuery = SQL_ROLES.has(roleOf(path) ?? "");
  const tableOwner = schemaOwner(target);
  if (tableOwner !== undefined && tableOwner !== from.feature && !isQuery) {
    return `reads a table of "${tableOwner}" — in ${from.feature}.queries.ts, or ask ${tableOwner}.service.ts`;
  }
  if (to?.workspace !== "apps/server" || to.feature === undefined || to.feature === from.feature) return;
  const role = roleOf(target) ?? "";
  if (role === "service" || (SQL_ROLES.has(role) && isQuery)) return;
  const isInRoom = to.inFeature.includes("/");
  if (!SQL_ROLES.has(role) && !isInRoom && !PRIVATE_ROLES.has(role)) return;
  return `uses an internal file of "${to.feature}" — import one of its services, or a file beside ${to.feature}.service.ts`;
});

/** A web feature may use another one's calls, hooks, logic and components, but not its pages. */
export const pagesBelongToTheRouter = importRule("pages-belong-to-the-router", ({ from, path, target }) => {
  if (from.workspace !== "apps/web" || from.feature === undefined || isForTests(path)) return;
  return /-page\.tsx$/.test(target) ? "imports a page — link to its path (paths.ts), or share a component" : undefined;
});

/** Folders of each app: one may import itself and those before it. What lies in none of them composes them. */
const LAYERS: Record<string, string[]> = {
  "apps/server": ["platform", "schema", "features"],
  "apps/web": ["lib", "ui", "features", "shell"],
};

/** Imports go one way: features -> schema -> platform on the server, shell -> features -> ui -> lib on the web. */
export const layers = importRule("layers", ({ from, to, path, target }) => {
  const folders = LAYERS[from.workspace];
  if (folders === undefined || to?.workspace !== from.workspace || isForTests(path)) return;
  const layerOf = ({ inside }: Place) => folders.indexOf(inside.split("/")[0] ?? "");
  if (layerOf(from) === -1 || layerOf(to) <= layerOf(from)) return;
  const direction = folders.toReversed().join(" -> ");
  return `imports ${target} against ${direction} — pass the value in, or move one of the two`;
});

/** What a package may import besides its own files, and the same in words. */
const PACKAGES: Record<string, { allowed: RegExp; inWords: string }> = {
  "packages/contract": { allowed: /^(?:zod(?:\/|$)|@repasa\/card-text\/)/, inWords: "zod and card-text only" },
  "packages/scheduler": { allowed: /^ts-fsrs$/, inWords: "ts-fsrs only" },
  "packages/catalog": { allowed: /^$/, inWords: "nothing" },
  "packages/card-text": { allowed: /^$/, inWords: "nothing" },
  "packages/card-files": {
    allowed: /^(?:[^@.#]|@repasa\/(?:contract|card-text)\/|@repasa\/scheduler\/(?:days|local-dates)\.ts$)/,
    inWords: "libraries, the contract, card-text and the scheduler's local dates only",
  },
  "packages/embedded-postgres-cluster": { allowed: /^(?:node:.+|pg)$/, inWords: "Node and pg only" },
};

/** The apps share code through packages only, and a package imports no app. */
export const workspaceBorders = importRule("workspace-borders", ({ one: { specifier }, from, to, path }) => {
  const limits = PACKAGES[from.workspace];
  if (to !== undefined && to.workspace === from.workspace) return;
  if (limits !== undefined) {
    if (isForTests(path) || limits.allowed.test(specifier)) return;
    return `${from.workspace} imports ${specifier} — it depends on ${limits.inWords}`;
  }
  if (from.workspace !== "" && to?.workspace.startsWith("apps/")) {
    return `${from.workspace} imports ${to.workspace} — share the code by a package`;
  }
  return to?.workspace.startsWith("packages/") && !specifier.startsWith("@repasa/")
    ? `imports a package by its path — import ${to.workspace.replace("packages", "@repasa")}/...`
    : undefined;
});
