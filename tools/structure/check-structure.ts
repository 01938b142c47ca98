// `node tools/structure/check-structure.ts` checks the rules of the architecture that Biome cannot check. Each rule is a pure
// function of the parsed files.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { noFeatureCycles, noRoomCycles } from "./cycle-rules.ts";
import { featureDoors, layers, workspaceBorders } from "./import-rules.ts";
import { findLongLines, noLiteralSpreads, noLongLines } from "./line-rules.ts";
import { featureFileNames, noEmptyNames, smallRooms } from "./name-rules.ts";
import { queriesTakeAnOwner } from "./owner-rules.ts";
import { SETTINGS, type Settings } from "./settings.ts";
import { parseFile, type SourceFile, type Violation } from "./source-file.ts";
import { sqlNamesItsTables } from "./sql-rules.ts";

const RULES = [
  featureFileNames,
  noEmptyNames,
  smallRooms,
  noLongLines,
  noLiteralSpreads,
  featureDoors,
  layers,
  workspaceBorders,
  noFeatureCycles,
  noRoomCycles,
  sqlNamesItsTables,
  queriesTakeAnOwner,
];

const FOLDERS = ["apps/server/src", "apps/web/src", "packages", "scripts", "e2e", "bench", "tools"];

/** Returns the violations of all rules, sorted by path and line. */
export function findViolations(files: readonly SourceFile[], settings: Settings): Violation[] {
  return RULES.flatMap((rule) => rule(files, settings)).sort(
    (a, b) => a.path.localeCompare(b.path) || a.line - b.line || a.rule.localeCompare(b.rule),
  );
}

export function readSourceFiles(root: string): SourceFile[] {
  const below = (folder: string): SourceFile[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return /^(node_modules|dist)$/.test(entry.name) ? [] : below(path);
      // A declaration file describes the file beside it.
      return /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx)$/.test(entry.name)
        ? [parseFile(path, readFileSync(join(root, path), "utf8"))]
        : [];
    });
  return FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap(below);
}

export function readDocuments(root: string): { path: string; text: string }[] {
  const paths = globSync(["*.md", "{docs,deploy,tools}/**/*.md", "packages/*/*.md"], { cwd: root });
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function main() {
  const root = resolve(import.meta.dirname, "../..");
  const files = readSourceFiles(root);
  const inDocuments = readDocuments(root).flatMap((document) => findLongLines(document));
  const violations = [...findViolations(files, SETTINGS), ...inDocuments];
  for (const { path, line, rule, message } of violations) console.log(`${path}:${line} ${rule} ${message}`);
  console.log(`${files.length} files, ${violations.length} violations`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
