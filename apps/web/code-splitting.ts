/** What the bundler knows of a module. */
type Module = {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
};

/** Modules that form one file, because a few large files load faster and compress better than many small ones. */
export const GROUPS = ["start", "visitor", "app", "offline", "home", "lists", "judging"] as const;
export type Group = (typeof GROUPS)[number];

/** Parts of the app that most browsers load first, by the ids of their modules. Everything else follows from the imports. */
const PLACES = {
  visitorFrame: /\/src\/shell\/public-shell\./,
  visitorScreen: /\/src\/features\/auth\//,
  /** Loaded by every page, but only after it is shown. */
  toast: /\/src\/ui\/toast-message\./,
  frame: /\/src\/shell\/app-shell\./,
  session: /\/src\/features\/study\/session\/study-page\./,
  /** Answers calls without a network. */
  copy: /\/src\/features\/device\/device\.copy\.ts$/,
  home: /\/src\/features\/stats\/dashboard-page\./,
};
type Place = keyof typeof PLACES;

/** From so many screens on, a module is in the file that all screens with lists share. */
const MANY_SCREENS = 4;

/** The modules that judge answers. Each screen that judges needs most of them; other modules of the package have uses of their own. */
const JUDGING = /\/packages\/answers\/src\/(?!lists|prompts|confusions|distractors|kinds|random|hints|difference)/;

/** What loads a module: each part of the app that is imported dynamically, and imports the module itself or through others. */
type Users = {
  /** Whether two or more parts load it. */
  shared: boolean;
  /** How many of them the app imports as soon as it runs: screens, and what surrounds them. */
  screens: number;
  places: ReadonlySet<Place>;
};

/**
 * Assigns modules to files. Whoever needs a file needs nearly all of it, and no file needs one that loads later.
 *
 * @param app The id of the module with which the app begins.
 * @param landing The id of the module with which the prerendered pages begin. They share no file with the app.
 * @returns The group of a module, or null if the bundler decides: a file for all modules that the same parts load.
 * @throws Error if a part of the app that has a group is not found
 */
export function groupModules(getModule: (id: string) => Module | null, app: string, landing: string) {
  const graph = readGraph(getModule);
  const ofLanding = graph.reach(landing);
  const ofStart = graph.reach(app);
  const usersOf = findUsers(graph, ofStart);
  return (id: string): Group | null => {
    if (ofLanding.has(id)) return null;
    if (ofStart.has(id)) return "start";
    const users = usersOf.get(id);
    return users ? chooseGroup(id, users) : null;
  };
}

function chooseGroup(id: string, { shared, screens, places }: Users): Group | null {
  const ofVisitors = places.has("visitorFrame") || (places.has("visitorScreen") && shared);
  const ofMembers = ["frame", "session", "copy", "home"].some((place) => places.has(place as Place));
  if ((ofVisitors && ofMembers) || (places.has("toast") && shared)) return "start";
  if (ofVisitors) return "visitor";
  if (places.has("frame") || (places.has("session") && shared)) return "app";
  const isPackage = /\/packages\/(?!contract\/)/.test(id);
  if (places.has("copy")) return isPackage && shared ? "app" : "offline";
  if (places.has("home")) return "home";
  if (shared && JUDGING.test(id)) return "judging";
  // The parts that a session loads use features and packages, too, and should not load the parts of lists for them.
  return screens >= MANY_SCREENS && !isPackage && !/\/src\/features\//.test(id) ? "lists" : null;
}

type Graph = {
  parts: (id: string) => readonly string[];
  /** Returns a module and all that it imports, itself or through others. */
  reach: (id: string) => ReadonlySet<string>;
};

function readGraph(getModule: (id: string) => Module | null): Graph {
  const importsOf = (id: string): readonly string[] => {
    const module = getModule(id);
    if (!module) return [];
    return module.importedIds.flatMap((imported) => {
      const index = isIconIndex(imported) ? getModule(imported) : null;
      return index ? findIcons(module, index) : [imported];
    });
  };
  const reach = (id: string) => {
    const found = new Set([id]);
    // A set is visited in the order in which it grows.
    for (const one of found) for (const imported of importsOf(one)) found.add(imported);
    return found;
  };
  return { parts: (id) => getModule(id)?.dynamicallyImportedIds ?? [], reach };
}

const isIconIndex = (id: string) => /\/lucide-react\/.*\/lucide-react\.mjs$/.test(id);

/** Returns the icons that a module names. Their index imports all icons, of which the bundler keeps those that are named. */
function findIcons(module: Module, index: Module): string[] {
  const lists = [...(module.code ?? "").matchAll(/import \{([^}]*)\} from "lucide-react"/g)];
  const names = lists.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim().replace(/ as .*/, "")));
  return names.flatMap((name) => {
    const [, file] =
      new RegExp(`default as ${name}\\b[^}]*\\} from ['"]\\.(/icons/[^'"]+)`).exec(index.code ?? "") ?? [];
    return index.importedIds.filter((id) => file && id.endsWith(file));
  });
}

function findUsers(graph: Graph, ofStart: ReadonlySet<string>): ReadonlyMap<string, Users> {
  const screens = new Set([...ofStart].flatMap(graph.parts));
  const places = Object.entries(PLACES) as [Place, RegExp][];
  for (const [place, pattern] of places) {
    if (![...screens].some((id) => pattern.test(id))) throw new Error(`No part of the app is the ${place}: ${pattern}`);
  }
  const users = new Map<string, { shared: boolean; screens: number; places: Set<Place> }>();
  const parts = new Set(screens);
  for (const part of parts) {
    const own = places.filter(([, pattern]) => screens.has(part) && pattern.test(part));
    for (const id of graph.reach(part)) {
      const known = users.get(id);
      const entry = known ?? { shared: false, screens: 0, places: new Set() };
      entry.shared = known !== undefined;
      if (screens.has(part)) entry.screens += 1;
      for (const [place] of own) entry.places.add(place);
      users.set(id, entry);
      for (const later of graph.parts(id)) parts.add(later);
    }
  }
  return users;
}
