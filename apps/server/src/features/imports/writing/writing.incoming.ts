import { randomUUID } from "node:crypto";
import type { Material, MaterialCard, MaterialSchedule } from "@repasa/card-files/material.ts";
import { mediaIdsInCard } from "@repasa/contract/media.ts";
import type { Client } from "pg";
import { encodeForSearch } from "#features/cards/cards.words.ts";
import type { Connection, Queryable } from "#platform/db/pool.ts";
import { createReviewLog } from "../history/history.log.ts";
import type { BringTask, ImportTask, Progress } from "../imports.task.ts";
import { cardsOf } from "./writing.cards.ts";
import { copyRow, copyRows } from "./writing.copy.ts";
import type { createRecognizer, TargetFolder, Verdict } from "./writing.known.ts";
import { incomingCopy } from "./writing.queries.ts";

const TOLD_EACH = 500;

/** What is known of the file once its cards lie in the table `incoming`. Cards that are added are known by their places. */
export type Incoming = {
  folders: TargetFolder[];
  /** Of each card that is added, the place of its folder. */
  folderPlaces: number[];
  /** The folders of cards that are added or changed, by their places. */
  touched: Set<number>;
  updated: number;
  skipped: number;
  log: ReturnType<typeof createReviewLog>;
  /** How many reviews come with cards of our own files, known ones too. */
  exactReviews: number;
  /** Where there is no log. */
  schedules: Map<number, MaterialSchedule>;
  /** New whatever their reviews say, or suspended: nothing of them was pending. */
  isNew: Set<number>;
  suspended: Set<number>;
  /** Of each card of the file, its place among those that are added, -1 for the others; of our own files only. */
  exactPlaces: number[];
  /** The ids of added cards in the exported account, by place; only filled for our own files. */
  sourceIds: number[];
  /** Cards of the account that are to get a group, because siblings come. */
  joined: Map<number, string>;
  /** The ids of known cards that are added once more. */
  copied: number[];
  /** The reviews of known cards. The place of a review is the index of its card's id in `cardIds`. */
  known: { log: ReturnType<typeof createReviewLog>; cardIds: number[] };
};

/** A write under way, in a transaction on a connection of its own. */
export type Writing = {
  connection: Connection;
  transaction: Queryable;
  task: BringTask;
  material: Material;
  incoming: Incoming;
  /** Reviews get the ids after this one. */
  lastReviewId: number;
};

type Task = Pick<ImportTask, "options" | "moment">;

/** Sends the cards that come to the database, without what was studied. */
export async function readIncoming(
  client: Client,
  task: Task,
  material: Material,
  recognizer: ReturnType<typeof createRecognizer>,
  tell: (progress: Progress) => void,
): Promise<Incoming> {
  const incoming: Incoming = {
    ...{
      folders: [],
      folderPlaces: [],
      touched: new Set(),
      updated: 0,
      skipped: 0,
      log: createReviewLog(),
      exactReviews: 0,
    },
    ...{ schedules: new Map(), isNew: new Set(), suspended: new Set(), joined: new Map(), copied: [] },
    ...{ exactPlaces: [], sourceIds: [] },
    known: { log: createReviewLog(), cardIds: [] },
  };
  const noteKnown = createKnownReviews(incoming.known, task);
  const groupOf = createGroups(incoming.joined);
  function* rows(): Generator<string> {
    let read = 0;
    for (const card of cardsOf(material)) {
      const verdict = recognizer.judge(card);
      const place = verdict.action === "add" ? incoming.folderPlaces.length : -1;
      if (card.exact) incoming.exactPlaces.push(place);
      if (verdict.action === "skip") incoming.skipped++;
      else yield rowOf(card, verdict, place, groupOf(card, verdict), task);
      note(incoming, card, verdict, place, task);
      if (verdict.action !== "add" && verdict.cardId !== null) noteKnown(card, verdict.cardId);
      if (++read % TOLD_EACH === 0) tell({ done: read, total: 0 });
    }
  }
  await copyRows(client, incomingCopy, rows());
  return { ...incoming, folders: recognizer.folders() };
}

