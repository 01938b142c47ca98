// Plants violations of the rules that biome.json configures beyond the recommended ones.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** Lints files by the project's configuration; returns the rules that each breaks. */
function lint(files: Record<string, string>): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), "biome-rules-"));
  try {
    const config = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    const all = { ...files, "biome.json": JSON.stringify({ ...config, vcs: undefined }) };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const command = ["lint", "--reporter=github", "--max-diagnostics=none", "."];
    const { stdout } = spawnSync(join(ROOT, "node_modules/.bin/biome"), command, { cwd: folder, encoding: "utf8" });
    const broken = [...stdout.matchAll(/title=lint\/\w+\/(\w+),file=([^,]+)/g)];
    const rulesOf = (path: string) => broken.filter(([, , file]) => file?.endsWith(path)).map(([, rule = ""]) => rule);
    return Object.fromEntries(Object.keys(files).map((path) => [path, rulesOf(path)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const repeated = (lines: number) => "export const x = 1;\n".repeat(lines);
const withLines = (lines: number) => `export function f() {\n${"  f();\n".repeat(lines)}}\n`;

test("Biome finds what its configuration forbids, and nothing else", () => {
  const planted: [path: string, text: string, ...rules: string[]][] = [
    ["apps/web/src/lib/all-of-zod.ts", 'import "zod/v4";\n', "noRestrictedImports"],
    ["packages/contract/src/all-of-zod.ts", 'import "zod";\n', "noRestrictedImports"],
    ["apps/server/src/drizzle-itself.ts", 'import "drizzle-orm/pg-core";\n', "noRestrictedImports"],
    ["apps/server/src/fsrs-library.ts", 'import "ts-fsrs";\n', "noRestrictedImports"],
    ["apps/web/src/fsrs-library.ts", 'import "ts-fsrs";\n', "noRestrictedImports"],
    ["apps/web/src/ui/iconButton.ts", repeated(1), "useFilenamingConvention"],
    ["packages/scheduler/src/day_count.ts", repeated(1), "useFilenamingConvention"],
    ["apps/web/src/ui/all.ts", 'export { Button } from "./button.tsx";\n', "noBarrelFile"],
    ["apps/server/src/long-file.ts", `${"// a\n".repeat(501)}export const x = 1;\n`, "noExcessiveLinesPerFile"],
    ["apps/server/src/long.test.ts", `${"// a\n".repeat(801)}export const x = 1;\n`, "noExcessiveLinesPerFile"],
    ["apps/server/src/long-function.ts", withLines(63), "noExcessiveLinesPerFunction"],
    ["apps/web/src/lib/zod-mini.ts", 'import "zod/mini";\n'],
    ["apps/server/src/zod-on-the-server.ts", 'import "zod";\n'],
    ["packages/scheduler/src/fsrs.ts", 'import "ts-fsrs";\n'],
    ["apps/server/src/long-function.test.ts", withLines(100)],
  ];
  const found = lint(Object.fromEntries(planted));
  expect(found).toEqual(Object.fromEntries(planted.map(([path, , ...rules]) => [path, rules])));
});
