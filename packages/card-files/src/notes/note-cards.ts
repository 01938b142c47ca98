import { MAX_SIDE_LENGTH } from "@repasa/contract/cards.limits.ts";
import { deckToFolder, selectTags } from "#anki/note-fields.ts";
import { LossCounter } from "#losses.ts";
import type { Material, MaterialCard } from "#material.ts";
import { type MediaFiles, NO_MEDIA } from "#media/archived-media.ts";
import { createCards, createPair, type Draft } from "#tables/table-cards.ts";
import type { Note } from "./note.ts";
import { formatSides, type NoteContext } from "./note-text.ts";

interface Notes {
  /** Each note with its deck; null means the deck of the file. */
  readonly notes: readonly { readonly deck: string | null; readonly note: Note }[];
  readonly media?: MediaFiles;
}

/** Returns the cards of notes, in their order, as a material. Each note names its folder by its deck. */
export function openNotes({ notes, media = NO_MEDIA }: Notes): Material {
  const losses = new LossCounter();
  return {
    format: "table",
    table: null,
    *cards() {
      losses.clear();
      media.reset();
      let place = 0;
      for (const { deck, note } of notes) {
        for (const card of readNoteCards(deck, note, place, { losses, media })) yield card;
        place += note.cards.length;
        if (note.hasSchedule) losses.addForFile("obsidianSchedule", deck ?? "");
        for (const line of note.others) losses.add("unrecognizedLines", 1, line);
      }
    },
    losses: () => losses.list(),
    media: () => media.readFound(),
    close: async () => {},
  };
}

function* readNoteCards(
  deck: string | null,
  { cards }: Note,
  before: number,
  context: NoteContext,
): Iterable<MaterialCard> {
  const { losses } = context;
  const folder = deckToFolder(deck ?? "");
  for (const [index, card] of cards.entries()) {
    losses.beginCard();
    const sides = formatSides(card.front, card.back, context);
    const draft: Draft = { ...sides, tags: selectTags(card.tags, losses), folder, guid: null };
    const place = before + index;
    if (draft.front === "" || draft.back === "") losses.add("incompleteRow", 1, card.front);
    else if (draft.front.length > MAX_SIDE_LENGTH || draft.back.length > MAX_SIDE_LENGTH)
      losses.add("longSide", 1, card.front);
    else yield* card.isBoth ? createPair(draft, place) : createCards(draft, place);
  }
}
