// Rules about what a file is called and where it stands.
import { posix } from "node:path";
import { placeOf } from "./places.ts";
import type { Settings } from "./settings.ts";
import { errorAt, type SourceFile, type Violation } from "./source-file.ts";
import type { FeatureVocabulary, Vocabulary, WorkspaceVocabulary } from "./vocabulary.ts";

const VOCABULARY_FILES = {
  server: "tools/structure/server-vocabulary.ts",
  web: "tools/structure/web-vocabulary.ts",
};

function violation(path: string, rule: string, message: string, line = 1): Violation {
  return { path, line, rule, message, severity: "error" };
}

interface FeatureFile {
  path: string;
  feature: string;
  /** The path below the feature's folder. */
  name: string;
  workspace: "server" | "web";
  vocabulary: WorkspaceVocabulary;
}

function featureFiles(files: readonly SourceFile[], vocabulary: Vocabulary): FeatureFile[] {
  return files.flatMap(({ path }) => {
    const { workspace, feature, inFeature: name } = placeOf(path);
    if (feature === undefined || name === undefined || (workspace !== "server" && workspace !== "web")) return [];
    return [{ path, feature, name, workspace, vocabulary: vocabulary[workspace] }];
  });
}

/** A feature has the same name on both sides. */
export function knownFeatures(files: readonly SourceFile[], { vocabulary }: Settings): Violation[] {
  const unknown = featureFiles(files, vocabulary)
    .filter(({ feature, vocabulary }) => !(feature in vocabulary.features))
    .map(({ path, feature, workspace, vocabulary }) => {
      const known = Object.keys(vocabulary.features).join(", ");
      const message = `the ${workspace} has no feature "${feature}" — use one of ${known}, or list it in ${VOCABULARY_FILES[workspace]}`;
      return violation(path, "known-features", message);
    });
  return [...unknown, ...oneSided(vocabulary)];
}

function oneSided({ server, web }: Vocabulary): Violation[] {
  const sides = [
    { file: VOCABULARY_FILES.server, here: server.features, there: web.features },
    { file: VOCABULARY_FILES.web, here: web.features, there: server.features },
  ];
  return sides.flatMap(({ file, here, there }) =>
    Object.entries(here)
      .filter(([feature, { onlyHere }]) => feature in there === (onlyHere !== undefined))
      .map(([feature]) => {
        const message = `"${feature}" is on both sides, or has a reason not to be — see its \`onlyHere\``;
        return violation(file, "known-features", message);
      }),
  );
}

const WORD = "[a-z0-9]+(?:-[a-z0-9]+)*";
const TEST = `${WORD}(?:\\.${WORD})?\\.test\\.tsx?`;
/** Names that a web feature may use freely: what they hold follows from their form. */
const WEB_NAMES = new RegExp(`^(?:${WORD}-page\\.tsx|use-${WORD}\\.tsx?|components/${WORD}\\.tsx|components/${TEST})$`);
const ANY_TEST = new RegExp(`^${TEST}$`);

interface Noun {
  noun: string;
  room: string | undefined;
}

/** The noun of `<feature>.<noun>.ts` or `<room>/<room>.<noun>.ts`. */
function nounOf(feature: string, name: string): Noun | undefined {
  const [, room, prefix, noun] = new RegExp(`^(?:(${WORD})/)?(${WORD})\\.(${WORD})\\.ts$`).exec(name) ?? [];
  return noun === undefined || prefix !== (room ?? feature) ? undefined : { noun, room };
}

function isKnownNoun({ noun, room }: Noun, roles: Record<string, string>, entry: FeatureVocabulary): boolean {
  const own = room === undefined ? entry.nouns : entry.rooms?.[room]?.nouns;
  return noun in roles || noun in (own ?? {});
}

