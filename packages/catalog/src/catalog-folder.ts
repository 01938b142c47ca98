/** One card, as plain text in NFC. Both sides are trimmed, not empty and at most 200 characters. */
export type CatalogCard = { front: string; back: string };

/** A ready-made folder: what it holds is copied into a student's own folder when the student adds it. */
export type ReadyMadeFolder = {
  /** Names the folder in URLs and calls: kebab-case, unique in the catalogue, never changed once published. */
  slug: string;
  name: string;
  /** One or two sentences for the student, in Spanish. */
  description: string;
  /** The icon and the colour of the folder and of its copies; left out if those made from the name suit it. */
  face?: { color: string; icon: string };
  /** Public references, by name, in which the cards' facts can be checked. */
  sources: string[];
  /** 30 to 120 cards in the order in which to learn them; every front is unique within the folder. */
  cards: CatalogCard[];
};
