import type { LossCounter, LossKey } from "#losses.ts";

/** The surroundings of a piece of HTML. */
export interface HtmlContext {
  readonly losses: LossCounter;
  /** Returns the first words of the card. */
  sample(): string;
  /** Returns the id of the media file of a name, or why there is none. */
  media(name: string): { readonly id: string } | { readonly loss: LossKey };
  /** The losses that the classes in the style sheet of the note cause, by class. */
  readonly classes?: ReadonlyMap<string, LossKey>;
}