/** Every file name of a feature comes from the closed vocabulary, so that the name tells what is inside. */
export function featureFileNames(files: readonly SourceFile[], { vocabulary }: Settings): Violation[] {
  return featureFiles(files, vocabulary).flatMap(({ path, feature, name, workspace, vocabulary }) => {
    const entry = vocabulary.features[feature] ?? {};
    const [folder = ""] = name.split("/");
    const inRoom = entry.rooms?.[folder] !== undefined;
    const freeName = inRoom ? name.slice(folder.length + 1) : name;
    if (ANY_TEST.test(freeName) || (workspace === "web" && WEB_NAMES.test(freeName))) return [];
    const noun = nounOf(feature, name);
    if (noun && isKnownNoun(noun, vocabulary.roles, entry)) return [];
    const roles = Object.keys(vocabulary.roles).join("|");
    const form = `${feature}.<${roles}|noun of ${VOCABULARY_FILES[workspace]}>.ts`;
    const web = workspace === "web" ? ", <x>-page.tsx, use-<x>.ts or components/<x>.tsx" : "";
    const message = `"${name}" is not in the vocabulary of this feature — ${form}${web}, tests beside them`;
    return [violation(path, "feature-file-names", message)];
  });
}

/** The vocabulary holds no word that no file uses. */
export function usedNouns(files: readonly SourceFile[], { vocabulary }: Settings): Violation[] {
  const used = new Set(
    featureFiles(files, vocabulary).map(({ workspace, feature, name }) => `${workspace} ${feature} ${name}`),
  );
  return (["server", "web"] as const).flatMap((workspace) =>
    Object.entries(vocabulary[workspace].features).flatMap(([feature, { nouns = {}, rooms = {} }]) => {
      const names = [
        ...Object.keys(nouns).map((noun) => `${feature}.${noun}.ts`),
        ...Object.entries(rooms).flatMap(([room, { nouns = {} }]) =>
          Object.keys(nouns).map((noun) => `${room}/${room}.${noun}.ts`),
        ),
      ];
      return names
        .filter((name) => !used.has(`${workspace} ${feature} ${name}`))
        .map((name) => {
          const message = `the ${workspace} has no features/${feature}/${name} — remove its noun`;
          return violation(VOCABULARY_FILES[workspace], "used-nouns", message);
        });
    }),
  );
}

const DRAWERS = new Set(["util", "utils", "helper", "helpers", "misc", "common"]);

/** A name that fits everything says nothing. */
export function noDrawers(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const word = path.split(/[/.-]/).find((part) => DRAWERS.has(part.toLowerCase()));
    if (word === undefined) return [];
    const message = `"${word}" says nothing about what is inside — name the file after what it does`;
    return [violation(path, "no-drawers", message)];
  });
}

const KEBAB = new RegExp(`^\\.?${WORD}(?:\\.${WORD})*$`);

export function kebabCase(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const wrong = path.split("/").find((part) => !KEBAB.test(part));
    if (wrong === undefined) return [];
    return [violation(path, "kebab-case", `"${wrong}" is not kebab-case — lower-case words joined by hyphens`)];
  });
}

/**
 * A barrel hides where a thing is defined, and makes cycles. In the apps no file passes on what another defines; a package has
 * an entry file that may.
 */
export function noBarrels(files: readonly SourceFile[]): Violation[] {
  const rule = "no-barrels";
  return files.flatMap((file) => {
    const { workspace } = placeOf(file.path);
    if (workspace !== "server" && workspace !== "web") return [];
    if (/^index\.[cm]?[jt]sx?$/.test(posix.basename(file.path))) {
      return [violation(file.path, rule, "an index file is a barrel — import from the file that defines the thing")];
    }
    return file.body
      .filter((node) => isReExport(node, file))
      .map((node) => errorAt(file, node, rule, "re-exports — import from the file that defines the thing"));
  });
}

function isReExport(node: SourceFile["body"][number], { imports }: SourceFile): boolean {
  if (node.type === "ExportAllDeclaration") return true;
  if (node.type !== "ExportNamedDeclaration") return false;
  const imported = new Set(imports.flatMap(({ bindings }) => bindings.map(({ local }) => local)));
  return (
    node.source !== null || node.specifiers.some(({ local }) => local.type === "Identifier" && imported.has(local.name))
  );
}
