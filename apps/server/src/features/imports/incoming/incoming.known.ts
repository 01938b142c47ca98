import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import type { MaterialCard } from "@repasa/card-files/material.ts";
import type { ExportedFolder } from "@repasa/card-files/repasa/exported-account.ts";
import { parseGapVariant, REVERSE } from "@repasa/card-text/variants.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";

/**
 * A folder that receives cards; `id` is null until it is created. `place` numbers the folders in their order of appearance.
 * `record` is the folder's record in a Repasa export.
 */
export type TargetFolder = {
  readonly place: number;
  readonly name: string;
  readonly id: number | null;
  readonly record: ExportedFolder | null;
};

/** A card of the account, with the columns that recognising it in a file needs. */
export type KnownCard = {
  readonly id: number;
  readonly folderId: number;
  readonly front: string;
  readonly back: string;
  readonly format: string;
  readonly tags: readonly string[];
  readonly variant: string | null;
  readonly groupId: string | null;
  readonly noteGuid: string | null;
  readonly noteTemplate: number | null;
  /** The guid that an export for Anki gives the card now, and the one that it gave the card before it had siblings. */
  readonly exportedGuid: string;
  readonly loneGuid: string;
  /** The id of its first sibling, or its own. */
  readonly firstId: number;
};

/** The decision about a card of a file: it is added, it updates a known card, or it is skipped. */
export type Decision =
  /** `readdedCardId` is the known card that the options add again. */
  | {
      readonly action: "add";
      readonly folder: TargetFolder;
      readonly readdedCardId: number | null;
      readonly sibling: Sibling | null;
    }
  | { readonly action: "update"; readonly folder: TargetFolder; readonly cardId: number }
  /** `cardId` is null if the card is a duplicate of another one in the file, which is added. */
  | { readonly action: "skip"; readonly folder: TargetFolder; readonly cardId: number | null };

/** A known card of the same note. */
type Sibling = { readonly cardId: number; readonly groupId: string | null };

type KnownFolder = { readonly id: number; readonly name: string };

type Card = Pick<MaterialCard, "folder" | "front" | "back" | "format" | "tags" | "note" | "variant" | "exact">;

const DEFAULT_FOLDER = "Importadas";
const MAX_FOLDER_NAME_LENGTH = 255;
/** Represents a card of this file, which has no id yet. */
const NEW_CARD_ID = 0;

/** Returns the name of the folder for cards that the file assigns to no folder. */
function chooseDefaultFolder(fileName: string | null): string {
  const name = fileName === null ? "" : basename(fileName, extname(fileName)).trim();
  return cleanFolderName(name) || DEFAULT_FOLDER;
}

function cleanFolderName(name: string): string {
  return name.trim().slice(0, MAX_FOLDER_NAME_LENGTH).toWellFormed().trim();
}

/**
 * Recognises the cards of a file that the account already has. A card is known if the account has one of the same note and
 * template, or one with the same texts in the same folder, ignoring white space, case and format. If several cards of a note
 * match, the one in the same folder is used. If there is none in that folder, the card was moved or its folder renamed, and it
 * stays in its current folder.
 */
export function createRecognizer(
  folders: readonly KnownFolder[],
  { folderId, duplicates = "skip" }: Pick<ImportOptions, "folderId" | "duplicates">,
  fileName: string | null,
) {
  const byText = new Map<string, number>();
  const folderIds = new Map<number, number>();
  const byNote = createNoteIndex(folderIds);
  const siblings = createSiblingIndex();
  /** Digests of the content of cards that may be updated, by card id. */
  const contents = new Map<number, string>();
  const { getTarget, getTargetById, addExportedFolders, all } = createTargets(folders, folderId, fileName);
  const sameTexts = createSameTextMatcher();

  /** Returns the folder that a known card is in, because it stays there. */
  function getCurrentFolder(known: number, target: TargetFolder): TargetFolder {
    const currentId = folderIds.get(known);
    return currentId === undefined || currentId === target.id ? target : getTargetById(currentId);
  }

  return {
    folders: all,
    /** Adds the folders of a Repasa export as targets, including those without cards. */
    addExportedFolders,

    /** Adds a card of the account. Cards must be passed in the order of their ids. */
    addKnown(card: KnownCard): void {
      const folder = String(card.folderId);
      const text = computeTextKey(folder, card);
      sameTexts.addKnown(text, byText.get(text), card.id);
      byText.set(text, card.id);
      folderIds.set(card.id, card.folderId);
      for (const guid of byNote.addKnown(folder, card)) siblings.addKnown(folder, guid, card);
      if (duplicates === "update") contents.set(card.id, digestContent(card));
    },

    decide(card: Card): Decision {
      const target = getTarget(card.folder, card.exact?.source?.folderId);
      const folderKey = target.id === null ? `+${target.place}` : String(target.id);
      const text = computeTextKey(folderKey, card);
      const sameNote = byNote.find(folderKey, card.note);
      const known = card.exact ? sameTexts.takeMatch(text, byText.get(text), sameNote) : (sameNote ?? byText.get(text));
      if (known === undefined || duplicates === "add") {
        if (!card.exact) byText.set(text, known ?? NEW_CARD_ID);
        if (!card.exact) byNote.add(folderKey, card.note, known ?? NEW_CARD_ID);
        // A card that is added again joins no group, because the group would ask everything twice.
        const sibling = duplicates === "add" ? null : siblings.find(folderKey, card);
        const folder = sibling === null ? target : getCurrentFolder(sibling.cardId, target);
        return { action: "add", folder, readdedCardId: known || null, sibling };
      }
      const folder = getCurrentFolder(known, target);
      const content = duplicates === "update" && known !== NEW_CARD_ID ? digestContent(card) : undefined;
      if (content === undefined || contents.get(known) === content) {
        return { action: "skip", folder, cardId: known === NEW_CARD_ID ? null : known };
      }
      // If two cards of the file match the same known card, only the first one changes it.
      contents.set(known, content);
      if (card.exact) return { action: "update", folder, cardId: known };
      byText.set(text, NEW_CARD_ID);
      byNote.take(folderKey, card.note);
      return { action: "update", folder, cardId: known };
    },
  };
}

