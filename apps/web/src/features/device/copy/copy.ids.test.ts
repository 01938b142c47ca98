// @vitest-environment node
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { expect, it } from "vitest";
import { findCardId, keyOfCard, resolveIds } from "#features/device/copy/copy.ids.ts";
import { LOCAL_IDS_FROM } from "#features/device/outbox/outbox.entry.ts";

const known = new Map([
  [LOCAL_IDS_FROM, 7],
  [keyOfCard(12), 13],
]);

it("replaces ids of this device, and those of replaced cards in calls about cards only", () => {
  const resolve = (path: string, id: number | string) => resolveIds(path, { params: { id } }, known).params?.id;
  expect(resolve(folderEndpoints.read.path, LOCAL_IDS_FROM)).toBe(7);
  expect(resolve(folderEndpoints.read.path, 12)).toBe(12);
  expect(resolve(cardEndpoints.update.path, 12)).toBe(13);
  const { path } = studyEndpoints.reviewQueue;
  expect(resolveIds(path, { query: { cardIds: `12,${LOCAL_IDS_FROM},30` } }, known).query).toEqual({
    cardIds: "13,7,30",
  });
  expect(resolveIds(path, { body: { cardIds: [12, 30], folderId: 12 } }, known).body).toEqual({
    cardIds: [13, 30],
    folderId: 12,
  });
});

it("finds the copy of a copy, and never walks in a circle", () => {
  const copies = new Map([
    ...([
      [LOCAL_IDS_FROM, 7],
      [keyOfCard(7), 9],
      [keyOfCard(9), 12],
    ] as [number, number][]),
    ...([
      [keyOfCard(20), 20],
      [keyOfCard(31), 30],
      [keyOfCard(30), 31],
    ] as [number, number][]),
  ]);
  expect([LOCAL_IDS_FROM, 7, 9, 12, 13].map((id) => findCardId(id, copies))).toEqual([12, 12, 12, 12, 13]);
  expect([20, 30, 31].map((id) => findCardId(id, copies))).toEqual([20, 31, 31]);
});

it("leaves ids alone that are no numbers", () => {
  const input = { params: { id: "b1c5-e0" } };
  expect(resolveIds(authEndpoints.endSession.path, input, known)).toEqual(input);
});
