// Applies edits that wait to the rows of the copy, so that they show before the server has them.

import { gapNumbers } from "@repasa/card-text/gaps.ts";
import { formatGapVariant, parseGapVariant } from "@repasa/card-text/variants.ts";
import type { Preferences } from "@repasa/contract/account.ts";
import type { Batch, Card } from "@repasa/contract/cards.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { chooseFolderFace, FaceCounts } from "@repasa/contract/folder-faces.ts";
import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { changeByBatch } from "#features/cards/batch/batch.changes.ts";
import { noteGone } from "#features/device/copy/copy.cards.ts";
import type { CopyDatabase, StoredResponse } from "#features/device/copy/copy.database.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { findEditKind } from "#features/device/edits/edits.kinds.ts";
import type { EditEntry } from "#features/device/outbox/outbox.entry.ts";

type Fields = Record<string, unknown>;
type Edit = Pick<EditEntry, "call" | "input" | "localId">;

/** `siblings`: the ids of the cards of the other gaps, if the card has any. */
export type EditedCard = Card & { siblings?: readonly number[] };

/**
 * - `response`: what the server is expected to send back.
 * - `edited`: the edited cards after the edit.
 */
export type Described = { response: unknown; edited?: readonly EditedCard[]; subject: string };

/** What an edit does to the rows; `described` is undefined if the copy lacks the card or folder that the edit names. */
type Plan = {
  described: Described | undefined;
  put?: { folders?: readonly Folder[]; cards?: readonly Card[]; answers?: readonly StoredResponse[] };
  remove?: { folders?: readonly number[]; cards?: readonly number[] };
};

/**
 * Describes an edit, and leaves the copy as it is.
 *
 * @returns undefined if the copy lacks the card or folder that the edit names.
 */
export async function describeEdit(database: CopyDatabase, edit: Edit, at: number): Promise<Described | undefined> {
  const { rows, done } = openRows(database, "readonly");
  const described = (await planEdit(rows, edit, at))?.described;
  const edited = described?.edited && (await nameSiblings(rows, described.edited));
  await done;
  return described && { ...described, ...(edited && { edited }) };
}

async function nameSiblings(rows: Rows, cards: readonly Card[]): Promise<EditedCard[]> {
  const groupOf = ({ groupId, variant }: Card) => (parseGapVariant(variant) === null ? null : groupId);
  const groups = new Map<string, number[]>();
  // Siblings are always in the same folder.
  const folders = new Set(cards.filter((card) => groupOf(card) !== null).map(({ folderId }) => folderId));
  for (const folderId of folders) {
    for (const card of await rows.cards.index("place").getAll(rangeOfFolder(folderId))) {
      const group = groupOf(card);
      if (group !== null) groups.set(group, [...(groups.get(group) ?? []), card.id]);
    }
  }
  return cards.map((card) => {
    const siblings = groups.get(groupOf(card) ?? "")?.filter((id) => id !== card.id);
    return siblings ? { ...card, siblings } : card;
  });
}

const rangeOfFolder = (folderId: number) => IDBKeyRange.bound([folderId], [folderId, "\uffff"]);

/** Applies an edit to the copy, in one transaction. Applying it again has no further effect. */
export async function applyEdit(copy: Copy, edit: Edit, at: number): Promise<void> {
  await copy.use((database) => writeEdit(database, edit, at));
  copy.noteWritten(edit.call.changes);
}

async function writeEdit(database: CopyDatabase, edit: Edit, at: number): Promise<void> {
  const { rows, done } = openRows(database, "readwrite");
  const { put, remove } = (await planEdit(rows, edit, at)) ?? {};
  for (const folder of put?.folders ?? []) void rows.folders.put(folder);
  for (const card of put?.cards ?? []) void rows.cards.put(card);
  for (const response of put?.answers ?? []) void rows.answers.put(response);
  for (const id of remove?.folders ?? []) void rows.folders.delete(id);
  for (const id of remove?.cards ?? []) void rows.cards.delete(id);
  await noteGone(rows.facts, remove?.cards ?? []);
  await done;
}

