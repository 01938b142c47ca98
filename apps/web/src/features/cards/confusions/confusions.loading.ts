// Which cards are taken for each other, as ratings have said: the server's list, with the ratings of this device.

import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { Confusion, Confusions } from "@repasa/contract/study.ts";
import { callApi } from "#lib/api.ts";
import { readLocally } from "#lib/local-responses.ts";
import { endpointQuery } from "#lib/query.ts";

export const confusionsQuery = () => endpointQuery(studyEndpoints.confusions);

/** Loads them from the copy of this device, or, without one, from the server. */
export async function loadConfusions(): Promise<Confusions> {
  const local = (await readLocally(studyEndpoints.confusions, {})) as Confusions | undefined;
  return local ?? callApi(studyEndpoints.confusions);
}

/** Returns the cards whose answers were given for each card before a day, the last first. */
export function listEarlierConfused(confusions: readonly Confusion[], day: string): Map<number, number[]> {
  const earlier = Map.groupBy(
    confusions.filter(({ date }) => date < day),
    ({ cardId }) => cardId,
  );
  return new Map([...earlier].map(([id, ofCard]) => [id, [...new Set(ofCard.map(({ otherId }) => otherId))]]));
}
