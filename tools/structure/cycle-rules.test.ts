import { describe, expect, test } from "vitest";
import { findViolationsWith } from "./testing/clean-tree.ts";

const SERVER = "apps/server/src/features";
const WEB = "apps/web/src/features";

describe("feature cycles", () => {
  test("are found on the web though no file imports itself", () => {
    const found = findViolationsWith({
      [`${WEB}/store/store.api.ts`]:
        'import type { X } from "#features/cards/cards.order.ts";\nexport const offer: X = 1;\n',
    });
    expect(found).toMatchObject([{ rule: "no-feature-cycles" }]);
    expect(found[0]?.message).toContain("cards -> store -> cards");
    expect(found[0]?.message).toContain(`${WEB}/cards/card-list-page.tsx imports ${WEB}/store/store.api.ts`);
    expect(found[0]?.message).toContain(`${WEB}/store/store.api.ts imports ${WEB}/cards/cards.order.ts`);
  });

  test("are found over three features", () => {
    const clean = findViolationsWith();
    const found = findViolationsWith({
      [`${WEB}/store/store.api.ts`]: 'import { x } from "#features/auth/auth.api.ts";\nexport const offer = x;\n',
      [`${WEB}/auth/auth.api.ts`]: 'import { x } from "#features/cards/cards.order.ts";\nexport const auth = x;\n',
    }).filter(({ rule }) => rule === "no-feature-cycles");
    expect(clean).toEqual([]);
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain("auth -> cards -> store -> auth");
  });

  test("are found on the server, where tables lie below all features", () => {
    const service = `${SERVER}/folders/folders.service.ts`;
    const back = 'import type { cards } from "#features/cards/cards.service.ts";\nexport const folders = 1 as cards;\n';
    const rules = findViolationsWith({ [service]: back }).map(({ rule }) => rule);
    expect(rules).toContain("no-feature-cycles");
    const table = 'import { cards } from "#schema/cards.ts";\n';
    const query = "export const list = (db: Db, owner: OwnerId) => db.select().from(cards).where(owner);\n";
    expect(findViolationsWith({ [`${SERVER}/folders/folders.queries.ts`]: `${table}${query}` })).toEqual([]);
  });

  test("do not count in tests", () => {
    const path = `${WEB}/store/store.api.test.ts`;
    expect(
      findViolationsWith({ [path]: 'import { order } from "#features/cards/cards.order.ts";\norder();\n' }),
    ).toEqual([]);
  });
});

describe("cycles of rooms", () => {
  const [page, room] = [`${WEB}/cards/editor/editor.text.ts`, `${WEB}/cards/search/search.text.ts`];
  const editor = 'import { found } from "#features/cards/search/search.text.ts";\nexport const edited = found;\n';
  const search = 'import type { E } from "#features/cards/editor/editor.kind.ts";\nexport const found = 1 as E;\n';
  const findCycles = (files: Record<string, string>) =>
    findViolationsWith(files).filter(({ rule }) => rule === "no-room-cycles");

  test("are found though no file imports itself", () => {
    const kind = { [`${WEB}/cards/editor/editor.kind.ts`]: "export type E = 1;\n" };
    expect(findCycles({ [page]: editor, ...kind })).toEqual([]);
    const found = findCycles({ [page]: editor, [room]: search, ...kind });
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain("cards/editor -> apps/web/cards/search -> apps/web/cards/editor");
  });

  test("do not go through the feature's own files, nor through other features", () => {
    const own = 'import { edited } from "#features/cards/editor/editor.text.ts";\nexport const order = edited;\n';
    const below = 'import { order } from "#features/cards/cards.order.ts";\nexport const found = order;\n';
    expect(findCycles({ [page]: editor, [room]: below, [`${WEB}/cards/cards.order.ts`]: own })).toEqual([]);
  });
});
