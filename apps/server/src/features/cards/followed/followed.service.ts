// The cards that follow those of an author: reading them as texts, and storing what became of these.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Upstream } from "@repasa/contract/following.rows.ts";
import { type FollowedCard, type FollowedText, isLive, isMember } from "@repasa/following/followed-text.ts";
import type { NotedChanges } from "#features/feed/feed.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { CardRow } from "#schema/cards.ts";
import { deleteCards } from "../cards.queries.ts";
import { storeDerived } from "../derived/derived.service.ts";
import { insertVersions } from "../versions/versions.queries.ts";
import {
  type AddedCard,
  type ChangedCard,
  deleteTexts,
  insertFollowingCards,
  replaceFollowedCards,
  selectAllSources,
  selectCardRows,
  selectFollowedCards,
  selectFollowingIds,
  selectKnownSources,
  selectTextRows,
  selectUpstreams,
  updateBehind,
  updateFollowingCards,
  updateResumed,
  updateUpstream,
  upsertTexts,
  type WantedTexts,
} from "./followed.queries.ts";
import { describeUpstream, listLive, toFollowedText, toShownCard } from "./followed.state.ts";

/** A text with its id and the folder through which it follows. */
export type StoredText = { readonly id: string; readonly folderId: number; readonly state: FollowedText };

/** `deleted`: the ids of the follower's cards that are gone, by those of the author's, in case she undoes that. */
export type LoadedTexts = {
  readonly texts: readonly StoredText[];
  readonly rows: ReadonlyMap<number, CardRow>;
  readonly deleted: ReadonlyMap<number | null, number>;
};

export const NO_TEXTS: LoadedTexts = { texts: [], rows: new Map(), deleted: new Map() };

/** Reads texts, and locks their cards until the transaction ends unless `locks` is false. */
export async function loadTexts(
  db: Queryable,
  owner: OwnerId,
  wanted: WantedTexts,
  { locks = true } = {},
): Promise<LoadedTexts> {
  const textRows = await selectTextRows(db, owner, wanted);
  if (textRows.length === 0) return NO_TEXTS;
  const followed = await selectFollowedCards(
    db,
    owner,
    textRows.map(({ id }) => id),
  );
  const cardIds = followed.flatMap(({ cardId }) => cardId ?? []);
  const rows = new Map((await selectCardRows(db, owner, cardIds, locks)).map((row) => [row.id, row]));
  const cardsOf = Map.groupBy(followed, ({ textId }) => textId);
  const texts = textRows.map((text) => ({
    id: text.id,
    folderId: text.folderId,
    state: toFollowedText(text, cardsOf.get(text.id) ?? [], rows),
  }));
  const gone = followed.filter(({ source, cardId }) => source !== null && cardId !== null && !rows.has(cardId));
  return { texts, rows, deleted: new Map(gone.map(({ source, cardId }) => [source, cardId as number])) };
}

/** A text to be stored. Without an id it is new. */
export type TextToStore = { id?: string | undefined; state: FollowedText; behind: boolean };

type Place = { folderId: number; assigned: boolean; now: Date };

/**
 * Stores what has become of texts, with their cards: those without an id are added, to the folder of their siblings or to the followed
 * one, and those that are no longer in any text are deleted.
 *
 * @param loaded The texts before. The stored ones replace them all.
 * @returns The stored texts in their order, in which each card has its id, and the ids of the cards that changed.
 */
export async function storeTexts(
  transaction: Queryable,
  owner: OwnerId,
  place: Place,
  loaded: LoadedTexts,
  stored: readonly TextToStore[],
  noted: NotedChanges,
): Promise<{ texts: StoredText[]; edited: number[] }> {
  const plan = planCards(place, loaded, stored);
  const { edited, rows: changed } = await changeRows(transaction, owner, plan.changed, loaded.rows, place.now);
  await deleteCards(transaction, owner, plan.deleted);
  const added = plan.added.length === 0 ? [] : await insertFollowingCards(transaction, owner, plan.added, place.now);
  await storeDerived(transaction, owner, [...changed, ...added]);
  const addedIds = added.map(({ id }) => id);
  const texts = stored.map(({ id = randomUUID(), state }) => ({
    id,
    folderId: place.folderId,
    state: { ...state, cards: state.cards.map((one) => giveId(one, addedIds)) },
  }));
  await writeTexts(transaction, owner, loaded, texts, stored);
  noted.changed(
    "card",
    [...plan.changed, ...added].map(({ id }) => id),
  );
  noted.gone("card", plan.deleted, place.now);
  const deletedRows = plan.deleted.flatMap((id) => loaded.rows.get(id) ?? []);
  noted.changed(
    "folder",
    [...added, ...deletedRows].map(({ folderId }) => folderId),
  );
  return { texts, edited };
}

