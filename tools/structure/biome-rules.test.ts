// Plants violations of the rules that biome.json configures beyond the recommended ones, and of the plugins in `biome/`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** Lints files by the project's configuration; returns the rules and plugins that each breaks, without repetitions. */
function lint(files: Record<string, string>): Record<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), "biome-rules-"));
  try {
    const config = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"));
    for (const [path, text] of Object.entries({
      ...files,
      "biome.json": JSON.stringify({ ...config, vcs: undefined }),
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const shared = ["tools/structure/biome", ...PACKAGES.map((name) => `packages/${name}/package.json`)];
    for (const path of shared) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    const command = ["lint", "--reporter=github", "--max-diagnostics=none", "."];
    const { stdout } = spawnSync(join(ROOT, "node_modules/.bin/biome"), command, { cwd: folder, encoding: "utf8" });
    const broken = [...stdout.matchAll(/title=(?:lint\/\w+\/(\w+)|plugin),file=([^,]+),.*?::(?:([\w-]+):)?/g)];
    const listRules = (path: string) =>
      broken.filter(([, , file]) => file?.endsWith(path)).map(([, rule, , plugin = ""]) => rule ?? plugin);
    return Object.fromEntries(Object.keys(files).map((path) => [path, [...new Set(listRules(path))]]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PACKAGES = [
  "answers",
  "card-files",
  "card-text",
  "catalog",
  "contract",
  "embedded-postgres-cluster",
  "following",
  "scheduler",
  "study-queue",
];
const CARDS = "apps/server/src/features/cards";

const repeated = (lines: number) => "export const x = 1;\n".repeat(lines);
const withLines = (lines: number) => `export function f() {\n${"  f();\n".repeat(lines)}}\n`;

/** The files, and the rules that each breaks. */
const PLANTED: [path: string, text: string, ...rules: string[]][] = [
  ["apps/web/src/lib/all-of-zod.ts", 'import "zod/v4";\n', "noRestrictedImports"],
  ["packages/contract/src/all-of-zod.ts", 'import "zod";\n', "noRestrictedImports"],
  ["apps/server/src/drizzle-itself.ts", 'import "drizzle-orm/pg-core";\n', "noRestrictedImports"],
  ["apps/server/src/fsrs-library.ts", 'import "ts-fsrs";\n', "noRestrictedImports"],
  ["apps/web/src/fsrs-library.ts", 'import "ts-fsrs";\n', "noRestrictedImports"],
  ["packages/card-files/src/memory-model.ts", 'import "@repasa/scheduler/memory.ts";\n', "noRestrictedImports"],
  ["packages/card-files/src/dates.ts", 'import "@repasa/scheduler/local-dates.ts";\n'],
  ["packages/contract/src/built-in.ts", 'import "node:fs";\n', "noNodejsModules"],
  ["packages/scheduler/src/contract.ts", 'import "@repasa/contract/cards.ts";\n', "noUndeclaredDependencies"],
  ["packages/card-text/src/contract.ts", 'import "@repasa/contract/cards.ts";\n', "noUndeclaredDependencies"],
  ["packages/card-text/src/library.ts", 'import "parse5";\n', "noUndeclaredDependencies"],
  ["packages/embedded-postgres-cluster/src/library.ts", 'import "drizzle-kit";\n', "noUndeclaredDependencies"],
  [
    "packages/embedded-postgres-cluster/src/contract.ts",
    'import "@repasa/contract/cards.ts";\n',
    "noUndeclaredDependencies",
  ],
  ["packages/embedded-postgres-cluster/src/built-in.ts", 'import "node:fs";\n'],
  ["packages/card-text/src/library.test.ts", 'import "fast-check";\n'],
  ["packages/scheduler/src/a.ts", 'import type { B } from "#b.ts";\nexport type A = B;\n', "noImportCycles"],
  ["packages/scheduler/src/b.ts", 'import type { A } from "./a.ts";\nexport type B = A;\n', "noImportCycles"],
  ["apps/web/src/ui/iconButton.ts", repeated(1), "useFilenamingConvention"],
  ["packages/scheduler/src/day_count.ts", repeated(1), "useFilenamingConvention"],
  ["apps/web/src/ui/all.ts", 'export { Button } from "./button.tsx";\n', "noBarrelFile"],
  ["packages/scheduler/src/all.ts", 'export { rate } from "#schedule.ts";\n', "noBarrelFile"],
  ["packages/scheduler/src/scheduler.ts", 'export { rate } from "#schedule.ts";\n'],
  ["apps/server/src/long-file.ts", `${"// a\n".repeat(501)}export const x = 1;\n`, "noExcessiveLinesPerFile"],
  ["apps/server/src/long.test.ts", `${"// a\n".repeat(801)}export const x = 1;\n`, "noExcessiveLinesPerFile"],
  ["apps/server/src/long-function.ts", withLines(63), "noExcessiveLinesPerFunction"],
  ["apps/server/src/long-function.test.ts", withLines(100)],
  ["apps/web/src/lib/zod-mini.ts", 'import "zod/mini";\n'],
  ["apps/server/src/zod-on-the-server.ts", 'import "zod";\n'],
  ["packages/scheduler/src/fsrs.ts", 'import "ts-fsrs";\n'],

  [`${CARDS}/new-date.ts`, "export const now = new Date();\n", "no-hidden-clock"],
  [`${CARDS}/new-date-alone.ts`, "export const now = new Date;\n", "no-hidden-clock"],
  [`${CARDS}/date.ts`, "export const now = Date();\n", "no-hidden-clock"],
  [`${CARDS}/date-now.ts`, "export const now = [1].map(Date.now);\n", "no-hidden-clock"],
  [`${CARDS}/template.ts`, `export const a = (x) => \`\${x.b} \${\`\${Date.now()}\`}\`;\n`, "no-hidden-clock"],
  [`${CARDS}/clock.test.ts`, "export const now = new Date();\n"],
  [`${CARDS}/testing/clock.ts`, "export const now = new Date();\n"],
  ["packages/scheduler/src/clock.ts", "export const a = performance.now();\n", "no-hidden-clock"],
  ["packages/card-text/src/clock.ts", "export const a = Date.now();\n", "no-hidden-clock"],
  ["packages/study-queue/src/contract.ts", 'import "@repasa/contract/cards.ts";\n', "noUndeclaredDependencies"],
  ["packages/study-queue/src/built-in.ts", 'import "node:fs";\n', "noNodejsModules"],
  ["packages/study-queue/src/clock.ts", "export const a = Date.now();\n", "no-hidden-clock"],
  ["packages/study-queue/src/chance.ts", "export const a = Math.random();\n", "no-hidden-randomness"],
  ["packages/scheduler/src/chance.ts", "export const a = Math.random();\n", "no-hidden-randomness"],
  ["apps/server/src/main.ts", "export const now = new Date();\n"],

  [`${CARDS}/now.queries.ts`, "export const due = sql`select 1\n  where at <= now()`;\n", "no-sql-clock"],
  [
    `${CARDS}/today.queries.ts`,
    `export const due = sql\`select \${1}\n  where at <= Current_Date\`;\n`,
    "no-sql-clock",
  ],
  [`${CARDS}/known.queries.ts`, `export const due = sql\`select known(), x.now() where not_now() > \${1}\`;\n`],
  ["apps/server/src/schema/cards.ts", "export const at = instant().defaultNow();\n", "no-sql-clock"],

  [`${CARDS}/statement.ts`, "export const all = (tx) =>\n  tx\n    .select()\n    .from(1);\n", "sql-in-queries"],
  [`${CARDS}/context.ts`, "export const all = (context) => context.db.select();\n", "sql-in-queries"],
  [`${CARDS}/fragment.ts`, 'export const all = sql.raw("select 1");\n', "sql-in-queries"],
  ["apps/server/src/platform/http/health.ts", "export const ok = sql<number>`select 1`;\n", "sql-in-queries"],
  [
    `${CARDS}/builder.ts`,
    'import { DrizzleQueryError, eq } from "#platform/db/drizzle.cjs";\nexport const x = [DrizzleQueryError, eq];\n',
    "sql-in-queries",
  ],
  [`${CARDS}/late-builder.ts`, 'export const load = () => import("#platform/db/drizzle.cjs");\n', "sql-in-queries"],
  [
    `${CARDS}/error.ts`,
    'import { DrizzleQueryError } from "#platform/db/drizzle.cjs";\nexport const x = DrizzleQueryError;\n',
  ],
  [`${CARDS}/type.ts`, 'import type { SQL } from "#platform/db/drizzle.cjs";\nexport type X = SQL;\n'],
  [`${CARDS}/cards.queries.ts`, 'import { sql } from "#platform/db/drizzle.cjs";\nexport const x = sql`select 1`;\n'],
  ["apps/server/src/platform/db/ping.ts", "export const ping = sql`select 1`;\n"],
  ["apps/server/src/platform/scale-out/ping.ts", "export const ping = sql`select 1`;\n"],

  [`${CARDS}/owner-number.ts`, "export const owner = 1 as OwnerId;\n", "no-owner-casts"],
  [`${CARDS}/owner-brackets.ts`, "export const owner = <OwnerId>1;\n", "no-owner-casts"],
  [`${CARDS}/owner-row.ts`, "export const o = (row?.userId as OwnerId | undefined) ?? null;\n", "no-owner-casts"],
  [`${CARDS}/owner-list.ts`, "export const owners = [1, 2] as readonly OwnerId[];\n", "no-owner-casts"],
  [`${CARDS}/owner-guard.ts`, "export const isOwner = (id: number): id is OwnerId => id > 0;\n", "no-owner-casts"],
  [`${CARDS}/owner-column.ts`, "export const id = reference().$type<OwnerId>();\n", "no-owner-casts"],
  ["apps/server/src/schema/owner.ts", "export const owner = () => reference().$type<OwnerId>();\n"],
  [`${CARDS}/owner.test.ts`, "export const owner = 1 as OwnerId;\n"],
  ["apps/server/src/testing/owner.ts", "export const owner = 1 as OwnerId;\n"],

  [
    "apps/web/src/features/cards/components/offer.tsx",
    'import { Store } from "#features/store/store-page.tsx";\nexport const X = Store;\n',
    "pages-belong-to-the-router",
  ],
  [
    "apps/web/src/features/cards/late-offer.ts",
    'export const load = () => import("#features/store/store-page.tsx");\n',
    "pages-belong-to-the-router",
  ],
  ["apps/web/src/router.ts", 'import { Store } from "#features/store/store-page.tsx";\nexport const x = Store;\n'],

  // What only comments and strings contain is not code.
  [
    `${CARDS}/words.ts`,
    [
      "// db.select(1); new Date(); import { z } from 'zod';",
      "/* sql`select now()` */",
      "export const message = \"import x from 'zod'; Date.now() and db.delete(x)\";",
      `export const text = \`Date.now() \${message} new Date()\`;`,
      "export const when = clock.now() ?? reminder.new.Date;",
      "",
    ].join("\n"),
  ],
];

test("Biome reports what its configuration and its plugins forbid, and nothing else", () => {
  const found = lint(Object.fromEntries(PLANTED));
  expect(found).toEqual(Object.fromEntries(PLANTED.map(([path, , ...rules]) => [path, rules])));
});
