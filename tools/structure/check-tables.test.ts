import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  bigint,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "../../apps/server/src/platform/db/drizzle.cjs";
import {
  ANCHOR,
  ON_EVERY_NODE,
  ON_THE_COORDINATOR,
  placeOfTable,
} from "../../apps/server/src/platform/scale-out/placement.ts";
import { findTableProblems, readTableShape, readTables } from "./check-tables.ts";
import type { Classification } from "./table-classification.ts";

const reference = () => bigint({ mode: "number" });

const users = pgTable("users", { id: reference().primaryKey() });

const owner = () =>
  reference()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

const folders = pgTable("folders", { id: reference(), userId: owner() }, (table) => [
  primaryKey({ columns: [table.userId, table.id] }),
  unique().on(table.userId, table.id),
  index().on(table.id),
]);

const usersEntry = {
  export: true as const,
  exceptions: { "user-id": "is it", cascade: "begins there", "primary-key": "is it" },
};

function problems(tables: Parameters<typeof readTableShape>[0][], classes: Partial<Classification> = {}) {
  const personal = { users: usersEntry, folders: { export: true as const }, ...classes.personal };
  const all = { anonymisedOrKept: {}, reference: {}, ...classes, personal };
  return findTableProblems([users, folders, ...tables].map(readTableShape), all);
}

