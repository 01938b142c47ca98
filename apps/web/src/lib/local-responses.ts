// The copy of the account on this device, as calls see it. `features/device/copy` provides it, because it loads later than calls.
import type { Card } from "@repasa/contract/cards.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { readAccountCookie } from "#lib/account-cookie.ts";
import { readFlag, removeAccountFlags } from "#lib/device-flags.ts";
import { readLeftAccount } from "#lib/left-session.ts";
import { addListener } from "#lib/listeners.ts";
import type { AnyInput } from "#lib/server-calls.ts";
import { readSignedIn } from "#lib/signed-in.ts";
import { chooseUnlocked, readUnlockedFlags, writeUnlockedFlags } from "#lib/unlocked-copy.ts";

/** What has become of some cards since: those whose text was edited, and the ids of those that are not to be asked any more. */
export type CardChanges = { readonly edited: readonly Card[]; readonly removed: readonly number[] };

export type LocalResponses = {
  readonly userId: number;
  /** Returns the copy's response to a GET, or undefined if it has none. */
  read: (endpoint: ClientEndpoint, input: AnyInput) => Promise<unknown>;
  /** Stores the server's response to a GET, if the copy has a use for it. */
  note: (endpoint: ClientEndpoint, input: AnyInput, response: unknown) => void;
  /**
   * Makes a call by `ask`, or does without the server: it answers a GET and stores a change as far as it can, if the server
   * cannot be reached or changes wait that must be sent before.
   */
  call: (
    endpoint: ClientEndpoint,
    input: AnyInput,
    ask: (input: AnyInput, signal?: AbortSignal) => Promise<unknown>,
  ) => Promise<unknown>;
  /** Returns the time of the server's last response to a GET that is stored, in milliseconds since 1970. */
  respondedAt: (endpoint: ClientEndpoint, input: AnyInput) => Promise<number | undefined>;
  /** Compares cards that a session of a folder, or of none, was given earlier with the copy. */
  compare: (cards: readonly Card[], folderId: number | null) => Promise<CardChanges>;
  /** Ends all reading and writing. */
  close: () => void;
};

let provided: Promise<LocalResponses | undefined> | undefined;

/** In milliseconds: calls do without a copy that does not open, as databases of some browsers do after a crash. */
const OPENING_TIMEOUT_MS = 3000;

/** @param onLate Is called when the copy has opened after calls began to do without it. */
export function provideLocalResponses(local: Promise<LocalResponses | undefined>, onLate?: () => void): void {
  const opened = local.catch((error: unknown) => {
    warnOfCopy("The copy of this device could not be opened", error);
    return undefined;
  });
  let isLate = false;
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(() => {
      isLate = true;
      resolve(undefined);
    }, OPENING_TIMEOUT_MS);
  });
  const first = Promise.race([opened, timeout]);
  provided = first;
  void opened.then((copy) => {
    if (provided !== first) return;
    // It answers later calls.
    provided = opened;
    if (copy && isLate) onLate?.();
  });
}

/** Returns the copy that answers calls, undefined as long as there is none. */
export const findLocalResponses = async (): Promise<LocalResponses | undefined> => provided;

/** Warns of an error of the copy, unless the copy has been removed meanwhile, as a session that ends removes it. */
export function warnOfCopy(message: string, error: unknown): void {
  const isRemoved = error instanceof Error && /^(ConnectionEnded|CopyMissing)$/.test(error.name);
  if (!isRemoved) console.warn(message, error);
}

export async function readLocally(endpoint: ClientEndpoint, input: AnyInput): Promise<unknown> {
  try {
    return await (await provided)?.read(endpoint, input);
  } catch (error) {
    warnOfCopy("The copy of this device could not be read", error);
    return undefined;
  }
}

/** Returns what the copy knows of cards that a session was given earlier; undefined without a copy. */
export async function compareLocally(
  cards: readonly Card[],
  folderId: number | null,
): Promise<CardChanges | undefined> {
  try {
    return await (await provided)?.compare(cards, folderId);
  } catch (error) {
    warnOfCopy("The copy of this device could not be read", error);
    return undefined;
  }
}

const changeListeners = new Set<() => void>();

/** @param listener Is called when the copy has got what another device or another tab has changed. */
export function subscribeCopyChanges(listener: () => void): () => void {
  return addListener(changeListeners, listener);
}

export function noteCopyChanged(): void {
  for (const listener of changeListeners) listener();
}

/** In milliseconds: a quick network answers sooner, and a student hardly notices it. */
const SERVER_FIRST_MS = 1000;

/**
 * Resolves to the server's response or, if that takes longer than a second, to the copy's, if it has one. For responses that cannot be
 * corrected once they are used.
 */
export function preferServer<T>(asked: Promise<T>, readCopy: () => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(async () => {
      const local = await readCopy();
      if (local !== undefined) resolve(local as T);
    }, SERVER_FIRST_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Stores a response that was not asked for through `callApi`. */
export function noteResponse(endpoint: ClientEndpoint, input: AnyInput, response: unknown): void {
  void provided?.then((local) => local?.note(endpoint, input, response));
}

/** Returns the account whose copy may be shown before the server has been asked who is signed in; null if there is none. */
export async function findUnlockedCopy(): Promise<number | null> {
  return chooseUnlocked(await readUnlockedFlags(), readAccountCookie());
}

/** Without Cache Storage the app starts with the server's responses. */
export async function unlockCopy(userId: number): Promise<void> {
  await writeUnlockedFlags(userId, readAccountCookie()).catch(() => {});
}

/** Closes the copy that answers calls, unless it is that of this account. */
export async function closeOtherCopy(userId: number | null): Promise<void> {
  const local = await provided;
  if (!local || local.userId === userId) return;
  provided = undefined;
  local.close();
}

type Remove = (isWanted: () => boolean, left: number | null) => Promise<void>;

let removeTexts: Remove | undefined;

/** @param remove Removes what this device has stored of accounts whose session has ended, if that is still wanted once it has loaded.
 *   `left` is the one whose user has signed out here, although its session could not be ended yet. */
export function provideRemoval(remove: Remove): void {
  removeTexts = remove;
}

/** Forgets the account whose session has ended: nothing of it is shown any more, and what this device has of it is removed. */
export function forgetAccount(): void {
  void closeOtherCopy(null);
  void removeAccount().catch((error: unknown) => console.warn("An account could not be removed", error));
}

async function removeAccount(): Promise<void> {
  const before = readSignedIn();
  const copied = await readFlag("copy").catch(() => null);
  // What somebody has who signs in meanwhile is kept.
  const isSame = () => readSignedIn() === before;
  if (!isSame()) return;
  await removeAccountFlags().catch(() => {});
  // A visitor's device has nothing else to remove, and that of somebody who has signed out no longer has.
  if (before || (copied !== null && before === null)) await removeTexts?.(isSame, readLeftAccount());
}
