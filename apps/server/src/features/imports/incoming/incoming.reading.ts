import { randomUUID } from "node:crypto";
import type { Material, MaterialCard, MaterialSchedule } from "@repasa/card-files/material.ts";
import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { Client } from "pg";
import { encodeForSearch } from "#features/cards/cards.words.ts";
import type { NotedChanges } from "#features/feed/feed.service.ts";
import type { Connection, Queryable } from "#platform/db/pool.ts";
import { createReviewLog } from "../history/history.log.ts";
import { readDueDay } from "../history/history.schedule.ts";
import type { ImportTask, Progress, WriteTask } from "../imports.task.ts";
import { readStorableCards } from "./incoming.cards.ts";
import { copyRows, formatCopyRow } from "./incoming.copy.ts";
import type { createRecognizer, Decision, TargetFolder } from "./incoming.known.ts";
import { incomingCopy } from "./incoming.queries.ts";

/** The number of cards between two reports of progress. */
const REPORT_INTERVAL = 500;

/** The contents of the file apart from its cards, which are in the table `incoming`. Added cards are identified by their places. */
export type Incoming = {
  folders: TargetFolder[];
  /** The place of the folder of each added card. */
  folderPlaces: number[];
  /** The folders of cards that are added or changed, by their places. */
  touched: Set<number>;
  updated: number;
  skipped: number;
  log: ReturnType<typeof createReviewLog>;
  /** The number of reviews in a Repasa export, including those of known cards. */
  exactReviews: number;
  /** The schedules of added cards without a log, by place. */
  schedules: Map<number, MaterialSchedule>;
  /** The places of added cards that are new although they may have reviews. They were not pending before. */
  isNew: Set<number>;
  /** The places of suspended cards, which were not pending either. */
  suspended: Set<number>;
  /** The place of each card of the file, -1 if it is not added; only filled for a Repasa export. */
  exactPlaces: number[];
  /** The ids of added cards in the exported account, by place; only filled for a Repasa export. */
  sourceIds: number[];
  /** The new groups of known cards that get siblings, by card id. */
  joined: Map<number, string>;
  /** The ids of known cards that are added again. */
  readdedCardIds: number[];
  /** The reviews of known cards. The place of a review is the index of its card's id in `cardIds`. */
  known: { log: ReturnType<typeof createReviewLog>; cardIds: number[] };
};

/** The state of writing an import, in a transaction on its own connection. */
export type Writing = {
  connection: Connection;
  transaction: Queryable;
  noted: NotedChanges;
  task: WriteTask;
  material: Material;
  incoming: Incoming;
  /** The id before the first one that was reserved for reviews. */
  lastReviewId: number;
};

type Task = Pick<ImportTask, "options" | "moment">;

/** Sends the cards of the file to the table `incoming`, and collects their reviews. */
export async function readIncoming(
  client: Client,
  task: Task,
  material: Material,
  recognizer: ReturnType<typeof createRecognizer>,
  reportProgress: (progress: Progress) => void,
): Promise<Incoming> {
  const incoming: Incoming = {
    folders: [],
    folderPlaces: [],
    touched: new Set(),
    updated: 0,
    skipped: 0,
    log: createReviewLog(),
    exactReviews: 0,
    schedules: new Map(),
    isNew: new Set(),
    suspended: new Set(),
    joined: new Map(),
    readdedCardIds: [],
    exactPlaces: [],
    sourceIds: [],
    known: { log: createReviewLog(), cardIds: [] },
  };
  const collectKnownReviews = createKnownReviewCollector(incoming.known, task);
  const assignGroup = createGroupAssigner(incoming.joined);
  function* rows(): Generator<string> {
    let read = 0;
    for (const card of readStorableCards(material)) {
      const decision = recognizer.decide(card);
      const place = decision.action === "add" ? incoming.folderPlaces.length : -1;
      if (card.exact) incoming.exactPlaces.push(place);
      if (decision.action === "skip") incoming.skipped++;
      else yield formatIncomingRow(card, decision, place, assignGroup(card, decision), task);
      recordCard(incoming, card, decision, place, task);
      if (decision.action !== "add" && decision.cardId !== null) collectKnownReviews(card, decision.cardId);
      if (++read % REPORT_INTERVAL === 0) reportProgress({ done: read, total: 0 });
    }
  }
  await copyRows(client, incomingCopy, rows());
  return { ...incoming, folders: recognizer.folders() };
}

type Group = { readonly id: string | null; readonly joined: boolean };