describe("the table check", () => {
  test("is green when every table is what its class demands", () => {
    const visits = pgTable("visits", {
      id: reference().primaryKey(),
      userId: reference().references(() => users.id, { onDelete: "set null" }),
    });
    const settings = pgTable("settings", { name: text().primaryKey() });
    const cards = pgTable(
      "cards",
      { id: reference(), userId: reference().notNull(), folderId: reference().notNull() },
      (it) => [
        primaryKey({ columns: [it.userId, it.id] }),
        foreignKey({ columns: [it.userId, it.folderId], foreignColumns: [folders.userId, folders.id] }).onDelete(
          "cascade",
        ),
      ],
    );
    const found = problems([visits, settings, cards], {
      personal: { cards: { export: true } },
      anonymisedOrKept: { visits: { reason: "counted without a name", export: { no: "no content" } } },
      reference: { settings: "for everybody" },
    });
    expect(found).toEqual([]);
  });

  test("is red on a table that stands in no list, or in two", () => {
    const media = pgTable("media", { id: reference().primaryKey() });
    expect(problems([media])).toEqual([expect.stringMatching(/^classified-once: media stands in no list/)]);
    const twice = { anonymisedOrKept: { media: { reason: "r", export: true as const } }, reference: { media: "r" } };
    expect(problems([media], twice)).toEqual([expect.stringMatching(/media stands in anonymisedOrKept and reference/)]);
  });

  test("is red on a listed table that does not exist", () => {
    expect(problems([], { reference: { gone: "r" } })).toEqual([expect.stringMatching(/^no-such-table: gone/)]);
  });

  test("is red on a personal table without user_id", () => {
    const media = pgTable("media", { id: reference().primaryKey() });
    expect(problems([media], { personal: { media: { export: true } } })).toEqual([
      expect.stringMatching(/^user-id: media/),
      expect.stringMatching(/^cascade: media/),
      expect.stringMatching(/^primary-key: media .*\(id\)/),
    ]);
  });

  test("is red on a personal table that deletion passes by", () => {
    const key = (it: { userId: never; id: never }) => [primaryKey({ columns: [it.userId, it.id] })];
    const media = pgTable("media", { id: reference(), userId: reference().notNull() }, key as never);
    expect(problems([media], { personal: { media: { export: true } } })).toContainEqual(
      expect.stringMatching(/^cascade: media/),
    );
  });

  test("does not count a cascade along a foreign key that may be null", () => {
    const media = pgTable("media", { userId: reference().notNull(), id: reference(), folderId: reference() }, (it) => [
      primaryKey({ columns: [it.userId, it.id] }),
      foreignKey({ columns: [it.userId, it.folderId], foreignColumns: [folders.userId, folders.id] }).onDelete(
        "cascade",
      ),
    ]);
    expect(problems([media], { personal: { media: { export: true } } })).toEqual([
      expect.stringMatching(/^cascade: media/),
    ]);
  });

  test("is red on foreign keys and unique constraints that cross users", () => {
    const media = pgTable(
      "media",
      { id: reference(), userId: owner(), folderId: reference().references(() => folders.id, { onDelete: "cascade" }) },
      (it) => [primaryKey({ columns: [it.userId, it.id] }), uniqueIndex().on(it.folderId)],
    );
    const entry = { export: true as const };
    expect(problems([media], { personal: { media: entry } })).toEqual([
      expect.stringMatching(/^foreign-keys: media .*\(folder_id\) -> folders/),
      expect.stringMatching(/^uniques: media .*\(folder_id\)/),
    ]);
    const exceptions = { "foreign-keys": "planted", uniques: "planted" };
    expect(problems([media], { personal: { media: { ...entry, exceptions } } })).toEqual([]);
  });

  test.each([
    ["a column", pgTable("media", { userId: owner().primaryKey(), name: text().unique() })],
    ["a constraint", pgTable("media", { userId: owner().primaryKey(), name: text() }, (it) => [unique().on(it.name)])],
  ])("sees uniqueness declared on %s", (_where, media) => {
    expect(problems([media], { personal: { media: { export: true } } })).toEqual([
      expect.stringMatching(/^uniques: media .*\(name\)/),
    ]);
  });

  test("is red on an exception that nothing needs any more", () => {
    const entry = { export: true as const, exceptions: { cascade: "was so once" } };
    expect(problems([], { personal: { folders: entry } })).toEqual([
      expect.stringMatching(/^stale-exception: folders keeps the rule cascade/),
    ]);
  });

  test("is red on reference data that points to a user", () => {
    const tips = pgTable("tips", { author: reference().references(() => users.id, { onDelete: "set null" }) });
    expect(problems([tips], { reference: { tips: "for everybody" } })).toEqual([
      expect.stringMatching(/^reference: tips/),
    ]);
  });

  test("is red on foreign keys that would stop a deletion", () => {
    const kept = { media: { reason: "r", export: true as const } };
    const blocking = pgTable("media", { userId: reference().references(() => users.id) });
    expect(problems([blocking], { anonymisedOrKept: kept })).toEqual([
      expect.stringMatching(/^blocked-deletion: media \(user_id\) -> users is on delete no action/),
    ]);
    const impossible = pgTable("media", {
      userId: reference()
        .notNull()
        .references(() => users.id, { onDelete: "set null" }),
    });
    expect(problems([impossible], { anonymisedOrKept: kept })).toEqual([
      expect.stringMatching(/^blocked-deletion: media .* user_id cannot be null/),
    ]);
  });
});

describe("on a distributed database", () => {
  const root = resolve(import.meta.dirname, "../..");

  test("only tables that stay whole hold something unique among all users, or lead to others", async () => {
    const tables = await readTables(root);
    const placed = new Map(tables.map(({ name, columns }) => [name, placeOfTable(name, columns.has("user_id"))]));
    const wrong = tables
      .filter(({ name }) => placed.get(name) === "by user")
      .filter(
        ({ primaryKey, uniques, foreignKeys }) =>
          [primaryKey, ...uniques].some((columns) => !columns.includes("user_id")) ||
          // A table that is on every node can be found from any shard, by any column.
          foreignKeys.some(({ table, columns }) => {
            const place = placed.get(table);
            return place === "coordinator" || (place === "by user" && !columns.includes("user_id"));
          }),
      );
    expect(wrong.map(({ name }) => name)).toEqual([]);
    const named = [...Object.keys(ON_EVERY_NODE), ...Object.keys(ON_THE_COORDINATOR), ANCHOR];
    expect(named.filter((name) => !placed.has(name))).toEqual([]);
  });
});