function openRows(database: CopyDatabase, mode: "readonly" | "readwrite") {
  // A plan only reads, whatever the mode, so that one type serves both; in "readonly" it waits for no other reader.
  const transaction = database.transaction(["folders", "cards", "answers", "facts"], mode as "readwrite");
  const rows = {
    folders: transaction.objectStore("folders"),
    cards: transaction.objectStore("cards"),
    answers: transaction.objectStore("answers"),
    facts: transaction.objectStore("facts"),
  };
  return { rows, done: transaction.done };
}

type Rows = ReturnType<typeof openRows>["rows"];

async function planEdit(rows: Rows, { call, input, localId = 0 }: Edit, at: number): Promise<Plan | undefined> {
  const kind = findEditKind(call, input);
  const id = Number(input.params?.id);
  const body = (input.body ?? {}) as Fields;
  switch (kind) {
    case "folder.create":
      return createFolder(rows, localId, body, at);
    case "folder.update":
      return changeFolder(rows, id, body, at);
    case "folder.remove":
      return removeFolder(rows, id);
    case "card.create":
      return createCard(rows, localId, id, body, at);
    case "card.update":
      return changeCard(rows, id, body, at);
    case "card.remove":
      return removeCards(rows, [id]);
    case "card.batch":
      return applyBatch(rows, body as Batch);
    case "preferences":
      return changePreferences(rows, body, at);
    default:
      return undefined;
  }
}

/** Returns the fields that an edit really changes: those that differ from what its editor found. */
export function pickChanged({ base = {}, ...fields }: Fields): Fields {
  const found = base as Fields;
  const isSame = (name: string) => name in found && JSON.stringify(found[name]) === JSON.stringify(fields[name]);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== undefined && !isSame(name)));
}

type FolderFields = Pick<Folder, "name"> &
  Partial<Pick<Folder, "description" | "language" | "strictAccents">> & {
    answerMode?: AnswerMode | null;
    color?: string | null;
    icon?: string | null;
  };

/** Chooses the colour as the server will, unless another device has added folders that this copy lacks. */
async function createFolder(rows: Rows, id: number, fields: Fields, at: number): Promise<Plan> {
  const { name, color = null, icon = null, answerMode = null, ...chosen } = fields as FolderFields;
  const now = new Date(at).toISOString();
  // An edit that is applied again keeps the colour that was chosen, although there may be other folders by then.
  const before = (await rows.folders.get(id)) ?? null;
  const face = chooseFolderFace({ name, color, icon }, before, await countOtherFaces(rows, id));
  return planFolder({
    id,
    name,
    description: null,
    language: null,
    difficultyLevel: "Medio",
    ...chooseMode(answerMode),
    strictAccents: false,
    ...chosen,
    ...face,
    colorChosen: color !== null,
    iconChosen: icon !== null,
    hasStudiedCards: false,
    cardCount: 0,
    dueCount: 0,
    dueWaiting: 0,
    follows: null,
    createdAt: now,
    updatedAt: now,
  });
}

const chooseMode = (answerMode: AnswerMode | null) => ({
  answerMode: answerMode ?? "flip",
  answerModeChosen: answerMode !== null,
});

async function countOtherFaces(rows: Rows, id: number): Promise<FaceCounts> {
  return new FaceCounts((await rows.folders.getAll()).filter((folder) => folder.id !== id));
}

function planFolder(folder: Folder): Plan {
  return { described: { response: folder, subject: folder.name }, put: { folders: [folder] } };
}

async function changeFolder(rows: Rows, id: number, body: Fields, at: number): Promise<Plan | undefined> {
  const before = await rows.folders.get(id);
  if (!before) return undefined;
  const { color, icon, answerMode, ...fields } = pickChanged(body) as Partial<FolderFields>;
  const chosen = {
    color: color !== undefined ? color : before.colorChosen ? before.color : null,
    icon: icon !== undefined ? icon : before.iconChosen ? before.icon : null,
  };
  const name = fields.name ?? before.name;
  const others = await countOtherFaces(rows, id);
  return planFolder({
    ...before,
    ...fields,
    ...(answerMode !== undefined && chooseMode(answerMode)),
    ...chooseFolderFace({ name, ...chosen }, before.colorChosen ? null : before, others),
    colorChosen: chosen.color !== null,
    iconChosen: chosen.icon !== null,
    updatedAt: new Date(at).toISOString(),
  });
}

