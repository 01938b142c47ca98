// Rules about who may know whom.
import { isForTests, type Place, placeOf, roleOf, schemaOwner } from "./places.ts";
import type { Import, SourceFile, Violation } from "./source-file.ts";

type Judge = (file: SourceFile, one: Import) => string | undefined;

function judgeImports(files: readonly SourceFile[], rule: string, judge: Judge): Violation[] {
  return files.flatMap((file) =>
    file.imports.flatMap((one): Violation[] => {
      const message = judge(file, one);
      return message === undefined ? [] : [{ path: file.path, line: one.line, rule, message, severity: "error" }];
    }),
  );
}

/** Roles that only the composition of the server and the feature itself use. */
const PRIVATE_ROLES = new Set(["routes", "jobs", "job-handlers", "emails", "gateway"]);

/**
 * Server features may use each other's services, the files beside them and the services of rooms. Queries are for queries:
 * parts of statements that several features need. Types are open, since they run nothing.
 */
export function featureDoors(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "feature-doors", ({ path }, { target, isTypeOnly }) => {
    if (target === undefined || isTypeOnly || isForTests(path)) return undefined;
    const from = placeOf(path);
    const to = placeOf(target);
    if (from.workspace !== "server" || to.workspace !== "server" || from.feature === undefined) return undefined;
    const tableOwner = schemaOwner(target);
    if (tableOwner !== undefined && tableOwner !== from.feature && roleOf(path) !== "queries") {
      return `reads a table of "${tableOwner}" — in ${from.feature}.queries.ts, or ask ${tableOwner}.service.ts`;
    }
    if (to.feature === undefined || from.feature === to.feature) return undefined;
    const role = roleOf(target) ?? "";
    if (role === "queries") {
      return roleOf(path) === "queries"
        ? undefined
        : `uses queries of "${to.feature}" — ask #features/${to.feature}/${to.feature}.service.ts`;
    }
    const isInRoom = to.inFeature?.includes("/") ?? false;
    if (role === "service" || (!isInRoom && !PRIVATE_ROLES.has(role))) return undefined;
    return `uses an internal file of "${to.feature}" — import one of its services, or a file beside ${to.feature}.service.ts`;
  });
}

/** A web feature may use another one's calls, hooks, logic and components, but pages belong to the router. */
export function pagesBelongToTheRouter(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "pages-belong-to-the-router", ({ path }, { target }) => {
    if (target === undefined || isForTests(path)) return undefined;
    const { workspace, feature } = placeOf(path);
    if (workspace !== "web" || feature === undefined || !/-page\.tsx$/.test(target)) return undefined;
    return "imports a page — link to its path (paths.ts), or share a component";
  });
}

/** Folders of each app: one may import itself and those before it. What is in no folder composes them. */
const LAYERS: Partial<Record<Place["workspace"], string[]>> = {
  server: ["platform", "schema", "features"],
  web: ["lib", "ui", "features", "shell"],
};

/** Imports go one way: features -> schema -> platform on the server, shell -> features -> ui -> lib on the web. */
export function layers(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "layers", ({ path }, { target }) => {
    if (target === undefined || isForTests(path)) return undefined;
    const place = placeOf(path);
    const folders = LAYERS[place.workspace];
    if (folders === undefined || placeOf(target).workspace !== place.workspace) return undefined;
    const layerOf = ({ inside }: Place) => folders.indexOf(inside.split("/")[0] ?? "");
    const from = layerOf(place);
    const to = layerOf(placeOf(target));
    if (from === -1 || to <= from) return undefined;
    const direction = folders.toReversed().join(" -> ");
    return `${folders[from]}/ imports ${target} against ${direction} — pass the value in, or move one of the two`;
  });
}

/** What a package may import beside its own files: packages of the project, and libraries. */
const PACKAGE_MAY_USE: Record<string, { only: string; allowed: RegExp }> = {
  contract: { only: "zod and card-text", allowed: /^(?:zod(?:\/|$)|@repasa\/card-text\/)/ },
  scheduler: { only: "ts-fsrs", allowed: /^ts-fsrs$/ },
  "card-text": { only: "its own files", allowed: /^#/ },
  "card-files": {
    only: "libraries, the contract, card-text and the scheduler's local dates",
    allowed: /^(?:[^@.]|@repasa\/(?:contract|card-text)\/|@repasa\/scheduler\/(?:days|local-dates)\.ts$)/,
  },
  "embedded-postgres-cluster": { only: "Node and pg", allowed: /^(?:node:.+|pg)$/ },
};

/** The apps share code through packages only, and no package knows an app. */
export function workspaceBorders(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "workspace-borders", ({ path }, { specifier, target }) => {
    const { workspace } = placeOf(path);
    const to = target === undefined ? undefined : placeOf(target).workspace;
    if (workspace === "web" && to === "server") return "web code imports server code — share it by packages/contract";
    if (workspace === "server" && to === "web") return "server code imports web code — share it by packages/contract";
    const limits = PACKAGE_MAY_USE[workspace];
    if (limits === undefined) {
      if (to !== undefined && to in PACKAGE_MAY_USE) {
        return specifier.startsWith("@repasa/")
          ? undefined
          : `reaches a package by its path — import @repasa/${to}/...`;
      }
      if (specifier === "ts-fsrs") return "imports the FSRS library — packages/scheduler hides it behind its own types";
      return undefined;
    }
    if (to === workspace || isForTests(path)) return undefined;
    if (limits.allowed.test(specifier)) return undefined;
    return `packages/${workspace} imports ${specifier} — it depends on ${limits.only} only`;
  });
}

/** Schemas reach the browser, and zod/mini weighs a fifth of zod. */
export function zodMini(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "zod-mini", ({ path }, { specifier }) => {
    const { workspace } = placeOf(path);
    if (workspace !== "web" && workspace !== "contract") return undefined;
    if (!/^zod(\/|$)/.test(specifier) || specifier === "zod/mini") return undefined;
    return `imports ${specifier}, which the browser would have to load — import zod/mini`;
  });
}

/** Imported as what it is, Drizzle takes longer to load than all the rest of the server. */
export function drizzleDoor(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "drizzle-door", (_file, { specifier }) => {
    return /^drizzle-orm(\/|$)/.test(specifier) ? `imports ${specifier} — import #platform/db/drizzle.cjs` : undefined;
  });
}