function formatIncomingRow(
  card: MaterialCard,
  decision: Decision,
  place: number,
  group: Group,
  { moment }: Task,
): string {
  const { front, back, format, tags, suspended, variant, note, createdAt } = card;
  const isDate = createdAt !== null && createdAt >= 0 && createdAt <= moment.now.getTime();
  const updatedAt = card.exact?.source?.updatedAt ?? null;
  const isPast = updatedAt !== null && Date.parse(updatedAt) <= moment.now.getTime();
  return formatCopyRow([
    ...[decision.action === "add" ? place : null, decision.action === "update" ? decision.cardId : null],
    ...[decision.folder.place, front, back, format, tags, suspended, group.id, group.joined],
    ...[variant, note?.guid ?? null, note?.template ?? null, isDate ? new Date(createdAt) : null],
    ...[encodeForSearch(card), listMediaIdsOfCard(card), isPast ? updatedAt : null],
  ]);
}

/**
 * Assigns group ids. New cards of a known note join the group of its cards. A group that a file holds twice becomes two groups,
 * because each variant occurs once in a group.
 */
function createGroupAssigner(joined: Map<number, string>) {
  const ids = new Map<string, Group>();
  const copies = new Map<string, number>();
  return ({ group, variant, exact }: MaterialCard, decision: Decision): Group => {
    if (group === null || decision.action !== "add") return { id: null, joined: false };
    // In a Repasa export siblings may be in different folders. In other files a note and its folder identify a group.
    const name = exact ? group : `${decision.folder.place}\0${group}`;
    const member = `${variant ?? ""}\0${name}`;
    const copy = copies.get(member) ?? 0;
    copies.set(member, copy + 1);
    const key = `${copy}\0${name}`;
    const known = ids.get(key);
    if (known) return known;
    const sibling = copy === 0 ? decision.sibling : null;
    const created = { id: sibling?.groupId ?? randomUUID(), joined: sibling !== null };
    if (sibling !== null && sibling.groupId === null) joined.set(sibling.cardId, created.id);
    ids.set(key, created);
    return created;
  };
}

function recordCard(
  incoming: Incoming,
  card: MaterialCard,
  decision: Decision,
  place: number,
  { options, moment }: Task,
): void {
  if (decision.action === "skip") return;
  incoming.touched.add(decision.folder.place);
  if (decision.action === "update") {
    incoming.updated++;
    return;
  }
  incoming.folderPlaces.push(decision.folder.place);
  if (decision.readdedCardId !== null) incoming.readdedCardIds.push(decision.readdedCardId);
  if (card.suspended) incoming.suspended.add(place);
  if (card.exact?.source) incoming.sourceIds[place] = card.exact.source.id;
  if (options.history === false) return;
  if (card.exact) {
    incoming.exactReviews += card.exact.reviews.length;
    return;
  }
  if (card.isNew) incoming.isNew.add(place);
  const hasLog = addReviews(incoming.log, place, card, moment);
  if (!card.isNew && !hasLog && card.schedule) incoming.schedules.set(place, card.schedule);
}

/** Creates a function that collects the reviews of known cards, once for each card. */
function createKnownReviewCollector({ log, cardIds }: Incoming["known"], { options, moment }: Task) {
  const seen = new Set<number>();
  return (card: MaterialCard, cardId: number): void => {
    if (options.history === false || card.reviews.length === 0 || seen.has(cardId)) return;
    seen.add(cardId);
    const place = cardIds.push(cardId) - 1;
    // A card that is new in the file was reset there, so its earlier reviews count as practice.
    const reviews = card.isNew ? card.reviews.map((review) => ({ ...review, practice: true })) : card.reviews;
    addReviews(log, place, { ...card, reviews }, moment);
  };
}

/** Collects the reviews of a card. Returns whether some of them move its schedule. */
export function addReviews(
  log: Incoming["log"],
  place: number,
  { note, front, back, reviews, schedule }: Pick<MaterialCard, "note" | "front" | "back" | "reviews" | "schedule">,
  { now, today }: Task["moment"],
): boolean {
  const source = note ? `${note.guid}\0${note.template}` : `${front}\0${back}`;
  const past = reviews.filter(({ at }) => at >= 0 && at <= now.getTime());
  const last = past.findLast(({ practice }) => !practice);
  const dueDay = schedule && readDueDay(schedule, toDayNumber(today));
  for (const review of past) log.add(place, source, review, review === last ? dueDay : null);
  return last !== undefined;
}
