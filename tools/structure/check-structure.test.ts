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
  ["no-long-lines", "a long text", "apps/web/src/lib/text.ts", `// Why\nexport const x = "${"a".repeat(200)}";\n`, 2],
  ["no-empty-names", "a drawer as a file", "apps/web/src/lib/utils.ts", "", 1],
  ["no-empty-names", "a drawer in a name", "apps/server/src/platform/http/date-helpers.ts", "", 1],
  ["no-empty-names", "a drawer as a folder", "packages/contract/src/common/ids.ts", "", 1],
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
  ["no-empty-names", "an index file", "apps/web/src/ui/index.ts", "export const x = 1;\n", 1],
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
    "the server in a package",
    "packages/card-files/src/a.ts",
    'import { app } from "../../../apps/server/src/app.ts";\nexport const x = app;\n',
    1,
  ],
];

describe("the structure check", () => {
  test("is green on a clean tree", () => {
    expect(findViolationsWith()).toEqual([]);
  });

  test.each(PLANTED)("%s is red on %s", (rule, _what, path, text, line) => {
    const found = findViolationsWith({ [path]: text });
    expect(found.map((one) => one.rule)).toEqual([rule]);
    expect(found[0]).toMatchObject({ path, line });
    expect(found[0]?.message).toContain(" — ");
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
