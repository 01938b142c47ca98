import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { expect, it } from "vitest";
import { findDueCostly, loadDueCostly } from "#features/cards/costly/costly.loading.ts";
import { addDays } from "#lib/local-date.ts";
import { createQueryClient } from "#lib/query.ts";
import { today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { samplePreferences } from "#testing/sample-data.ts";

it.each([
  ["never named", null, 1, true],
  ["named a week ago", addDays(today, -7), 1, true],
  ["named within a week", addDays(today, -6), 1, false],
  ["none", null, 0, false],
])("costly cards that were %s", async (_, costlyNamedOn, count, isNamed) => {
  const api = fakeApi();
  const costly = { cards: [{ id: 2, spentMs: 300_000, reviews: 5 }].slice(0, count), share: 0.3 };
  api.answer(accountEndpoints.preferences, samplePreferences({ costlyNamedOn }));
  api.answer(studyEndpoints.costly, costly);
  const queryClient = createQueryClient();
  await loadDueCostly(queryClient);
  expect(api.callsTo(studyEndpoints.costly)).toHaveLength(costlyNamedOn === addDays(today, -6) ? 0 : 1);
  expect(findDueCostly(queryClient, today)).toEqual(isNamed ? costly : undefined);
});
