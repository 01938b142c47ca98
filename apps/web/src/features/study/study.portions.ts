import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { EndpointOf } from "@repasa/contract/client.ts";
import type { QueryOf } from "@repasa/contract/endpoint.ts";
import { callApi } from "#lib/api.ts";
import { preferServer, readLocally } from "#lib/local-responses.ts";
import { toPortion } from "#lib/portions.ts";

export type UnsentCards = () => Promise<ReadonlySet<number>>;
type QueueQuery = Partial<Record<keyof QueryOf<EndpointOf<typeof studyEndpoints.reviewQueue>>, string>>;

export async function loadCards(query: QueueQuery & { practice?: "begun" | "true" }, limit: number) {
  const input = { query: { ...query, limit: String(limit) } };
  const asked = callApi(studyEndpoints.reviewQueue, input);
  const readCopy = async () => {
    const local = (await readLocally(studyEndpoints.reviewQueue, input)) as Awaited<typeof asked> | undefined;
    // That nothing is left is worth waiting for.
    return local && toPortion(local).cards.length > 0 ? local : undefined;
  };
  return toPortion(await preferServer(asked, readCopy));
}

/** Loads a portion of the queue. `unrated` are its cards without a rating in the outbox. */
export async function loadUnrated(query: Parameters<typeof loadCards>[0], limit: number, unsentCards: UnsentCards) {
  // Read before and after the call, because a rating may be delivered just after the server has read the queue.
  const before = await unsentCards();
  const portion = await loadCards(query, limit);
  const after = await unsentCards();
  return { ...portion, unrated: portion.cards.filter(({ id }) => !before.has(id) && !after.has(id)) };
}
