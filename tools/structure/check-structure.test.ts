import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSourceFiles, violationsOf } from "./check-structure.ts";

/** A small tree in which every rule finds something to approve of. */
const CLEAN: Record<string, string> = {
  "apps/server/src/main.ts": 'import { app } from "#app.ts";\napp(new Date(), Date.now());\n',
  "apps/server/src/app.ts":
    'import { cardsRoutes } from "#features/cards/cards.routes.ts";\nexport const app = (..._: unknown[]) => cardsRoutes;\n',
  "apps/server/src/db/pool.ts": 'import { sql } from "drizzle-orm";\nexport const ping = sql`select 1`;\n',
  "apps/server/src/features/folders/folders.table.ts":
    'import { pgTable } from "drizzle-orm/pg-core";\nexport const folders = pgTable("folders", {});\n',
  "apps/server/src/features/folders/folders.queries.ts":
    'import { folders } from "./folders.table.ts";\nexport const list = (db: Db) => db.select().from(folders);\n',
  "apps/server/src/features/folders/folders.service.ts":
    'import { list } from "./folders.queries.ts";\nexport const folders = (db: Db) => db.transaction(list);\n',
  "apps/server/src/features/cards/cards.table.ts":
    'import { folders } from "#features/folders/folders.table.ts";\nexport const cards = [folders];\n',
  "apps/server/src/features/cards/cards.queries.ts":
    'import { folders } from "#features/folders/folders.table.ts";\nexport const all = (db: Db) => db.select().from(folders);\n',
  "apps/server/src/features/cards/cards.service.ts":
    'import type { Contract } from "@repasa/contract/cards.ts";\nimport { folders } from "#features/folders/folders.service.ts";\nimport { all } from "./cards.queries.ts";\n// Not Date.now(): the clock says `new Date()`.\nexport const cards = (clock: Clock, at: string) => [folders, all, clock.now(), new Date(at)] as Contract;\n',
  "apps/server/src/features/cards/cards.routes.ts":
    'import { cards } from "./cards.service.ts";\nexport const cardsRoutes = cards;\n',
  "apps/server/src/features/cards/cards.service.test.ts":
    'import { list } from "#features/folders/folders.queries.ts";\nimport { sql } from "drizzle-orm";\nlist(sql`select now()`, new Date());\n',
  "apps/web/src/main.tsx":
    'import { Cards } from "#features/cards/card-list-page.tsx";\nexport const page = <Cards at={new Date()}>Don\'t</Cards>;\n',
  "apps/web/src/ui/button.tsx": "export const Button = () => <button />;\n",
  "apps/web/src/features/cards/cards.api.ts": 'import * as z from "zod/mini";\nexport const schema = z.string();\n',
  "apps/web/src/features/cards/cards.order.ts": "export const order = 1;\n",
  "apps/web/src/features/cards/use-cards.ts": 'export { schema } from "./cards.api.ts";\nexport const useCards = 1;\n',
  "apps/web/src/features/cards/card-list-page.tsx":
    'import { CardTile } from "#features/cards/components/card-tile.tsx";\nimport { offer } from "#features/store/store.api.ts";\nimport { Button } from "#ui/button.tsx";\nexport const Cards = () => <Button>{[CardTile, offer]}</Button>;\n',
  "apps/web/src/features/cards/components/card-tile.tsx": "export const CardTile = () => null;\n",
  "apps/web/src/features/cards/components/card-tile.test.tsx":
    'import { CardTile } from "./card-tile.tsx";\nCardTile();\n',
  "apps/web/src/features/store/store.api.ts": "export const offer = 1;\n",
  "packages/contract/src/cards.ts": 'import * as z from "zod/mini";\nexport type Contract = z.infer<z.ZodMiniAny>;\n',
  "packages/scheduler/src/memory.ts":
    'import { fsrs } from "ts-fsrs";\nexport const next = (now: Date) => fsrs(new Date(now.getTime()));\n',
  "packages/scheduler/src/testing/arbitraries.ts": 'import fc from "fast-check";\nexport const any = fc;\n',
};

function violations(planted: Record<string, string> = {}) {
  const files = { ...CLEAN, ...planted };
  return violationsOf(Object.entries(files).map(([path, text]) => ({ path, text })));
}

function lines(count: number) {
  return "export const x = 1;\n".repeat(count);
}

type Planted = [rule: string, what: string, path: string, text: string, line: number];

const CARDS = "apps/server/src/features/cards";

