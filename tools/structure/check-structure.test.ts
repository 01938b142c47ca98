import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSourceFiles } from "./check-structure.ts";
import { CLEAN, findViolationsWith } from "./testing/clean-tree.ts";

type Planted = [rule: string, what: string, path: string, text: string, line: number];

const CARDS = "apps/server/src/features/cards";

const PLANTED: Planted[] = [
  ["feature-file-names", "a role without its feature", `${CARDS}/service.ts`, "", 1],
  ["feature-file-names", "another feature's name", `${CARDS}/folders.service.ts`, "", 1],
  ["feature-file-names", "a folder in a server feature", `${CARDS}/parts/cards.service.ts`, "", 1],
  ["feature-file-names", "JSX on the server", `${CARDS}/cards.emails.tsx`, "", 1],
  ["feature-file-names", "a loose component", "apps/web/src/features/cards/card-tile.tsx", "", 1],
  ["feature-file-names", "logic among components", "apps/web/src/features/cards/components/order.ts", "", 1],
  ["no-empty-names", "a drawer as a file", "apps/web/src/lib/utils.ts", "", 1],
  ["no-empty-names", "a drawer in a name", "apps/server/src/platform/http/date-helpers.ts", "", 1],
  ["no-empty-names", "a drawer as a folder", "packages/contract/src/common/ids.ts", "", 1],
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
    '/*\n*/\nimport { folders } from "#schema/folders.ts";\nexport const all = folders;\n',
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
    "apps/web/src/features/cards/components/offer.tsx",
    'import { Store } from "#features/store/store-page.tsx";\nexport const Offer = Store;\n',
    1,
  ],
  [
    "layers",
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
    "apps/server/src/platform/http/paths.ts",
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
    "apps/server/src/platform/http/health.ts",
    "export const ok = sql<number>`select 1`;\n",
    1,
  ],
  [
    "sql-in-queries",
    "a query builder in a route",
    `${CARDS}/cards.routes.ts`,
    'import { DrizzleQueryError, eq } from "#platform/db/drizzle.cjs";\nexport const same = [DrizzleQueryError, eq];\n',
    1,
  ],
  [
    "no-sql-clock",
    "now() in a query",
    `${CARDS}/cards.queries.ts`,
    "export const due = sql`select 1\n  where next_review_at <= now()`;\n",
    2,
  ],
  [
    "no-sql-clock",
    "a default in a table",
    "apps/server/src/schema/cards.ts",
    "export const at = instant().defaultNow();\n",
    1,
  ],
  ["no-empty-names", "an index file", "apps/web/src/ui/index.ts", "export const x = 1;\n", 1],
  ["no-hidden-clock", "the time in card-text", "packages/card-text/src/a.ts", "export const a = Date.now();\n", 1],
  [
    "feature-doors",
    "a file of a foreign room",
    `${CARDS}/cards.service.ts`,
    'import { pick } from "#features/folders/covers/covers.pick.ts";\nexport const x = pick;\n',
    1,
  ],
  [
    "feature-doors",
    "a foreign job",
    `${CARDS}/cards.service.ts`,
    'import { folderJobs } from "#features/folders/folders.jobs.ts";\nexport const x = folderJobs;\n',
    1,
  ],
  [
    "layers",
    "a feature in platform/",
    "apps/server/src/platform/db/warm.ts",
    'import { folders } from "#features/folders/folders.service.ts";\nexport const x = folders;\n',
    1,
  ],
  [
    "layers",
    "a table in platform/",
    "apps/server/src/platform/db/warm.ts",
    'import { folders } from "#schema/folders.ts";\nexport const x = folders;\n',
    1,
  ],
  [
    "layers",
    "a feature in schema/",
    "apps/server/src/schema/cards.ts",
    'import type { Cover } from "#features/folders/folders.service.ts";\nexport type X = Cover;\n',
    1,
  ],
  [
    "workspace-borders",
    "the contract in card-text",
    "packages/card-text/src/a.ts",
    'import type { Contract } from "@repasa/contract/cards.ts";\nexport type A = Contract;\n',
    1,
  ],
  [
    "workspace-borders",
    "a library in card-text",
    "packages/card-text/src/a.ts",
    'import { x } from "parse5";\nexport const y = x;\n',
    1,
  ],
  [
    "workspace-borders",
    "the server in a package",
    "packages/card-files/src/a.ts",
    'import { app } from "../../../apps/server/src/app.ts";\nexport const x = app;\n',
    1,
  ],
  [
    "workspace-borders",
    "the memory model in card-files",
    "packages/card-files/src/a.ts",
    'import { next } from "@repasa/scheduler/memory.ts";\nexport const x = next;\n',
    1,
  ],
  [
    "workspace-borders",
    "a library that embedded-postgres-cluster does not need",
    "packages/embedded-postgres-cluster/src/a.ts",
    'import { x } from "drizzle-kit";\nexport const y = x;\n',
    1,
  ],
  [
    "workspace-borders",
    "the contract in embedded-postgres-cluster",
    "packages/embedded-postgres-cluster/src/a.ts",
    'import type { Contract } from "@repasa/contract/cards.ts";\nexport type A = Contract;\n',
    1,
  ],
];

/** What a planted file needs beside it to show its violation. */
const BESIDE: Record<string, Record<string, string>> = {
  "two files that need each other's types": {
    "packages/scheduler/src/a.ts": 'import type { M } from "#memory.ts";\nexport type A = M;\n',
  },
};

describe("the structure check", () => {
  test("is green on a clean tree", () => {
    expect(findViolationsWith()).toEqual([]);
  });

  test.each(PLANTED)("%s is red on %s", (rule, what, path, text, line) => {
    const found = findViolationsWith({ [path]: text, ...BESIDE[what] });
    expect(found.map((one) => one.rule)).toEqual([rule]);
    if (!BESIDE[what]) expect(found[0]).toMatchObject({ path, line });
    expect(found[0]?.message).toContain(" — ");
  });

  test("names the way around a cycle", () => {
    const found = findViolationsWith({
      "apps/web/src/ui/a.ts": 'import "./b.ts";\nexport const a = 1;\n',
      "apps/web/src/ui/b.ts": 'import "./c.ts";\nexport const b = 1;\n',
      "apps/web/src/ui/c.ts": 'export const c = 1;\nimport "./a.ts";\n',
    });
    const way = "apps/web/src/ui/a.ts -> apps/web/src/ui/b.ts -> apps/web/src/ui/c.ts -> apps/web/src/ui/a.ts";
    expect(found).toMatchObject([{ rule: "no-cycles", path: "apps/web/src/ui/c.ts", line: 2 }]);
    expect(found[0]?.message).toContain(way);
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
    expect(findViolationsWith({ [`${CARDS}/cards.emails.ts`]: text })).toEqual([]);
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
