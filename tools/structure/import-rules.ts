// Rules about who may know whom.
import { isForTests, placeOf, roleOf } from "./places.ts";
import { type Import, importsOf, type SourceFile, type Violation } from "./source-file.ts";

type Judge = (file: SourceFile, one: Import) => string | undefined;

function judgeImports(files: readonly SourceFile[], rule: string, judge: Judge): Violation[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((one): Violation[] => {
      const message = judge(file, one);
      return message === undefined ? [] : [{ path: file.path, line: one.line, rule, message, severity: "error" }];
    }),
  );
}

/** A server feature has one door, its service; queries and tables may also read foreign tables. */
export function featureDoors(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "feature-doors", ({ path }, { target }) => {
    if (target === undefined || isForTests(path)) return undefined;
    const from = placeOf(path);
    const to = placeOf(target);
    if (from.workspace !== "server" || to.workspace !== "server") return undefined;
    if (from.feature === undefined || to.feature === undefined || from.feature === to.feature) return undefined;
    const role = roleOf(target);
    if (role === "service") return undefined;
    if (role === "table" && (roleOf(path) === "queries" || roleOf(path) === "table")) return undefined;
    if (role === "table") {
      return `reads a table of "${to.feature}" — in ${from.feature}.queries.ts, or ask ${to.feature}.service.ts`;
    }
    return `reaches into "${to.feature}" past its door — import #features/${to.feature}/${to.feature}.service.ts`;
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

/** What every feature stands on knows none of them. */
export function foundationsKnowNoFeature(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "foundations-know-no-feature", ({ path }, { target }) => {
    if (target === undefined || isForTests(path)) return undefined;
    const from = placeOf(path);
    const [folder = ""] = from.inside.split("/");
    if (from.workspace !== "web" || !["ui", "lib"].includes(folder) || placeOf(target).feature === undefined) {
      return undefined;
    }
    return `${folder}/ imports a feature — hand the value in, or move the file to that feature`;
  });
}

const PACKAGE_MAY_USE: Record<"contract" | "scheduler", { only: string; allowed: RegExp }> = {
  contract: { only: "zod", allowed: /^zod(\/|$)/ },
  scheduler: { only: "ts-fsrs", allowed: /^ts-fsrs$/ },
};

/** The apps meet in the contract only, and the packages stand on nothing but one library each. */
export function workspaceBorders(files: readonly SourceFile[]): Violation[] {
  return judgeImports(files, "workspace-borders", ({ path }, { specifier, target }) => {
    const { workspace } = placeOf(path);
    const to = target === undefined ? undefined : placeOf(target).workspace;
    if (workspace === "web" && to === "server") return "web code imports server code — share it by packages/contract";
    if (workspace === "server" && to === "web") return "server code imports web code — share it by packages/contract";
    if (workspace !== "contract" && workspace !== "scheduler") {
      if (to === "scheduler" || to === "contract") {
        return specifier.startsWith("@repasa/")
          ? undefined
          : `reaches a package by its path — import @repasa/${to}/...`;
      }
      if (specifier === "ts-fsrs") return "imports the FSRS library — packages/scheduler hides it behind its own types";
      return undefined;
    }
    if (to === workspace || isForTests(path)) return undefined;
    const { only, allowed } = PACKAGE_MAY_USE[workspace];
    if (to === undefined && allowed.test(specifier)) return undefined;
    return `packages/${workspace} imports ${specifier} — it depends on ${only} only`;
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

/** No file leads back to itself. Type imports count: what two files need of each other belongs in a third. */
export function noCycles(files: readonly SourceFile[]): Violation[] {
  const known = new Set(files.map((file) => file.path));
  const edges = new Map(
    files.map((file) => [file.path, importsOf(file).filter(({ target }) => target !== undefined && known.has(target))]),
  );
  const violations: Violation[] = [];
  const finished = new Set<string>();
  const trail: string[] = [];

  const visit = (path: string) => {
    trail.push(path);
    for (const { target = "", line } of edges.get(path) ?? []) {
      const start = trail.indexOf(target);
      if (start !== -1) {
        const cycle = [...trail.slice(start), target].join(" -> ");
        const message = `import cycle ${cycle} — move what both need into a file of its own`;
        violations.push({ path, line, rule: "no-cycles", message, severity: "error" });
      } else if (!finished.has(target)) visit(target);
    }
    trail.pop();
    finished.add(path);
  };
  for (const { path } of files) if (!finished.has(path)) visit(path);
  return violations;
}