async function removeFolder(rows: Rows, id: number): Promise<Plan> {
  const folder = await rows.folders.get(id);
  // Without the folder, too: its cards may have come back from the server.
  const cards = await rows.cards.index("place").getAllKeys(rangeOfFolder(id));
  return { described: folder && { response: undefined, subject: folder.name }, remove: { folders: [id], cards } };
}

async function createCard(
  rows: Rows,
  id: number,
  folderId: number,
  body: Fields,
  at: number,
): Promise<Plan | undefined> {
  if ((await rows.folders.getKey(folderId)) === undefined) return undefined;
  const { front, back = "", format = "plain", tags = [], suspended = false } = body as Partial<Card>;
  const now = new Date(at).toISOString();
  // The server also makes the cards of the other gaps.
  const [gap] = format === "markdown" ? gapNumbers(front ?? "") : [];
  const card = {
    id,
    folderId,
    front: front ?? "",
    back,
    format,
    tags,
    suspended,
    difficulty: "new" as const,
    reviewCount: 0,
    lastReviewedAt: null,
    nextReviewAt: null,
    nextReviewDate: null,
    interval: 0,
    easeFactor: 250,
    groupId: null,
    createdAt: now,
    updatedAt: now,
    variant: gap === undefined ? null : formatGapVariant(gap),
    upstream: null,
  };
  return { described: { response: card, subject: card.front }, put: { cards: [card] } };
}

async function changeCard(rows: Rows, id: number, body: Fields, at: number): Promise<Plan | undefined> {
  const before = await rows.cards.get(id);
  if (!before) return undefined;
  const { front, back, format, tags, suspended } = pickChanged(body) as Partial<Card>;
  const changes = Object.entries({ front, back, format, tags, suspended }).filter(([, value]) => value !== undefined);
  const card: Card = { ...before, ...Object.fromEntries(changes), updatedAt: new Date(at).toISOString() };
  const isTextEdited = front !== undefined || back !== undefined || format !== undefined || tags !== undefined;
  return {
    described: { response: card, subject: card.front, ...(isTextEdited && { edited: [card] }) },
    put: { cards: [card] },
  };
}

async function findCards(rows: Rows, ids: readonly number[]): Promise<Card[]> {
  const found = await Promise.all(ids.map((id) => rows.cards.get(id)));
  return found.filter((card) => card !== undefined);
}

const listIds = (cards: readonly Card[]): number[] => cards.map(({ id }) => id);

async function removeCards(rows: Rows, ids: readonly number[]): Promise<Plan> {
  const found = await findCards(rows, ids);
  const [first] = found;
  return { described: first && { response: undefined, subject: first.front }, remove: { cards: listIds(found) } };
}

async function applyBatch(rows: Rows, batch: Batch): Promise<Plan | undefined> {
  const cards = (await findCards(rows, batch.cardIds)).map((card) => ({ ...card, ...changeByBatch(card, batch) }));
  const [first] = cards;
  if (!first) return undefined;
  const others = cards.length - 1;
  const described = {
    // Without an id, because only a batch that the server has can be undone.
    response: { batchId: "", changed: cards.length },
    subject: others > 0 ? `${first.front} (y ${others} más)` : first.front,
    ...((batch.action === "tag" || batch.action === "untag") && { edited: cards }),
  };
  if (batch.action === "delete") return { described, remove: { cards: listIds(cards) } };
  return { described, put: { cards } };
}

async function changePreferences(rows: Rows, body: Fields, at: number): Promise<Plan | undefined> {
  const url = accountEndpoints.preferences.path;
  const before = (await rows.answers.get(url))?.body as Preferences | undefined;
  if (!before) return undefined;
  const preferences = { ...before, ...body };
  return { described: { response: preferences, subject: "" }, put: { answers: [{ url, at, body: preferences }] } };
}
