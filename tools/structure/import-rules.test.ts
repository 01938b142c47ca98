import { expect, test } from "vitest";
import { findViolationsWith } from "./testing/clean-tree.ts";

const WEB = "apps/web/src";

test.each([
  ["lib to ui", `${WEB}/lib/query.ts`, "#ui/button.tsx"],
  ["lib to a feature", `${WEB}/lib/query.ts`, "#features/store/store.api.ts"],
  ["ui to a feature", `${WEB}/ui/badge.tsx`, "#features/store/store.api.ts"],
  ["a feature to the shell", `${WEB}/features/store/store-page.tsx`, "#shell/frame.tsx"],
])("layers is red on an import from %s", (_what, path, specifier) => {
  const planted = { [path]: `import type { X } from "${specifier}";\nexport const x: X = 1;\n` };
  expect(findViolationsWith(planted)).toMatchObject([{ rule: "layers", path, line: 1 }]);
});

test.each([
  ["ui to lib", `${WEB}/ui/badge.tsx`, "#lib/plural.ts"],
  ["the shell to a feature", `${WEB}/shell/frame.tsx`, "#features/store/store.api.ts"],
  ["the router to the shell", `${WEB}/router.tsx`, "#shell/frame.tsx"],
  ["a test in lib to ui", `${WEB}/lib/query.test.tsx`, "#ui/button.tsx"],
])("layers is green on an import from %s", (_what, path, specifier) => {
  expect(findViolationsWith({ [path]: `import { x } from "${specifier}";\nexport const y = x;\n` })).toEqual([]);
});

const SERVICE = "apps/server/src/features/cards/cards.service.ts";
const QUERIES = "apps/server/src/features/cards/cards.queries.ts";

test.each([
  ["queries to foreign queries", QUERIES, 'import { x } from "#features/folders/folders.queries.ts"'],
  ["a service to a file beside a service", SERVICE, 'import { x } from "#features/folders/folders.order.ts"'],
  ["a service to the service of a room", SERVICE, 'import { x } from "#features/folders/covers/covers.service.ts"'],
  ["a service to a type of foreign queries", SERVICE, 'import type { x } from "#features/folders/folders.queries.ts"'],
  ["a service to the type of a row", SERVICE, 'import type { x } from "#schema/folders.ts"'],
])("feature-doors is green on an import from %s", (_what, path, statement) => {
  const rules = findViolationsWith({ [path]: `${statement};\nexport const y = x;\n` }).map(({ rule }) => rule);
  expect(rules).not.toContain("feature-doors");
});

test.each([
  ["packages/contract", "@repasa/card-text/folding.ts"],
  ["packages/card-files", "yauzl"],
  ["packages/card-files", "node:zlib"],
  ["packages/card-files", "@repasa/card-text/html.ts"],
  ["packages/card-files", "@repasa/contract/cards.ts"],
  ["packages/card-files", "@repasa/scheduler/days.ts"],
  ["packages/embedded-postgres-cluster", "pg"],
  ["apps/server", "@repasa/embedded-postgres-cluster/cluster.ts"],
])("workspace-borders is green on an import from %s to %s", (workspace, specifier) => {
  const path = `${workspace}/src/archives/archive.ts`;
  expect(findViolationsWith({ [path]: `import { x } from "${specifier}";\nexport const y = x;\n` })).toEqual([]);
});
