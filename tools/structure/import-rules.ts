// Rules about which files may import which. Type imports count, except at the doors of features.
import { findRole, findSchemaOwner, isForTests, type Place, parsePlace, SQL_ROLES } from "./places.ts";
import type { Import, SourceFile, Violation } from "./source-file.ts";

interface Judged {
  one: Import;
  path: string;
  from: Place;
  /** Empty for built-ins and packages from npm. */
  target: string;
  to: Place | undefined;
}

/** Returns the problem of an import; undefined if it has none. */
type Judge = (judged: Judged) => string | undefined;

function importRule(rule: string, judge: Judge) {
  return (files: readonly SourceFile[]): Violation[] =>
    files.flatMap(({ path, imports }) =>
      imports.flatMap((one): Violation[] => {
        const { target = "", line } = one;
        const to = target === "" ? undefined : parsePlace(target);
        const message = judge({ one, from: parsePlace(path), to, path, target });
        return message === undefined ? [] : [{ path, line, rule, message }];
      }),
    );
}

/** Roles of files that only the feature itself and the composition of the server may import. */
const PRIVATE_ROLES = new Set(["routes", "jobs", "job-handlers", "emails", "gateway"]);

/**
 * Server features may import each other's services, the files beside these, and the services of rooms. Only queries may import
 * queries, to share parts of statements. Any file may import types, because these run nothing.
 */
export const featureDoors = importRule("feature-doors", ({ one, from, to, path, target }) => {
  if (one.isTypeOnly || isForTests(path) || from.workspace !== "apps/server" || from.feature === undefined) return;
  const isQuery = SQL_ROLES.has(findRole(path) ?? "");
  const tableOwner = findSchemaOwner(target);
  if (tableOwner !== undefined && tableOwner !== from.feature && !isQuery) {
    return `reads a table of "${tableOwner}" — in ${from.feature}.queries.ts, or ask ${tableOwner}.service.ts`;
  }
  if (to?.workspace !== "apps/server" || to.feature === undefined || to.feature === from.feature) return;
  const role = findRole(target) ?? "";
  if (role === "service" || (SQL_ROLES.has(role) && isQuery)) return;
  const isInRoom = to.inFeature.includes("/");
  if (!SQL_ROLES.has(role) && !isInRoom && !PRIVATE_ROLES.has(role)) return;
  return `uses an internal file of "${to.feature}" — import one of its services, or a file beside ${to.feature}.service.ts`;
});

/** A web feature may import another one's calls, hooks, logic and components, but not its pages. */
export const pagesBelongToTheRouter = importRule("pages-belong-to-the-router", ({ from, path, target }) => {
  if (from.workspace !== "apps/web" || from.feature === undefined || isForTests(path)) return;
  return /-page\.tsx$/.test(target) ? "imports a page — link to its path (paths.ts), or share a component" : undefined;
});

/** The layers of each app. A layer may import itself and those before it; files outside of all layers compose them. */
const LAYERS: Record<string, string[]> = {
  "apps/server": ["platform", "schema", "features"],
  "apps/web": ["lib", "ui", "features", "shell"],
};

/** Imports go one way: features -> schema -> platform on the server, shell -> features -> ui -> lib on the web. */
export const layers = importRule("layers", ({ from, to, path, target }) => {
  const folders = LAYERS[from.workspace];
  if (folders === undefined || to?.workspace !== from.workspace || isForTests(path)) return;
  const findLayer = ({ inside }: Place) => folders.indexOf(inside.split("/")[0] ?? "");
  if (findLayer(from) === -1 || findLayer(to) <= findLayer(from)) return;
  const direction = folders.toReversed().join(" -> ");
  return `imports ${target} against ${direction} — pass the value in, or move one of the two`;
});

/** The modules that a package may import besides its own files; `inWords` describes them in messages. */
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

/** The apps share code only through packages, and a package imports no app. */
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
