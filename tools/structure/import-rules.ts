// Rules about which files may import which. Type imports count, except at the doors of features.
import { findRole, findSchemaOwner, isForTests, type Place, parsePlace } from "./places.ts";
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
  const isQuery = findRole(path) === "queries";
  const tableOwner = findSchemaOwner(target);
  if (tableOwner !== undefined && tableOwner !== from.feature && !isQuery) {
    return `reads a table of "${tableOwner}" — in ${from.feature}.queries.ts, or ask ${tableOwner}.service.ts`;
  }
  if (to?.workspace !== "apps/server" || to.feature === undefined || to.feature === from.feature) return;
  const role = findRole(target) ?? "";
  if (role === "service" || (role === "queries" && isQuery)) return;
  const isInRoom = to.inFeature.includes("/");
  if (role !== "queries" && !isInRoom && !PRIVATE_ROLES.has(role)) return;
  return `uses an internal file of "${to.feature}" — import one of its services, or a file beside ${to.feature}.service.ts`;
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

/** The apps share code only through packages. Biome checks that a package imports only its dependencies. */
export const workspaceBorders = importRule("workspace-borders", ({ one: { specifier }, from, to }) => {
  if (to === undefined || to.workspace === from.workspace) return;
  if (from.workspace !== "" && to.workspace.startsWith("apps/")) {
    return `${from.workspace} imports ${to.workspace} — share the code by a package`;
  }
  return to.workspace.startsWith("packages/") && !specifier.startsWith("@repasa/")
    ? `imports a package by its path — import ${to.workspace.replace("packages", "@repasa")}/...`
    : undefined;
});
