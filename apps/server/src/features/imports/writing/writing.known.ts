import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { MaterialCard } from "../imports.material.ts";
import { isGap } from "./writing.cards.ts";

/** A folder that cards go into; `id` is null until it is made. `place` counts the folders in their order of appearance. */
export type TargetFolder = { readonly place: number; readonly name: string; readonly id: number | null };

/** What the account has: enough to tell which of a file's cards it knows. */
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
};

/** What becomes of a card: it is new, it changes one that is there, or it is left out. */
export type Verdict =
  | { readonly action: "add"; readonly folder: TargetFolder; readonly known: boolean; readonly sibling: Sibling | null }
  | { readonly action: "update"; readonly folder: TargetFolder; readonly cardId: number }
  | { readonly action: "skip"; readonly folder: TargetFolder };

/** A card of the same note, in the same folder, that was there before. */
export type Sibling = { readonly cardId: number; readonly groupId: string | null };

type KnownFolder = { readonly id: number; readonly name: string };

type Card = Pick<MaterialCard, "folder" | "front" | "back" | "format" | "tags" | "note" | "variant" | "exact">;

const DEFAULT_FOLDER = "Importadas";
const FOLDER_NAME_LONGEST = 255;
/** A card of this file that is yet to be added. */
const OF_THIS_FILE = 0;

/** The folder of cards that name none. */
function defaultFolder(fileName: string | null): string {
  const name = fileName === null ? "" : basename(fileName, extname(fileName)).trim();
  return folderName(name) || DEFAULT_FOLDER;
}

function folderName(name: string): string {
  return name.trim().slice(0, FOLDER_NAME_LONGEST).toWellFormed().trim();
}

/**
 * Tells the cards of a file that are known from those that are not: one with the same texts in the same folder, where white
 * space, case and format do not count, or one of the same note, made by the same template, in the same folder.
 */
export function createRecognizer(
  folders: readonly KnownFolder[],
  { folderId, duplicates = "skip" }: Pick<ImportOptions, "folderId" | "duplicates">,
  fileName: string | null,
) {
  const byText = new Map<string, number>();
  const byNote = new Map<string, number>();
  const siblings = createSiblings();
  /** Of cards that may be changed: all that a change would change. */
  const contents = new Map<number, string>();
  const { targetOf, all } = createTargets(folders, folderId, fileName);

  return {
    folders: all,

    /** Tells of a card that the account has. */
    learn(card: KnownCard): void {
      const folder = String(card.folderId);
      byText.set(textKey(folder, card), card.id);
      if (card.noteGuid !== null) {
        byNote.set(noteKey(folder, card.noteGuid, card.noteTemplate ?? 0), card.id);
        siblings.learn(folder, card.noteGuid, card);
      }
      if (duplicates === "update") contents.set(card.id, contentOf(card));
    },

    judge(card: Card): Verdict {
      const folder = targetOf(card.folder);
      const where = folder.id === null ? `+${folder.place}` : String(folder.id);
      const text = textKey(where, card);
      const note = card.note && noteKey(where, card.note.guid, card.note.template);
      const sameNote = note === null ? undefined : byNote.get(note);
      // Lone cards of an account may share a note, and only their texts tell them apart.
      const known = card.exact ? (byText.get(text) ?? sameNote) : (sameNote ?? byText.get(text));
      if (known === undefined || duplicates === "add") {
        byText.set(text, known ?? OF_THIS_FILE);
        if (note !== null && !card.exact) byNote.set(note, known ?? OF_THIS_FILE);
        // None for a copy: the group would ask everything twice.
        const sibling = duplicates === "add" ? null : siblings.of(where, card);
        return { action: "add", folder, known: known !== undefined, sibling };
      }
      const content = duplicates === "update" && known !== OF_THIS_FILE ? contentOf(card) : undefined;
      if (content === undefined || contents.get(known) === content) return { action: "skip", folder };
      // Changed once: of two cards of the file that mean the same one, the first counts.
      contents.set(known, content);
      byText.set(text, OF_THIS_FILE);
      if (note !== null && card.exact) byNote.delete(note);
      else if (note !== null) byNote.set(note, OF_THIS_FILE);
      return { action: "update", folder, cardId: known };
    },
  };
}

function createTargets(folders: readonly KnownFolder[], folderId: number | undefined, fileName: string | null) {
  const targets = new Map<string, TargetFolder>();
  const ids = new Map(folders.toReversed().map(({ id, name }) => [name, id]));
  const chosen = folders.find(({ id }) => id === folderId);

  function targetOf(name: string | null): TargetFolder {
    const wanted = chosen?.name ?? (name === null ? "" : folderName(name));
    const target = targets.get(wanted);
    if (target) return target;
    const named = wanted || defaultFolder(fileName);
    const known = targets.get(named) ?? {
      place: placesOf(targets),
      name: named,
      id: chosen?.id ?? ids.get(named) ?? null,
    };
    targets.set(wanted, known);
    targets.set(named, known);
    return known;
  }

  return { targetOf, all: (): TargetFolder[] => [...new Set(targets.values())] };
}

/** Of each note, the card that others of it join. */
function createSiblings() {
  const known = new Map<string, Sibling>();
  return {
    learn(folder: string, guid: string, card: KnownCard): void {
      const key = siblingKey(folder, guid, isLone(card) ? card : null);
      if (!known.get(key)?.groupId) known.set(key, { cardId: card.id, groupId: card.groupId });
    },

    of(folder: string, { note, ...card }: Card): Sibling | null {
      if (note === null) return null;
      const grouped = known.get(siblingKey(folder, note.guid, null));
      return grouped ?? known.get(siblingKey(folder, note.guid, card)) ?? null;
    },
  };
}

function placesOf(targets: ReadonlyMap<string, TargetFolder>): number {
  return new Set(targets.values()).size;
}

// Gaps of one text have the same sides: what tells them apart is the gap that is asked.
function textKey(folder: string, { front, back, variant }: Pick<Card, "front" | "back" | "variant">): string {
  const gap = variant !== null && variant !== "reverse" ? variant : "";
  return digest(`${folder}\0${gap}\0${comparable(front)}\0${comparable(back)}`);
}

function noteKey(folder: string, guid: string, template: number): string {
  return digest(`${folder}\0${template}\0${guid}`);
}

/** @param lone What a card of no group shows: only another one that shows the same, or asks for it, is its sibling. */
function siblingKey(folder: string, guid: string, lone: Pick<Card, "front" | "back"> | null): string {
  const sides = lone === null ? [] : [comparable(lone.front), comparable(lone.back)].sort();
  return digest([folder, "", guid, ...sides].join("\0"));
}

/** Whether nothing of the card says that its note has more of them. */
function isLone({ groupId, variant }: KnownCard): boolean {
  return groupId === null && !isGap(variant);
}

function contentOf({ front, back, format, tags }: Pick<Card, "front" | "back" | "tags"> & { format: string }): string {
  return digest(JSON.stringify([front, back, format, tags]));
}

/** Texts are long and keys are many. */
function digest(text: string): string {
  return createHash("md5").update(text).digest("latin1");
}

function comparable(text: string): string {
  return text.replace(/\s+/g, " ").trim().normalize("NFC").toLowerCase();
}
