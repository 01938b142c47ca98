import { type Batch, type CardWithSiblings, cardEndpoints } from "@repasa/contract/cards.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { ErrorCode } from "@repasa/contract/errors.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { keyOfCard, namesLocalThing, readIds, resolveIds } from "#features/device/changes/changes.ids.ts";
import { findChangeKind } from "#features/device/changes/changes.kinds.ts";
import { type CopyDatabase, connectCopy, type RefusedEntry } from "#features/device/copy/copy.database.ts";
import type { DatabaseConnection } from "#features/device/device.connection.ts";
import {
  type CardTexts,
  type ChangeEntry,
  type OutboxEntry,
  type RatingEntry,
  renewEntry,
  type StoredEntry,
  type UndoEntry,
} from "#features/device/outbox/outbox.entry.ts";
import { ApiError, isNotFound } from "#lib/api-error.ts";
import { type AnyInput, type CallArguments, callServer } from "#lib/server-calls.ts";

const TIMEOUT_MS = 15_000;

/** Errors that time mends. Every other error with a code of ours is a refusal. */
const PASSING_ERRORS = new Set<ErrorCode>(["rate_limited", "unavailable", "internal", "unauthorized", "other_account"]);

/** The folder of copies whose own folder has been deleted. */
const RECOVERED_FOLDER = "Recuperadas";

const FAILED = "El servidor no ha podido guardarlo, tras varios intentos.";

const MISSING_PLACE = "Ya no existe la carpeta o la carta a la que pertenece.";

type StoredRating = RatingEntry | UndoEntry;
type Copy = DatabaseConnection<CopyDatabase>;

/**
 * Sends a change, once all changes before it have been sent. It is done when the server has it, when its card or folder is gone,
 * or when it is in the list of refused ones.
 *
 * @throws the errors of `callServer` that may pass.
 */
export async function deliverChange(entry: ChangeEntry): Promise<void> {
  const copy = connectCopy(entry.userId);
  const input = await resolveInput(copy, entry.call.path, entry.input);
  if (namesLocalThing(input)) {
    await refuse(copy, entry, MISSING_PLACE);
    return;
  }
  try {
    const answer = await send(entry, entry.call, input);
    if (entry.localId !== undefined) await replaceLocal(copy, entry, answer);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (isNotFound(error)) await handleMissing(copy, entry, input, error);
    else await refuse(copy, entry, describe(error));
  }
}

/** Makes a call for the account of an entry: it must not reach another one, which may have signed in meanwhile. */
async function send(
  { userId }: Pick<ChangeEntry, "userId">,
  call: ChangeEntry["call"],
  input: AnyInput,
): Promise<unknown> {
  const endpoint = { shape: null, ...call } as unknown as Endpoint;
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS), account: userId };
  return callServer(endpoint, ...([input, options] as unknown as CallArguments<Endpoint>));
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== undefined && !PASSING_ERRORS.has(error.code);
}

const describe = ({ serverMessage, issues }: ApiError) => issues[0]?.message ?? serverMessage ?? MISSING_PLACE;

async function resolveInput(copy: Copy, path: string, input: AnyInput): Promise<AnyInput> {
  return resolveIds(path, input, await copy.use(readIds));
}

/**
 * Returns a rating, or its undo, of a card that was created here, with the id that the server has given to the card. Returns null if
 * the server has refused the card: the rating then waits with the refused change.
 */
export async function resolveRating<Entry extends StoredRating>(entry: Entry): Promise<Entry | null> {
  const copy = connectCopy(entry.userId);
  const cardId = (await copy.use(readIds)).get(entry.cardId);
  if (cardId !== undefined) return { ...entry, cardId };
  await copy.use((database) => storeWithRefused(database, entry));
  return null;
}

/** Gives a thing that was created here the id and the row that the server has made of it. */
async function replaceLocal(copy: Copy, { call, localId = 0 }: ChangeEntry, answer: unknown): Promise<void> {
  const { siblings = [], ...row } = answer as CardWithSiblings;
  const isFolder = call.path === folderEndpoints.create.path;
  await copy.use(async (database) => {
    const transaction = database.transaction(["folders", "cards", "ids"], "readwrite");
    const store = transaction.objectStore(isFolder ? "folders" : "cards");
    void store.delete(localId);
    for (const one of [row, ...siblings]) void store.put(one as never);
    void transaction.objectStore("ids").put(row.id, isFolder ? localId : keyOfCard(localId));
    await transaction.done;
  });
}

/** Handles a change whose card or folder has been deleted elsewhere. */
async function handleMissing(copy: Copy, entry: ChangeEntry, input: AnyInput, error: ApiError): Promise<void> {
  const kind = findChangeKind(entry.call, entry.input);
  if (kind === "card.remove" || kind === "folder.remove") return;
  if (kind === "card.batch") {
    await sendCardByCard(copy, entry, input);
    return;
  }
  if (kind !== "card.update") {
    await refuse(copy, entry, describe(error));
    return;
  }
  const [edited] = entry.edited ?? [];
  if (edited) await createCopy(copy, entry, edited);
}

/** A batch is for all cards or for none: without those that are gone, the others get what it does. */
async function sendCardByCard(copy: Copy, entry: ChangeEntry, input: AnyInput): Promise<void> {
  const batch = input.body as Batch;
  if (batch.action === "move" && !(await exists(entry, folderEndpoints.read, batch.folderId))) {
    await refuse(copy, entry, "La carpeta a la que ibas a moverlas ya no existe.");
    return;
  }
  const before = entry.input.body as Batch;
  for (const [place, cardId] of batch.cardIds.entries()) {
    try {
      await send(entry, entry.call, { body: { ...batch, cardIds: [cardId] } });
    } catch (error) {
      if (!isRefusal(error) || !isNotFound(error)) throw error;
      const edited = entry.edited?.find(({ id }) => id === before.cardIds[place]);
      if (edited) await createCopy(copy, entry, edited);
    }
  }
}