function giveId(one: FollowedCard, ids: number[]): FollowedCard {
  return isLive(one) && one.card.id === null ? { ...one, card: { ...one.card, id: ids.shift() as number } } : one;
}

type Plan = { added: AddedCard[]; changed: ChangedCard[]; deleted: number[] };

function planCards({ folderId, assigned }: Place, { texts, rows }: LoadedTexts, stored: readonly TextToStore[]): Plan {
  const plan: Plan = { added: [], changed: [], deleted: [] };
  const groups = new Set<string>();
  const remaining = new Set<number | null>();
  for (const { state } of stored) {
    const present = state.cards.flatMap((one) => (isMember(one) ? (rows.get(one.card.id ?? 0) ?? []) : []));
    const groupId = chooseGroup(state, present, groups);
    for (const one of listLive(state)) {
      const { id } = one.card;
      const shown = toShownCard(state, one, groupId);
      const row = rows.get(id ?? 0);
      remaining.add(id);
      if (row) plan.changed.push(...compareCard(row, shown));
      else {
        // A card that the follower adds herself counts in limits.
        const counts = !assigned || one.source === null;
        plan.added.push({ ...shown, folderId: present[0]?.folderId ?? folderId, assigned: counts ? null : true });
      }
    }
  }
  const before = texts.flatMap(({ state }) => listLive(state).flatMap(({ card }) => card.id ?? []));
  plan.deleted = before.filter((id) => !remaining.has(id));
  return plan;
}

function chooseGroup(state: FollowedText, present: readonly CardRow[], taken: Set<string>): string | null {
  if (state.cards.filter(isMember).length < 2) return null;
  const groupId = present.find((row) => row.groupId !== null && !taken.has(row.groupId))?.groupId ?? randomUUID();
  taken.add(groupId);
  return groupId;
}

function compareCard(row: CardRow, { upstream, ...shown }: ReturnType<typeof toShownCard>): ChangedCard[] {
  const { front, back, format, tags, suspended, groupId, variant } = row;
  const isEdited = !isDeepStrictEqual(shown, { front, back, format, tags, suspended, groupId, variant });
  if (!isEdited && isDeepStrictEqual(upstream, row.upstream)) return [];
  return [{ ...shown, upstream, id: row.id, isEdited }];
}

async function changeRows(
  transaction: Queryable,
  owner: OwnerId,
  changed: readonly ChangedCard[],
  before: ReadonlyMap<number, CardRow>,
  now: Date,
): Promise<{ edited: number[]; rows: CardRow[] }> {
  if (changed.length === 0) return { edited: [], rows: [] };
  const replaced = changed.filter((one) => {
    const { front, back, format, tags } = before.get(one.id) as CardRow;
    return !isDeepStrictEqual([front, back, format, tags], [one.front, one.back, one.format, one.tags]);
  });
  const ids = new Set(replaced.map(({ id }) => id));
  await insertVersions(transaction, owner, [...ids], now);
  const rows = await updateFollowingCards(transaction, owner, changed, now);
  const edited = changed.filter(({ isEdited }) => isEdited).map(({ id }) => id);
  return { edited, rows: rows.filter(({ id }) => ids.has(id)) };
}