type Note = MaterialCard["note"];

/**
 * Indexes cards by their notes: the note that a card was imported from, and the note that an export makes of it. The folder only
 * matters if several cards belong to the same note and template.
 */
function createNoteIndex(folderIds: ReadonlyMap<number, number>) {
  const anywhere = new Map<string, number>();
  const inFolder = new Map<string, number>();

  const isIn = (folder: string, id: number) => String(folderIds.get(id)) === folder;

  function addToIndex(folder: string, guid: string, template: number, id: number): boolean {
    const key = computeNoteKey("", guid, template);
    const known = anywhere.get(key);
    if (known === undefined) anywhere.set(key, id);
    if (known === undefined || known === id) return true;
    if (isIn(folder, known)) return false;
    const local = computeNoteKey(folder, guid, template);
    if (!inFolder.has(local)) inFolder.set(local, id);
    return false;
  }

  return {
    /** Adds a card of the account, and returns its guids. */
    addKnown(folder: string, card: KnownCard): Set<string> {
      const { id, noteGuid, noteTemplate, exportedGuid, loneGuid, firstId } = card;
      const template = exportedTemplate(card);
      if (noteGuid !== null) addToIndex(folder, noteGuid, noteTemplate ?? 0, id);
      // Guids are unique in a collection, so an export appends the card's id if another note has the same guid.
      if (!addToIndex(folder, exportedGuid, template, id))
        addToIndex(folder, `${exportedGuid}-${firstId}`, template, id);
      addToIndex(folder, loneGuid, 0, id);
      return new Set([...(noteGuid === null ? [] : [noteGuid]), exportedGuid, loneGuid]);
    },

    find(folder: string, note: Note): number | undefined {
      if (note === null) return undefined;
      const { guid, template } = note;
      const first = anywhere.get(computeNoteKey("", guid, template));
      if (first !== undefined && isIn(folder, first)) return first;
      return inFolder.get(computeNoteKey(folder, guid, template)) ?? first;
    },

    add(folder: string, note: Note, id: number): void {
      if (note !== null) inFolder.set(computeNoteKey(folder, note.guid, note.template), id);
    },

    /** Marks a note's card as used, so that the next card of the file with this note is skipped as a duplicate. */
    take(folder: string, note: Note): void {
      if (note === null) return;
      inFolder.set(computeNoteKey(folder, note.guid, note.template), NEW_CARD_ID);
      anywhere.set(computeNoteKey("", note.guid, note.template), NEW_CARD_ID);
    },
  };
}

/** Returns the template number that an export gives the card: see docs/export-format.md. */
function exportedTemplate({ variant, format }: KnownCard): number {
  if (variant === REVERSE) return 1;
  const gap = format === "markdown" ? parseGapVariant(variant) : null;
  return gap === null ? 0 : gap - 1;
}

/**
 * Matches cards of the account to cards of a Repasa export one by one, because an account may hold the same text several times,
 * and so may its export.
 */
function createSameTextMatcher() {
  /** The cards that share a text, apart from the last one of each text. */
  const others = new Map<string, number[]>();
  const taken = new Set<number>();
  return {
    /** @param previous The card with the same text that was added before. */
    addKnown(text: string, previous: number | undefined, id: number): void {
      if (previous === undefined || previous === id) return;
      others.set(text, [...(others.get(text) ?? []), previous]);
    },

    /**
     * Returns a known card that no card of the file has matched yet. Its text comes before its note, because cards without siblings
     * may share a note.
     */
    takeMatch(text: string, last: number | undefined, sameNote: number | undefined): number | undefined {
      const known = [...(others.get(text) ?? []), last, sameNote].find((id) => id !== undefined && !taken.has(id));
      if (known !== undefined) taken.add(known);
      return known;
    },
  };
}

