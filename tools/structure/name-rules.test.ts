import { describe, expect, test } from "vitest";
import { SETTINGS } from "./settings.ts";
import { CLEAN_SETTINGS, violations } from "./testing/clean-tree.ts";

const CARDS = "apps/server/src/features/cards";
const WEB_CARDS = "apps/web/src/features/cards";
const { server, web } = CLEAN_SETTINGS.vocabulary;

describe("the vocabulary", () => {
  test.each([
    ["a noun that nobody registered", `${CARDS}/cards.memory.ts`],
    ["a noun of the other workspace", `${CARDS}/cards.order.ts`],
    ["a noun of another feature", "apps/web/src/features/store/store.order.ts"],
    ["a role of the other workspace", `${WEB_CARDS}/cards.service.ts`],
    ["a room that nobody registered", `${WEB_CARDS}/offline/offline.outbox.ts`],
  ])("is red on %s", (_what, path) => {
    expect(violations({ [path]: "export const x = 1;\n" })).toMatchObject([{ rule: "feature-file-names", path }]);
  });

  test("lets a feature have rooms with nouns of their own", () => {
    const offline = { about: "", nouns: { outbox: "" } };
    const cards = { nouns: { order: "" }, rooms: { offline } };
    const vocabulary = { server, web: { ...web, features: { ...web.features, cards } } };
    const room = `${WEB_CARDS}/offline`;
    const outbox = { [`${room}/offline.outbox.ts`]: "export const x = 1;\n" };
    const allowed = {
      ...outbox,
      [`${room}/use-outbox.ts`]: "export const y = 1;\n",
      [`${room}/components/note.tsx`]: "export const Note = 1;\n",
      [`${room}/offline.outbox.test.ts`]: "export {};\n",
      [`${room}/offline.api.ts`]: "export const z = 1;\n",
    };
    expect(violations(allowed, { vocabulary })).toEqual([]);
    const path = `${room}/cards.outbox.ts`;
    expect(violations({ ...outbox, [path]: "" }, { vocabulary })).toMatchObject([{ rule: "feature-file-names", path }]);
  });

  test("is red on a noun that no file uses any more", () => {
    const features = { ...web.features, store: { onlyHere: "sells cards", nouns: { price: "" } } };
    const found = violations({}, { vocabulary: { server, web: { ...web, features } } });
    expect(found).toMatchObject([{ rule: "used-nouns", message: expect.stringContaining("store.price.ts") }]);
  });

  test("is red on a feature of one side without a reason, and on a reason that is none", () => {
    const features = { ...web.features, store: {}, cards: { ...web.features.cards, onlyHere: "?" } };
    const found = violations({}, { vocabulary: { server, web: { ...web, features } } });
    expect(found.map(({ rule, message }) => [rule, message.split(" ")[0]])).toEqual([
      ["known-features", '"cards"'],
      ["known-features", '"store"'],
    ]);
  });

  test("says of each noun what is inside", () => {
    const phrases = [SETTINGS.vocabulary.server, SETTINGS.vocabulary.web].flatMap(({ roles, features }) => [
      ...Object.values(roles),
      ...Object.values(features).flatMap(({ nouns = {}, rooms = {} }) => [
        ...Object.values(nouns),
        ...Object.values(rooms).flatMap((room) => [room.about, ...Object.values(room.nouns ?? {})]),
      ]),
    ]);
    expect(phrases.filter((phrase) => phrase.trim() === "")).toEqual([]);
  });
});
