import { expect, test } from "vitest";
import { violations } from "./testing/clean-tree.ts";

const WEB = "apps/web/src";

test.each([
  ["lib to ui", `${WEB}/lib/query.ts`, "#ui/button.tsx"],
  ["lib to a feature", `${WEB}/lib/query.ts`, "#features/store/store.api.ts"],
  ["ui to a feature", `${WEB}/ui/badge.tsx`, "#features/store/store.api.ts"],
  ["a feature to the shell", `${WEB}/features/store/store-page.tsx`, "#shell/frame.tsx"],
])("web-layers is red on an import from %s", (_what, path, specifier) => {
  const planted = { [path]: `import type { X } from "${specifier}";\nexport const x: X = 1;\n` };
  expect(violations(planted)).toMatchObject([{ rule: "web-layers", path, line: 1 }]);
});

test.each([
  ["ui to lib", `${WEB}/ui/badge.tsx`, "#lib/plural.ts"],
  ["the shell to a feature", `${WEB}/shell/frame.tsx`, "#features/store/store.api.ts"],
  ["the router to the shell", `${WEB}/router.tsx`, "#shell/frame.tsx"],
  ["a test in lib to ui", `${WEB}/lib/query.test.tsx`, "#ui/button.tsx"],
])("web-layers is green on an import from %s", (_what, path, specifier) => {
  expect(violations({ [path]: `import { x } from "${specifier}";\nexport const y = x;\n` })).toEqual([]);
});
