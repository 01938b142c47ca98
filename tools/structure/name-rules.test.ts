import { describe, expect, test } from "vitest";
import { findViolationsWith } from "./testing/clean-tree.ts";

const CARDS = "apps/server/src/features/cards";
const WEB_CARDS = "apps/web/src/features/cards";

describe("a file of a feature", () => {
  test.each([
    ["the name of another feature", `${WEB_CARDS}/store.order.ts`],
    ["the name of its feature inside a room", `${WEB_CARDS}/offline/cards.outbox.ts`],
    ["a page on the server", `${CARDS}/card-page.tsx`],
    ["a folder in a room", `${CARDS}/batch/parts/parts.order.ts`],
  ])("is red with %s", (_what, path) => {
    expect(findViolationsWith({ [path]: "export const x = 1;\n" })).toMatchObject([
      { rule: "feature-file-names", path },
    ]);
  });

  test("is named after its feature or room, or is a page, hook, component or test", () => {
    const paths = [
      `${CARDS}/cards.memory.ts`,
      `${CARDS}/batch/batch.order.ts`,
      `${CARDS}/batch/batch.order.test.ts`,
      `${WEB_CARDS}/card-page.tsx`,
      `${WEB_CARDS}/use-order.ts`,
      `${WEB_CARDS}/offline/offline.outbox.ts`,
      `${WEB_CARDS}/offline/use-outbox.ts`,
      `${WEB_CARDS}/offline/components/note.tsx`,
      `${WEB_CARDS}/offline/offline.outbox.test.ts`,
    ];
    expect(findViolationsWith(Object.fromEntries(paths.map((path) => [path, "export const x = 1;\n"])))).toEqual([]);
  });
});

test("a room has at most 12 files beside its components and tests", () => {
  const room = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => `${WEB_CARDS}/offline/use-${n}`).flatMap((path) => [
        [`${path}.ts`, "export const x = 1;\n"],
        [`${path}.test.ts`, "export const x = 1;\n"],
        [path.replace("use-", "components/note-").concat(".tsx"), "export const X = 1;\n"],
      ]),
    );
  expect(findViolationsWith(room(12))).toEqual([]);
  expect(findViolationsWith(room(13))).toMatchObject([{ rule: "small-rooms", path: `${WEB_CARDS}/offline/use-12.ts` }]);
});
