// Converts the notes of Anki to cards.

import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { MAX_SIDE_LENGTH } from "@repasa/contract/cards.limits.ts";
import type { LossCounter } from "#losses.ts";
import type { MaterialCard, MaterialOptions } from "#material.ts";
import type { EmbeddedMedia } from "#media/embedded-media.ts";
import type { CardRow, Collection, Note } from "./collection.ts";
import { createSample, createSpecialFields, deckToFolder, readTags } from "./note-fields.ts";
import type { NoteType } from "./note-types.ts";
import { isNewInAnki, readHistory, readSchedule } from "./schedule.ts";
import { renderSides, type Sides, type SidesContext } from "./sides.ts";

export type CardsContext = Pick<MaterialOptions, "now" | "timeZone"> & {
  readonly losses: LossCounter;
  readonly media: EmbeddedMedia;
};

/** Yields the cards of a collection, note by note; of each note at most the first `MAX_CARDS_PER_NOTE`. */
export function* readCollectionCards(collection: Collection, context: CardsContext): Iterable<MaterialCard> {
  let rows: CardRow[] = [];
  for (const row of collection.cards()) {
    if (rows[0] && rows[0].nid !== row.nid) {
      yield* convertNote(collection, rows, context);
      rows = [];
    }
    // No real note has more cards, while a hostile file may have millions.
    if (rows.length < MAX_CARDS_PER_NOTE) rows.push(row);
  }
  if (rows.length > 0) yield* convertNote(collection, rows, context);
}

const MAX_CARDS_PER_NOTE = 1000;

type Draft = Sides & { readonly row: CardRow; group: string | null; variant: string | null };

function convertNote(collection: Collection, rows: readonly CardRow[], context: CardsContext): MaterialCard[] {
  const { losses } = context;
  const note = collection.note((rows[0] as CardRow).nid);
  if (!note) losses.add("missingNote", rows.length, "");
  if (!note) return [];
  const type = collection.types.get(note.typeId);
  if (!type) losses.add("missingNoteType", rows.length, createSample(note));
  if (!type) return [];
  const fields = note.fields.map((field) => context.media.extract(field));
  const noteContext = { ...context, trees: new Map(), markdown: new Map(), fields };
  const drafts = rows.flatMap((row): Draft[] => {
    losses.beginCard();
    const sides = readSides(collection, type, note, row, noteContext);
    return sides ? [{ ...sides, row, group: null, variant: null }] : [];
  });
  joinSiblings(drafts, type, note, losses);
  return drafts
    .filter((draft) => isComplete(draft, note, losses))
    .map((draft) => createCard(draft, collection, note, context));
}

function readSides(
  collection: Collection,
  type: NoteType,
  note: Note,
  row: CardRow,
  {
    losses,
    media,
    trees,
    markdown,
    fields: texts,
  }: CardsContext & Pick<SidesContext, "trees" | "markdown"> & Pick<Note, "fields">,
): Sides | null {
  const sample = () => createSample(note);
  if (type.isOcclusion || note.fields.some((field) => field.includes("::image-occlusion:"))) {
    losses.addForCard("imageOcclusion", sample());
    return null;
  }
  const template = type.templates.get(type.hasGaps ? 0 : row.ord);
  if (!template) {
    losses.addForCard("missingTemplate", sample());
    return null;
  }
  const fields = new Map(type.fields.map((name, index) => [name, texts[index] ?? ""]));
  const special = createSpecialFields(note, type, template.name, findDeckName(row, collection), row);
  const gap = type.hasGaps ? row.ord + 1 : null;
  return renderSides(
    template,
    { fields, special, gap },
    { losses, sample, trees, markdown, classes: type.classes, media: (name) => media.find(name) },
  );
}

/** Returns the name of a card's deck. For a card in a filtered deck, `odid` is its home deck. */
function findDeckName(row: CardRow, { decks }: Collection): string {
  return decks.get(row.odid !== 0 ? row.odid : row.did) ?? "";
}

/** Makes siblings of the cards of one text with gaps, and of two cards where each asks for the answer of the other. */
function joinSiblings(drafts: Draft[], type: NoteType, note: Note, losses: LossCounter): void {
  if (type.hasGaps) joinGaps(drafts, note, losses);
  else joinReverses(drafts);
}

function joinGaps(drafts: Draft[], note: Note, losses: LossCounter): void {
  const texts = new Map<string, { number: number; gaps: Set<number> }>();
  for (const draft of drafts) {
    const key = `${draft.front}\0${draft.back}`;
    const text = texts.get(key) ?? { number: texts.size, gaps: new Set(gapNumbers(draft.front)) };
    texts.set(key, text);
    if (!text.gaps.has(draft.row.ord + 1)) {
      // An empty front is reported by `isComplete`.
      if (draft.front !== "") losses.add(draft.row.ord >= 500 ? "largeGapNumber" : "missingGap", 1, createSample(note));
      draft.variant = "none";
    } else {
      draft.group = `${draft.row.nid}:${text.number}`;
      draft.variant = `c${draft.row.ord + 1}`;
    }
  }
}

function joinReverses(drafts: Draft[]): void {
  for (const [index, first] of drafts.entries()) {
    if (first.group !== null || first.front === first.back || first.front === "" || first.back === "") continue;
    const reverse = drafts
      .slice(index + 1)
      .find((other) => other.group === null && other.front === first.back && other.back === first.front);
    if (reverse?.format !== first.format) continue;
    const group = `${first.row.nid}:${first.row.ord}`;
    first.group = group;
    Object.assign(reverse, { group, variant: "reverse" });
  }
}

function isComplete({ front, back, variant }: Draft, note: Note, losses: LossCounter): boolean {
  if (front === "") losses.add("missingFront", 1, createSample(note));
  else if (variant === "none") return false;
  else if (back === "" && variant?.startsWith("c") !== true) losses.add("missingBack", 1, front);
  else if (front.length > MAX_SIDE_LENGTH || back.length > MAX_SIDE_LENGTH) losses.add("longSide", 1, front);
  else return true;
  return false;
}

function createCard(draft: Draft, collection: Collection, note: Note, context: CardsContext): MaterialCard {
  const { row, front, back, format, group, variant } = draft;
  const { reviews, isForgotten } = readHistory(collection.log(row.id), context.now);
  const isNew = isNewInAnki(row) || isForgotten;
  return {
    folder: deckToFolder(findDeckName(row, collection)),
    front,
    back,
    format,
    group,
    variant,
    reviews,
    isNew,
    tags: readTags(note, context.losses),
    suspended: row.queue === -1,
    note: note.guid === "" ? null : { guid: note.guid.slice(0, 200), template: Math.min(row.ord, 32_767) },
    createdAt: row.id > FIRST_ID_MS && row.id <= context.now ? row.id : null,
    schedule: isNew ? null : readSchedule(row, { ...collection, timeZone: context.timeZone }),
    exact: null,
  };
}

/** Anki was released in 2006. Smaller ids come from programs and are no instants. */
const FIRST_ID_MS = Date.UTC(2005, 0);