const PLANTED: Planted[] = [
  ["known-features", "a server feature nobody knows", "apps/server/src/features/tags/tags.service.ts", "", 1],
  ["known-features", "a web-only feature on the server", "apps/server/src/features/landing/landing.service.ts", "", 1],
  ["known-features", "a web feature nobody knows", "apps/web/src/features/tags/tags.api.ts", "", 1],
  ["feature-file-names", "a role without its feature", `${CARDS}/service.ts`, "", 1],
  ["feature-file-names", "another feature's name", `${CARDS}/folders.service.ts`, "", 1],
  ["feature-file-names", "a folder in a server feature", `${CARDS}/parts/cards.service.ts`, "", 1],
  ["feature-file-names", "JSX on the server", `${CARDS}/cards.emails.tsx`, "", 1],
  ["feature-file-names", "a loose component", "apps/web/src/features/cards/card-tile.tsx", "", 1],
  ["feature-file-names", "logic among components", "apps/web/src/features/cards/components/order.ts", "", 1],
  ["no-drawers", "a drawer as a file", "apps/web/src/lib/utils.ts", "", 1],
  ["no-drawers", "a drawer in a name", "apps/server/src/http/date-helpers.ts", "", 1],
  ["no-drawers", "a drawer as a folder", "packages/contract/src/common/ids.ts", "", 1],
  ["kebab-case", "a camel", "apps/web/src/ui/iconButton.tsx", "", 1],
  ["kebab-case", "an underscore", "packages/scheduler/src/day_count.ts", "", 1],
  ["file-size", "a source file over 500 lines", "apps/server/src/http/long.ts", lines(501), 501],
  ["file-size", "a test over 800 lines", "apps/server/src/http/long.test.ts", lines(801), 801],
  ["no-barrels", "an index file", "apps/web/src/ui/index.ts", "export const x = 1;\n", 1],
  [
    "no-barrels",
    "nothing but re-exports",
    "apps/web/src/ui/all.ts",
    '// All of it.\nexport { Button } from "./button.tsx";\nexport type * as more from "#main.tsx";\n',
    2,
  ],
  ["no-hidden-clock", "new Date() in a service", `${CARDS}/cards.service.ts`, "export const now = new Date();\n", 1],
  ["no-hidden-clock", "new Date without parentheses", `${CARDS}/cards.jobs.ts`, "\nexport const now = new Date;\n", 2],
  ["no-hidden-clock", "Date() as a function", `${CARDS}/cards.jobs.ts`, "export const now = Date();\n", 1],
  ["no-hidden-clock", "Date.now in a route", `${CARDS}/cards.routes.ts`, "export const now = [1].map(Date.now);\n", 1],
  [
    "no-hidden-clock",
    "in a template",
    `${CARDS}/cards.emails.ts`,
    `export const a = (x = { b: 1 }) => \`\${x.b} \${\`\${Date.now()}\`}\`;\n`,
    1,
  ],
  [
    "no-hidden-clock",
    "performance.now in the scheduler",
    "packages/scheduler/src/a.ts",
    "export const a = performance.now();\n",
    1,
  ],
  ["no-hidden-clock", "chance in the scheduler", "packages/scheduler/src/a.ts", "export const a = Math.random();\n", 1],
  [
    "feature-doors",
    "a foreign query",
    `${CARDS}/cards.service.ts`,
    'import { list } from "#features/folders/folders.queries.ts";\nexport const all = list;\n',
    1,
  ],
  [
    "feature-doors",
    "a foreign table in a service",
    `${CARDS}/cards.service.ts`,
    '/*\n*/\nimport type { folders } from "../folders/folders.table.ts";\nexport type All = typeof folders;\n',
    3,
  ],
  [
    "feature-doors",
    "a foreign file by a dynamic import",
    `${CARDS}/cards.jobs.ts`,
    'export const all = () => import("#features/folders/folders.queries.ts");\n',
    1,
  ],
  [
    "pages-belong-to-the-router",
    "a page in another feature",
    "apps/web/src/features/store/components/offer.tsx",
    'import { Cards } from "#features/cards/card-list-page.tsx";\nexport const Offer = Cards;\n',
    1,
  ],
  [
    "foundations-know-no-feature",
    "a feature in ui/",
    "apps/web/src/ui/badge.tsx",
    'import { order } from "#features/cards/cards.order.ts";\nexport const Badge = order;\n',
    1,
  ],
  [
    "workspace-borders",
    "server code on the web",
    "apps/web/src/lib/app.ts",
    'import type { app } from "../../../server/src/app.ts";\nexport type App = typeof app;\n',
    1,
  ],
  [
    "workspace-borders",
    "web code on the server",
    "apps/server/src/http/paths.ts",
    'export { Button } from "@repasa/web/ui/button.tsx";\nexport const x = 1;\n',
    1,
  ],
  [
    "workspace-borders",
    "a package by its path",
    "apps/web/src/lib/next.ts",
    'import { next } from "../../../../packages/scheduler/src/memory.ts";\nexport const x = next;\n',
    1,
  ],
  [
    "workspace-borders",
    "the FSRS library outside the scheduler",
    `${CARDS}/cards.memory.ts`,
    'import { fsrs } from "ts-fsrs";\nexport const x = fsrs;\n',
    1,
  ],
  [
    "workspace-borders",
    "a built-in in the contract",
    "packages/contract/src/a.ts",
    'import "node:fs";\nexport const x = 1;\n',
    1,
  ],
  [
    "workspace-borders",
    "the contract in the scheduler",
    "packages/scheduler/src/a.ts",
    'import type { Contract } from "@repasa/contract/cards.ts";\nexport type A = Contract;\n',
    1,
  ],
  [
    "zod-mini",
    "all of zod in the contract",
    "packages/contract/src/a.ts",
    'import { z } from "zod";\nexport const a = z.string();\n',
    1,
  ],
  [
    "zod-mini",
    "all of zod on the web",
    "apps/web/src/lib/a.ts",
    'import {\n  z,\n} from "zod/v4";\nexport const a = z.string();\n',
    3,
  ],
  [
    "no-cycles",
    "two files that need each other's types",
    "packages/scheduler/src/memory.ts",
    'import type { A } from "#a.ts";\nexport type M = A;\n',
    1,
  ],
  [
    "no-cycles",
    "a file that imports itself",
    "apps/web/src/ui/self.ts",
    'import "#ui/self.ts";\nexport const x = 1;\n',
    1,
  ],
  [
    "sql-in-queries",
    "a statement in a service",
    `${CARDS}/cards.service.ts`,
    "export const all = (tx: Db) =>\n  tx\n    .select()\n    .from(1);\n",
    2,
  ],
  [
    "sql-in-queries",
    "an sql template in http/",
    "apps/server/src/http/health.ts",
    "export const ok = sql<number>`select 1`;\n",
    1,
  ],
  [
    "sql-in-queries",
    "a query builder in a route",
    `${CARDS}/cards.routes.ts`,
    'import { DrizzleQueryError, eq } from "drizzle-orm";\nexport const same = [DrizzleQueryError, eq];\n',
    1,
  ],
  [
    "no-sql-clock",
    "now() in a query",
    `${CARDS}/cards.queries.ts`,
    "export const due = sql`select 1\n  where next_review_at <= now()`;\n",
    2,
  ],
  ["no-sql-clock", "a default in a table", `${CARDS}/cards.table.ts`, "export const at = instant().defaultNow();\n", 1],
];

