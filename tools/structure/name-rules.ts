// Rules about what a file is called, where it stands and how long it is.
import { posix } from "node:path";
import { FEATURES, isForTests, isTest, placeOf, WEB_ONLY_FEATURES } from "./places.ts";
import { codeOf, importsOf, lineAt, type SourceFile, type Violation } from "./source-file.ts";

function violation(path: string, rule: string, message: string, line = 1): Violation {
  return { path, line, rule, message, severity: "error" };
}

/** A feature has the same noun everywhere. */
export function knownFeatures(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const { workspace, feature } = placeOf(path);
    if (feature === undefined || FEATURES.includes(feature)) return [];
    if (workspace === "web" && feature in WEB_ONLY_FEATURES) return [];
    const message = `there is no feature "${feature}" — use one of ${FEATURES.join(", ")}, or list a web-only one with its reason in tools/structure/places.ts`;
    return [violation(path, "known-features", message)];
  });
}

const WORD = "[a-z0-9]+(?:-[a-z0-9]+)*";
const TEST = `${WORD}(?:\\.${WORD})?\\.test\\.ts`;

function isServerName(feature: string, name: string): boolean {
  return new RegExp(`^(?:${feature}\\.${WORD}\\.ts|${TEST})$`).test(name);
}

function isWebName(feature: string, name: string): boolean {
  const inRoom = `${feature}\\.${WORD}\\.ts|${WORD}-page\\.tsx|use-${WORD}\\.tsx?|${TEST}x?`;
  const inComponents = `components/(?:${WORD}\\.tsx|${TEST}x?)`;
  return new RegExp(`^(?:${inRoom}|${inComponents})$`).test(name);
}

/** A feature's files come from one closed vocabulary, so that the name tells what is inside. */
export function featureFileNames(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const { workspace, feature = "", inFeature } = placeOf(path);
    if (inFeature === undefined) return [];
    if (workspace === "server" && !isServerName(feature, inFeature)) {
      const message = `"${inFeature}" is no name for a file of a server feature — ${feature}.<routes|service|queries|table|jobs|emails|gateway|noun>.ts, tests beside them`;
      return [violation(path, "feature-file-names", message)];
    }
    if (workspace === "web" && !isWebName(feature, inFeature)) {
      const message = `"${inFeature}" is no name for a file of a web feature — ${feature}.api.ts, ${feature}.<noun>.ts, <x>-page.tsx, use-<x>.ts or components/<x>.tsx, tests beside them`;
      return [violation(path, "feature-file-names", message)];
    }
    return [];
  });
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

const WARN_LINES = 300;
const MAX_LINES = 500;
const MAX_TEST_LINES = 800;

export function fileSize(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }): Violation[] => {
    const lines = text.replace(/\n$/, "").split("\n").length;
    const max = isTest(path) ? MAX_TEST_LINES : MAX_LINES;
    if (lines > max) {
      const message = `${lines} lines, at most ${max} — split it by what its parts are about`;
      return [violation(path, "file-size", message, max + 1)];
    }
    if (lines > WARN_LINES && !isTest(path)) {
      const message = `${lines} lines, better under ${WARN_LINES} — split it by what its parts are about`;
      return [{ ...violation(path, "file-size", message, WARN_LINES + 1), severity: "warning" }];
    }
    return [];
  });
}

const RE_EXPORT = /export\s+(?:type\s+)?(?:\*(?:\s*as\s+\w+)?|\{[^}]*\})\s*from\s*["'][^"']*["']\s*;?/g;

/** Import from the file that holds the thing: a barrel hides where it lives and makes cycles. */
export function noBarrels(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => {
    const message = "is a barrel — import from the file that holds the thing";
    if (/^index\.[cm]?[jt]sx?$/.test(posix.basename(file.path))) {
      return [violation(file.path, "no-barrels", `an index file ${message}`)];
    }
    const code = codeOf(file.text);
    const [first] = importsOf(file).filter((one) => one.isReExport);
    if (first === undefined || code.replace(RE_EXPORT, "").trim() !== "") return [];
    return [violation(file.path, "no-barrels", `a file of nothing but re-exports ${message}`, first.line)];
  });
}

/** What the code reads from outside although it should be handed in: the time, and in the scheduler chance. */
export function noHiddenClock(files: readonly SourceFile[]): Violation[] {
  const clock =
    /\bnew\s+Date\s*(?:\(\s*\)|(?![\s(\w]))|(?<![.\w]|new\s)Date\s*\(\s*\)|\bDate\s*\.\s*now\b|\bperformance\s*\.\s*now\b|\bTemporal\s*\.\s*Now\b/g;
  const chance = /\bMath\s*\.\s*random\b|\bcrypto\s*\.\s*(?:randomUUID|getRandomValues)\b/g;
  return files.flatMap(({ path, text }) => {
    const { workspace, feature } = placeOf(path);
    const isPure = workspace === "scheduler";
    if (isForTests(path) || !(isPure || (workspace === "server" && feature !== undefined))) return [];
    const code = codeOf(text);
    const found = (pattern: RegExp, message: (what: string) => string) =>
      [...code.matchAll(pattern)].map((match) =>
        violation(path, "no-hidden-clock", message(match[0]), lineAt(text, match.index)),
      );
    const source = isPure ? "take `now` as an argument" : "take the time from the Clock that is handed in";
    return [
      ...found(clock, (what) => `\`${what}\` reads the machine's time — ${source}`),
      ...(isPure ? found(chance, (what) => `\`${what}\` is chance — take randomness as an argument`) : []),
    ];
  });
}
