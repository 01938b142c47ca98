// What can be chosen for a folder. Apart from the schemas, so that a device without a network reads it without loading these.

export const FOLDER_COLORS = [
  "red",
  "orange",
  "amber",
  "lime",
  "green",
  "teal",
  "cyan",
  "blue",
  "indigo",
  "violet",
  "pink",
  "gray",
] as const;
export type FolderColor = (typeof FOLDER_COLORS)[number];

/**
 * How a folder's cards are answered: all turned over, all typed, or those with a short answer typed (`mix`), and with `adapt` the
 * same, but a card that is hardly known is asked with hints.
 */
export const ANSWER_MODES = ["flip", "type", "mix", "adapt"] as const;
export type AnswerMode = (typeof ANSWER_MODES)[number];
export const INVALID_ANSWER_MODE = "La forma de responder debe ser flip, type, mix o adapt";

/** Returns how a folder's cards are answered: as it says, or as the account's preferences do. */
export function resolveAnswerMode(
  folder: { answerMode: AnswerMode; answerModeChosen: boolean } | undefined,
  preferences: { answerMode: AnswerMode } | undefined,
): AnswerMode {
  const source = folder?.answerModeChosen ? folder : preferences;
  return source?.answerMode ?? "flip";
}