/** What a planted file needs beside it to show its violation. */
const BESIDE: Record<string, Record<string, string>> = {
  "two files that need each other's types": {
    "packages/scheduler/src/a.ts": 'import type { M } from "#memory.ts";\nexport type A = M;\n',
  },
};

describe("the structure check", () => {
  test("is green on a clean tree", () => {
    expect(violations()).toEqual([]);
  });

  test.each(PLANTED)("%s is red on %s", (rule, what, path, text, line) => {
    const found = violations({ [path]: text, ...BESIDE[what] });
    expect(found.map((one) => one.rule)).toEqual([rule]);
    if (!BESIDE[what]) expect(found[0]).toMatchObject({ path, line, severity: "error" });
    expect(found[0]?.message).toContain(" — ");
  });

  test("names the way around a cycle", () => {
    const found = violations({
      "apps/web/src/ui/a.ts": 'import "./b.ts";\nexport const a = 1;\n',
      "apps/web/src/ui/b.ts": 'import "./c.ts";\nexport const b = 1;\n',
      "apps/web/src/ui/c.ts": 'export const c = 1;\nimport "./a.ts";\n',
    });
    const way = "apps/web/src/ui/a.ts -> apps/web/src/ui/b.ts -> apps/web/src/ui/c.ts -> apps/web/src/ui/a.ts";
    expect(found).toMatchObject([{ rule: "no-cycles", path: "apps/web/src/ui/c.ts", line: 2 }]);
    expect(found[0]?.message).toContain(way);
  });

  test("only warns about a source file of 301 to 500 lines", () => {
    const path = "apps/server/src/http/long.ts";
    expect(violations({ [path]: lines(300) })).toEqual([]);
    expect(violations({ [path]: lines(301) })).toMatchObject([{ rule: "file-size", severity: "warning" }]);
    expect(violations({ [path]: lines(500) })).toMatchObject([{ rule: "file-size", severity: "warning" }]);
  });

  test("does not take comments, strings and expressions for code", () => {
    const text = [
      "// db.select(1); new Date(); import { z } from 'zod';",
      "/* sql`select now()` */",
      "export const message = \"import x from 'zod'; Date.now() and db.delete(x)\";",
      "export const quote = /[\"'`]/;",
      "export const half = 4 / 2;",
      `export const text = \`Date.now() \${message} new Date()\`;`,
      "export const when = clock.now() ?? reminder.new.Date;",
    ].join("\n");
    expect(violations({ [`${CARDS}/cards.words.ts`]: text })).toEqual([]);
  });

  test("reads a project from disk, without what is installed or built", () => {
    const root = mkdtempSync(join(tmpdir(), "structure-"));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const ignored = { "packages/contract/node_modules/zod/index.js": "", "packages/contract/README.md": "" };
    for (const [path, text] of Object.entries({ ...CLEAN, ...ignored })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const read = readSourceFiles(root);
    expect(Object.fromEntries(read.map((file) => [file.path, file.text]))).toEqual(CLEAN);
  });
});
