// What a page removes when an account is left: the texts on the device, and those in the storage of its tab.
import { removeCopy } from "#features/device/copy/copy.database.ts";
import { OUTBOX_JOURNAL, studyDatabase, WRONG_CHOICES_PREFIX } from "#features/device/device.database.ts";
import { removeTexts, type Users } from "#features/device/device.erasing.ts";
import { listOwners, sealAndRemoveCopy } from "#features/device/device.sealing.ts";
import { getTabStorage } from "#features/device/device.storage.ts";
import { browserClock } from "#features/device/outbox/outbox.clock.ts";
import { isNobodySignedIn } from "#features/device/outbox/outbox.delivery.ts";
import { JournaledStore, readJournal } from "#features/device/outbox/outbox.journal.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
import { findDraftOwner } from "#lib/drafts.ts";
import { closeOtherCopy } from "#lib/local-responses.ts";
import { REFUSED_COUNT } from "#lib/refused-count.ts";
import { ENDED, LEFT, readSignedIn, SIGNED_IN, writeSignedIn } from "#lib/signed-in.ts";

const OWNED = /^repasa:session:(\d+):/;

let removing: Promise<void> | undefined;

/** Removes what this browser has stored of accounts, as `removeTexts` does, with wrong choices and the storage of this tab. */
export async function removeStoredTexts(users: Users): Promise<void> {
  const removal = remove(users);
  removing = removal;
  await removal;
  if (removing === removal) removing = undefined;
}

/**
 * Removes what this browser has stored of an account whose user has signed out, after what waited was sent or given up. Another
 * account may have signed in in another tab, whose data stays.
 */
export async function removeTextsOfLeft(userId: number): Promise<void> {
  if (readSignedIn() === String(userId)) writeSignedIn(LEFT);
  await removeStoredTexts({ signedIn: Number(readSignedIn()) || null, left: userId });
}

/**
 * Removes what is left of accounts whose session has ended, unless this page is removing something already.
 *
 * @param isWanted Is asked again after the server has confirmed the end.
 * @param left The account whose user has signed out in a page that was killed meanwhile.
 */
export async function removeTextsOfEndedSession(isWanted: () => boolean, left: number | null): Promise<void> {
  if (removing) return removing;
  if (left !== null) return isWanted() ? removeTextsOfLeft(left) : undefined;
  if (!(await isNobodySignedIn(browserClock)) || !isWanted()) return;
  if (removing) return removing;
  writeSignedIn(ENDED);
  await removeStoredTexts({ signedIn: null });
}

async function remove(users: Users): Promise<void> {
  const before = readSignedIn();
  clearTabStorage(users);
  await closeOtherCopy(users.signedIn);
  await moveJournal(users);
  await removeTexts(users, () => removeCopies(users));
  // Last, so that a page that is killed meanwhile leaves the task to the next one. Somebody may have signed in by now.
  if (users.signedIn === null && readSignedIn() === before) writeSignedIn(users.left === undefined ? "" : null);
}

/** Removes the copies of accounts, after sealing what these have not sent: a part of it lies in their copies. */
async function removeCopies({ signedIn, left }: Users): Promise<void> {
  if (left !== undefined) await removeCopy(left);
  const others = (await listOwners()).filter((owner) => owner !== signedIn && owner !== left);
  await Promise.all(others.map(sealAndRemoveCopy));
}

/**
 * Moves what this tab's journal has of other users to the database, where it can be sealed. What the database does not take, as on a
 * full disk, stays until the next page of this tab tries again.
 */
async function moveJournal({ signedIn }: Users): Promise<void> {
  if (readJournal(getTabStorage()).length === 0) return;
  const isOfOther = (userId: number) => userId !== signedIn;
  await new JournaledStore(createDatabaseOutboxStore(studyDatabase), getTabStorage(), isOfOther).moveToDatabase();
}

/** Removes the entries of this tab except those of whoever is signed in, the journal, and drafts of accounts that have not left: these are sealed. */
function clearTabStorage({ signedIn, left }: Users): void {
  const isKept = (key: string) => {
    const draftOwner = findDraftOwner(key);
    if (draftOwner !== null) return draftOwner !== left;
    return signedIn !== null && (key === SIGNED_IN || OWNED.exec(key)?.[1] === String(signedIn));
  };
  try {
    const waiting = readJournal(sessionStorage).filter(({ userId }) => userId !== left);
    for (const key of Object.keys(sessionStorage)) if (!isKept(key)) sessionStorage.removeItem(key);
    if (waiting.length > 0) sessionStorage.setItem(OUTBOX_JOURNAL, JSON.stringify(waiting));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(WRONG_CHOICES_PREFIX)) localStorage.removeItem(key);
    }
    if (signedIn === null) localStorage.removeItem(REFUSED_COUNT);
  } catch {
    // Storage is unavailable, so nothing was stored either.
  }
}
