import { counted } from "#lib/plural.ts";

/** Describes the session of the cards that were missed in a quiz, on its button and as its title. */
export const describeMissed = (cards: number): string =>
  cards === 1 ? "Repasar la fallada" : `Repasar las ${counted(cards, "fallada", "falladas")}`;
