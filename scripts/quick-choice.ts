// What `npm run quick` runs after a change of some files.
import { chooseApart } from "./apart.ts";

export type QuickWork = {
  /** The folders of the workspaces whose types are checked. */
  types: string[];
  /** Parts of the paths of test files, as Vitest takes them. */
  tests: string[];
  /** The files of journeys that have changed themselves, or that run only after a change of their subject. */
  journeys: string[];
  /** The npm scripts of long suites that a change of these files asks for. */
  suites: string[];
};

/** The workspaces, each with those that it imports. */
export type Workspaces = Readonly<Record<string, readonly string[]>>;

/** By the beginnings of paths, the suites that `npm test` does not run and that such a change can break. */
export const SUITES: Readonly<Record<string, readonly string[]>> = {
  "test:proxy": ["deploy/", "apps/server/src/proxy.nginx.test.ts"],
  "test:citus": ["apps/server/src/platform/scale-out/"],
};

const FEATURE = /^apps\/(?:server|web)\/src\/features\/([^/]+)\//;
/** A part of the contract has the name of its feature. */
const CONTRACT_PART = /^packages\/contract\/src\/([a-z-]+)\./;
const WORKSPACE = /^((?:apps|packages)\/[^/]+)\//;
const JOURNEY = /^e2e\/.*\.spec\.ts$/;

/**
 * Chooses by names, not by imports: each test of the server starts the whole app, so that it imports whatever has changed. A feature has
 * one name on the server, on the web and in the contract, which is where a mistake in it shows first.
 */
export function chooseWork(changed: readonly string[], workspaces: Workspaces): QuickWork {
  const apart = chooseApart(changed);
  const folders = new Set(changed.flatMap(listTests));
  const isInFolder = (file: string) => [...folders].some((folder) => file.includes(folder));
  const suites = Object.entries(SUITES).filter(([, paths]) => changed.some((file) => beginsWithAny(file, paths)));
  return {
    types: chooseTypes(changed, workspaces),
    tests: [...folders, ...apart.unit.filter((file) => !isInFolder(file))].sort(),
    journeys: [...new Set([...changed.filter((file) => JOURNEY.test(file)), ...apart.journeys])].sort(),
    suites: suites.map(([name]) => name),
  };
}

const beginsWithAny = (file: string, beginnings: readonly string[]) =>
  beginnings.some((beginning) => file.startsWith(beginning));

function listTests(file: string): string[] {
  const [, feature] = FEATURE.exec(file) ?? [];
  if (feature !== undefined) return [`/features/${feature}/`];
  const [, part] = CONTRACT_PART.exec(file) ?? [];
  if (part !== undefined) return ["packages/contract/", `/features/${part}/`];
  if (file.startsWith("packages/")) return [`${file.split("/").slice(0, 2).join("/")}/`];
  if (file.endsWith(".md")) return ["tools/structure/"];
  const isTestedBesideItself = /^(?:apps|tools|scripts)\/.*\.[cm]?tsx?$/.test(file);
  return isTestedBesideItself ? [`${file.slice(0, file.lastIndexOf("/"))}/`] : [];
}

/** Returns the workspaces that have changed and those that import them, the root for what belongs to none. */
function chooseTypes(changed: readonly string[], workspaces: Workspaces): string[] {
  const chosen = new Set(changed.filter((file) => /\.[cm]?tsx?$/.test(file)).map(findWorkspace));
  for (let before = -1; before < chosen.size; ) {
    before = chosen.size;
    for (const [folder, imported] of Object.entries(workspaces)) {
      if (imported.some((one) => chosen.has(one))) chosen.add(folder);
    }
  }
  return [...chosen].sort();
}

const findWorkspace = (file: string) => WORKSPACE.exec(file)?.[1] ?? ".";