async function exists(entry: ChangeEntry, endpoint: Endpoint, id: number | undefined): Promise<boolean> {
  try {
    await send(entry, { ...endpoint, changes: [] }, { params: { id: id ?? 0 } });
    return true;
  } catch (error) {
    if (isRefusal(error) && isNotFound(error)) return false;
    throw error;
  }
}

/** Creates a copy of a card that was deleted elsewhere after it had been edited here. Later edits go to the copy. */
async function createCopy(copy: Copy, entry: ChangeEntry, edited: CardTexts): Promise<void> {
  const { id, folderId, front, back, tags, format } = edited;
  // The same id again creates no second copy.
  const body = { front, back, tags, format, clientId: entry.reviewId };
  const create = (folder: number) => send(entry, cardEndpoints.create, { params: { id: folder }, body });
  const { params } = await resolveInput(copy, folderEndpoints.read.path, { params: { id: folderId } });
  try {
    const created = await create(Number(params?.id)).catch(async (error: unknown) => {
      if (isRefusal(error) && isNotFound(error)) return create(await findRecoveredFolder(entry));
      throw error;
    });
    await replaceLocal(copy, { ...entry, localId: id, call: cardEndpoints.create }, created);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refuse(copy, entry, describe(error));
  }
}

async function findRecoveredFolder({ userId: account }: ChangeEntry): Promise<number> {
  const folders = await callServer(folderEndpoints.list, {}, { account });
  const found = folders.find(({ name }) => name === RECOVERED_FOLDER);
  if (found) return found.id;
  return (await callServer(folderEndpoints.create, { body: { name: RECOVERED_FOLDER } }, { account })).id;
}

/** Lists an entry as refused that the server has failed with too often, so that those behind it are sent. */
export async function refuseFailed(entry: StoredEntry): Promise<void> {
  try {
    await refuse(connectCopy(entry.userId), entry, FAILED);
  } catch (error) {
    // A rating without a text must not keep all others of a browser without a database.
    if (entry.kind === "change") throw error;
    console.error(`The server has never taken this ${entry.kind}`, entry, error);
  }
}

/** Lists an entry as refused, and shows again what the server has. */
async function refuse(copy: Copy, entry: OutboxEntry, reason: string): Promise<void> {
  // An undo has the id of its rating.
  const id = entry.kind === "undo" ? `undo of ${entry.reviewId}` : entry.reviewId;
  const refused = { id, entry: renewEntry<OutboxEntry>(entry), reason, at: Date.now() };
  if (entry.kind !== "change") {
    await copy.use((database) => listRefusedRating(database, refused));
    return;
  }
  await copy.use((database) => database.put("refused", refused));
  // The server may fail with the row as it did with the change: the list of what was refused is what counts.
  await restoreRows(copy, entry).catch((error: unknown) =>
    console.warn("The rows of a refused change are not restored", error),
  );
}

/** Lists a rating, or its undo, with its card; a rating that was undone meanwhile is of no use any more. */
async function listRefusedRating(database: CopyDatabase, refused: RefusedEntry): Promise<void> {
  const { kind, cardId, reviewId } = refused.entry;
  const noted = await database.getFromIndex("ratings", "reviewId", reviewId);
  if (kind === "review" && noted?.undoneAt !== undefined) return;
  const front = (await database.get("cards", (await readIds(database)).get(cardId) ?? cardId))?.front;
  await database.put("refused", { ...refused, ...(front !== undefined && { front }) });
}

/** Stores a rating of a card with the refused change that would have created the card, or removes an undone one there. */
async function storeWithRefused(database: CopyDatabase, entry: StoredRating): Promise<void> {
  const { store, done } = database.transaction("refused", "readwrite");
  const refused = (await store.getAll()).find(
    (one) => one.entry.kind === "change" && one.entry.localId === entry.cardId,
  );
  const others = refused?.ratings?.filter(({ reviewId }) => reviewId !== entry.reviewId) ?? [];
  // Without the place in the outbox, so that the rating gets one behind the change when the change is tried again.
  const rating = renewEntry(entry);
  if (refused) void store.put({ ...refused, ratings: rating.kind === "review" ? [...others, rating] : others });
  await done;
}

async function restoreRows(copy: Copy, entry: ChangeEntry): Promise<void> {
  const { call, input, localId, cardId } = entry;
  const kind = findChangeKind(call, input);
  if (localId !== undefined) {
    await copy.use((database) => database.delete(kind === "folder.create" ? "folders" : "cards", localId));
    return;
  }
  if (kind === "folder.update" || kind === "folder.remove") {
    const folder = await readOrNull(entry, folderEndpoints.read, cardId);
    await putOrDelete(copy, "folders", cardId, folder);
    return;
  }
  const ids = kind === "card.batch" ? (input.body as Batch).cardIds : kind?.startsWith("card.") ? [cardId] : [];
  for (const one of ids) {
    const history = (await readOrNull(entry, studyEndpoints.history, one)) as { card: never } | null;
    await putOrDelete(copy, "cards", one, history?.card);
  }
}

async function putOrDelete(copy: Copy, store: "folders" | "cards", id: number, row: unknown): Promise<void> {
  await copy.use(async (database) => {
    if (row) await database.put(store, row as never);
    else await database.delete(store, id);
  });
}

async function readOrNull(entry: ChangeEntry, endpoint: Endpoint, id: number): Promise<unknown> {
  try {
    return await send(entry, endpoint, { params: { id } });
  } catch (error) {
    if (isRefusal(error) && isNotFound(error)) return null;
    throw error;
  }
}
