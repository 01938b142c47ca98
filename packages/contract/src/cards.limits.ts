// Apart from the schemas, so that a screen without a form does not load these.
import { foldText } from "@repasa/card-text/folding.ts";

export const CARD_SIDES_REQUIRED = "Se requieren tanto el anverso como el reverso";
/** The longest front or back of a card, in UTF-16 units. */
export const MAX_SIDE_LENGTH = 20_000;
export const MAX_TAGS = 20;
export const TOO_MANY_TAGS = `Una carta puede tener hasta ${MAX_TAGS} etiquetas`;
export const MAX_TAG_LENGTH = 50;
export const MAX_BATCH_CARDS = 5000;

/** Returns the form in which tags are compared: without case and accents. */
export function foldTag(tag: string): string {
  return foldText(tag);
}
