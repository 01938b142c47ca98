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

/** How a folder's cards are answered: all turned over, all typed, or those with a short answer typed. */
export const ANSWER_MODES = ["flip", "type", "mix"] as const;
export type AnswerMode = (typeof ANSWER_MODES)[number];