async function writeTexts(
  transaction: Queryable,
  owner: OwnerId,
  { texts: before, deleted }: LoadedTexts,
  texts: readonly StoredText[],
  stored: readonly TextToStore[],
): Promise<void> {
  const ids = texts.map(({ id }) => id);
  await deleteTexts(
    transaction,
    owner,
    before.map(({ id }) => id).filter((id) => !ids.includes(id)),
  );
  if (ids.length === 0) return;
  await upsertTexts(
    transaction,
    owner,
    texts.map(({ id, folderId, state: { pulled, earlier, kept } }, index) => ({
      id,
      folderId,
      pulled,
      earlier,
      kept,
      behind: stored[index]?.behind ?? false,
    })),
  );
  const rows = texts.flatMap(({ id, folderId, state }) =>
    state.cards.map(({ left, card, ...one }, place) => ({
      ...one,
      sourceTags: [...one.sourceTags],
      textId: id,
      place,
      folderId,
      formerText: left,
      cardId: card?.id ?? (one.state === "waiting" ? null : (deleted.get(one.source) ?? null)),
    })),
  );
  await replaceFollowedCards(transaction, owner, ids, rows);
}

/** Returns those of the author's cards that a folder has a card of, or had; all of them without `sources`. */
export function listSources(
  db: Queryable,
  owner: OwnerId,
  folderId: number,
  sources?: readonly number[],
): Promise<number[]> {
  return sources ? selectKnownSources(db, owner, folderId, sources) : selectAllSources(db, owner, folderId);
}

/** Notes that texts were merged, which have not changed by it. */
export async function noteMerged(transaction: Queryable, owner: OwnerId, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await updateBehind(transaction, owner, ids, false);
}

/** Turns cards that their author deleted into ordinary ones. Must be called before cards are resumed. */
export async function resumeFollowed(transaction: Queryable, owner: OwnerId, cardIds: readonly number[]) {
  await updateResumed(transaction, owner, cardIds);
}

/**
 * Describes anew how cards follow their author's, after something else than a pull has replaced or restored their texts. The next pull
 * merges them.
 */
export async function refreshFollowed(
  transaction: Queryable,
  owner: OwnerId,
  cardIds: readonly number[],
  noted: NotedChanges,
): Promise<void> {
  const { texts, wrong } = await findWrongUpstreams(transaction, owner, cardIds);
  if (texts.length > 0) {
    await updateBehind(
      transaction,
      owner,
      texts.map(({ id }) => id),
      true,
    );
  }
  await mendUpstreams(transaction, owner, wrong, noted);
}

type WrongUpstream = { id: number; upstream: Upstream | null };

/** Returns the given cards and their siblings of which the stored `upstream` does not follow from their texts, and what does. */
async function findWrongUpstreams(db: Queryable, owner: OwnerId, cardIds: readonly number[], locks = true) {
  const { texts, rows } = await loadTexts(db, owner, { cardIds }, { locks });
  const described = new Map(
    texts.flatMap(({ state }) =>
      listLive(state).map((one) => [one.card.id as number, describeUpstream(state, one)] as const),
    ),
  );
  const others = await selectUpstreams(
    db,
    owner,
    cardIds.filter((id) => !described.has(id)),
  );
  const wrong: WrongUpstream[] = [...rows.values(), ...others]
    .map((row) => ({ id: row.id, before: row.upstream, upstream: described.get(row.id) ?? null }))
    .filter(({ before, upstream }) => !isDeepStrictEqual(before, upstream));
  return { texts, wrong };
}

async function mendUpstreams(
  transaction: Queryable,
  owner: OwnerId,
  wrong: readonly WrongUpstream[],
  noted: NotedChanges,
): Promise<void> {
  if (wrong.length === 0) return;
  await updateUpstream(transaction, owner, wrong);
  noted.changed(
    "card",
    wrong.map(({ id }) => id),
  );
}

/** Finds the cards whose `upstream` does not follow from their texts, for `npm run check:data`. */
export async function* checkUpstreams(db: Queryable, owner: OwnerId) {
  const page = 500;
  let ids = await selectFollowingIds(db, owner, 0, page);
  for (; ids.length > 0; ids = await selectFollowingIds(db, owner, ids.at(-1) ?? 0, page)) {
    const { wrong } = await findWrongUpstreams(db, owner, ids, false);
    for (const one of wrong) {
      const mend = (transaction: Queryable, noted: NotedChanges) => mendUpstreams(transaction, owner, [one], noted);
      yield { what: `card ${one.id}: it does not follow its author's as its texts do`, mend };
    }
  }
}