function createTargets(folders: readonly KnownFolder[], folderId: number | undefined, fileName: string | null) {
  const all: TargetFolder[] = [];
  const byName = new Map<string, TargetFolder>();
  const byId = new Map<number, TargetFolder>();
  /** The targets by the folders' ids in a Repasa export. */
  const bySourceId = new Map<number, TargetFolder>();
  const knownById = new Map(folders.map((folder) => [folder.id, folder]));
  const firstIds = new Map(folders.toReversed().map(({ id, name }) => [name, id]));
  const chosen = folderId === undefined ? undefined : knownById.get(folderId);

  function findOrAdd(name: string, id: number | null, record: ExportedFolder | null = null): TargetFolder {
    const known = id === null ? undefined : byId.get(id);
    if (known) return known;
    const target = { place: all.length, name, id, record };
    all.push(target);
    if (id !== null) byId.set(id, target);
    return target;
  }

  return {
    /**
     * Adds the folders of a Repasa export. Must be called before any card is looked up. The nth folder with a name in the file is
     * the nth with that name in the account.
     */
    addExportedFolders(records: readonly ExportedFolder[]): void {
      const sameName = Map.groupBy(folders, ({ name }) => name);
      for (const record of chosen ? [] : records) {
        const target = findOrAdd(record.name, sameName.get(record.name)?.shift()?.id ?? null, record);
        bySourceId.set(record.id, target);
        if (!byName.has(record.name)) byName.set(record.name, target);
      }
    },

    /** @param sourceId The folder's id in a Repasa export. */
    getTarget(name: string | null, sourceId: number | undefined): TargetFolder {
      const wanted = chosen?.name ?? (name === null ? "" : cleanFolderName(name));
      const known = (sourceId !== undefined && bySourceId.get(sourceId)) || byName.get(wanted);
      if (known) return known;
      const resolved = wanted || chooseDefaultFolder(fileName);
      const target = byName.get(resolved) ?? findOrAdd(resolved, chosen?.id ?? firstIds.get(resolved) ?? null);
      byName.set(wanted, target);
      byName.set(resolved, target);
      return target;
    },

    /** Returns the target for a folder of the account. */
    getTargetById: (id: number): TargetFolder => findOrAdd(knownById.get(id)?.name ?? "", id),

    all: (): TargetFolder[] => all,
  };
}

/** Finds the card that further cards of its note join as siblings, preferably one in their folder. */
function createSiblingIndex() {
  const known = new Map<string, Sibling>();
  return {
    addKnown(folder: string, guid: string, card: KnownCard): void {
      const sibling = { cardId: card.id, groupId: card.groupId };
      for (const folderKey of [folder, ""]) {
        const key = computeSiblingKey(folderKey, guid, isLone(card) ? card : null);
        if (!known.get(key)?.groupId) known.set(key, sibling);
      }
    },

    find(folder: string, { note, ...card }: Card): Sibling | null {
      if (note === null) return null;
      for (const folderKey of [folder, ""]) {
        const grouped = known.get(computeSiblingKey(folderKey, note.guid, null));
        const sibling = grouped ?? known.get(computeSiblingKey(folderKey, note.guid, card));
        if (sibling) return sibling;
      }
      return null;
    },
  };
}

// The cards of one text with gaps have the same sides, so the variant distinguishes them.
function computeTextKey(folder: string, { front, back, variant }: Pick<Card, "front" | "back" | "variant">): string {
  const gap = variant !== null && variant !== REVERSE ? variant : "";
  return digest(`${folder}\0${gap}\0${normalizeText(front)}\0${normalizeText(back)}`);
}

function computeNoteKey(folder: string, guid: string, template: number): string {
  return digest(`${folder}\0${template}\0${guid}`);
}

/** @param lone The sides of a card without a group. Only a card with the same sides, or its reverse, is a sibling of it. */
function computeSiblingKey(folder: string, guid: string, lone: Pick<Card, "front" | "back"> | null): string {
  const sides = lone === null ? [] : [normalizeText(lone.front), normalizeText(lone.back)].sort();
  return digest([folder, "", guid, ...sides].join("\0"));
}

/** Returns whether neither the group nor the variant of a card implies that its note has more cards. */
function isLone({ groupId, variant }: KnownCard): boolean {
  return groupId === null && parseGapVariant(variant) === null;
}

function digestContent({
  front,
  back,
  format,
  tags,
}: Pick<Card, "front" | "back" | "tags"> & { format: string }): string {
  return digest(JSON.stringify([front, back, format, tags]));
}

/** Shortens keys, because texts are long and there are many keys. */
function digest(text: string): string {
  return createHash("md5").update(text).digest("latin1");
}

function normalizeText(text: string): string {
  return text.replace(/\s+/g, " ").trim().normalize("NFC").toLowerCase();
}
