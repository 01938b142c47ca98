// The wrong options that the student has chosen on this device. Only ids are stored, because texts must not outlast a sign-out.

import { WRONG_CHOICES_PREFIX } from "#features/device/device.database.ts";

type Stored = Record<string, { day: string; ids: number[] }>;

/** The most cards of a folder whose wrong choices are stored, and the most choices of each. */
const MOST_CARDS = 200;
const MOST_CHOICES = 3;

const toKey = (folderId: number) => WRONG_CHOICES_PREFIX + folderId;

function read(folderId: number): Stored {
  try {
    return JSON.parse(localStorage.getItem(toKey(folderId)) ?? "{}") as Stored;
  } catch {
    return {};
  }
}

/** Reads the cards that were chosen wrongly for each card, the latest first. Those of this day do not count until the next. */
export function readWrongChoices(folderId: number, day: string): Map<number, number[]> {
  const past = Object.entries(read(folderId)).filter(([, choice]) => choice.day !== day);
  return new Map(past.map(([cardId, { ids }]) => [Number(cardId), ids]));
}

export function noteWrongChoice(folderId: number, cardId: number, chosenId: number, day: string): void {
  const { [cardId]: known, ...others } = read(folderId);
  const ids = [chosenId, ...(known?.ids.filter((id) => id !== chosenId) ?? [])].slice(0, MOST_CHOICES);
  const recent = Object.fromEntries(Object.entries(others).slice(1 - MOST_CARDS));
  try {
    localStorage.setItem(toKey(folderId), JSON.stringify({ ...recent, [cardId]: { day, ids } }));
  } catch {
    // The next options are chosen without it.
  }
}