type Group = { readonly id: string | null; readonly joined: boolean };

function rowOf(card: MaterialCard, verdict: Verdict, place: number, group: Group, { moment }: Task): string {
  const { front, back, format, tags, suspended, variant, note, createdAt } = card;
  const isDate = createdAt !== null && createdAt >= 0 && createdAt <= moment.now.getTime();
  const updatedAt = card.exact?.source?.updatedAt ?? null;
  const isPast = updatedAt !== null && Date.parse(updatedAt) <= moment.now.getTime();
  return copyRow([
    ...[verdict.action === "add" ? place : null, verdict.action === "update" ? verdict.cardId : null],
    ...[verdict.folder.place, front, back, format, tags, suspended, group.id, group.joined],
    ...[variant, note?.guid ?? null, note?.template ?? null, isDate ? new Date(createdAt) : null],
    ...[encodeForSearch(card), mediaIdsInCard(card), isPast ? updatedAt : null],
  ]);
}

/**
 * Groups get ids of this account; those of notes that are known here join the cards that are. A group that a file holds twice
 * is two: each variant occurs once in one.
 */
function createGroups(joined: Map<number, string>) {
  const ids = new Map<string, Group>();
  const copies = new Map<string, number>();
  return ({ group, variant, exact }: MaterialCard, verdict: Verdict): Group => {
    if (group === null || verdict.action !== "add") return { id: null, joined: false };
    // Siblings of ours may lie in two folders. Elsewhere a note is known by its folder.
    const name = exact ? group : `${verdict.folder.place}\0${group}`;
    const member = `${variant ?? ""}\0${name}`;
    const copy = copies.get(member) ?? 0;
    copies.set(member, copy + 1);
    const key = `${copy}\0${name}`;
    const known = ids.get(key);
    if (known) return known;
    const sibling = copy === 0 ? verdict.sibling : null;
    const made = { id: sibling?.groupId ?? randomUUID(), joined: sibling !== null };
    if (sibling !== null && sibling.groupId === null) joined.set(sibling.cardId, made.id);
    ids.set(key, made);
    return made;
  };
}

function note(
  incoming: Incoming,
  card: MaterialCard,
  verdict: Verdict,
  place: number,
  { options, moment }: Task,
): void {
  if (verdict.action === "skip") return;
  incoming.touched.add(verdict.folder.place);
  if (verdict.action === "update") {
    incoming.updated++;
    return;
  }
  incoming.folderPlaces.push(verdict.folder.place);
  if (verdict.copyOf !== null) incoming.copied.push(verdict.copyOf);
  if (card.suspended) incoming.suspended.add(place);
  if (card.exact?.source) incoming.sourceIds[place] = card.exact.source.id;
  if (options.history === false) return;
  if (card.exact) {
    incoming.exactReviews += card.exact.reviews.length;
    return;
  }
  if (card.isNew) incoming.isNew.add(place);
  else if (card.schedule) incoming.schedules.set(place, card.schedule);
  addReviews(incoming.log, place, card, moment);
}

/** Collects the reviews of known cards, once for each card. */
function createKnownReviews({ log, cardIds }: Incoming["known"], { options, moment }: Task) {
  const seen = new Set<number>();
  return (card: MaterialCard, cardId: number): void => {
    if (options.history === false || card.reviews.length === 0 || seen.has(cardId)) return;
    seen.add(cardId);
    const place = cardIds.push(cardId) - 1;
    // Earlier reviews say nothing about the memory of a card that is new in the file.
    const reviews = card.isNew ? card.reviews.map((review) => ({ ...review, practice: true })) : card.reviews;
    addReviews(log, place, { ...card, reviews }, moment);
  };
}

function addReviews(
  log: Incoming["log"],
  place: number,
  { note, front, back, reviews }: Pick<MaterialCard, "note" | "front" | "back" | "reviews">,
  { now }: Task["moment"],
): void {
  const source = note ? `${note.guid}\0${note.template}` : `${front}\0${back}`;
  for (const review of reviews) if (review.at >= 0 && review.at <= now.getTime()) log.add(place, source, review);
}
