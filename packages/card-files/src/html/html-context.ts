import type { LossCounter, LossKey } from "#losses.ts";

/** The surroundings of a piece of HTML. */
export interface HtmlContext {
  readonly losses: LossCounter;
  /** Returns the first words of the card. */
  sample(): string;
  /** Returns the id of the media file of a name, or why there is none. */
  media(name: string): { readonly id: string } | { readonly loss: LossKey };
  /** The loss that each class causes to which the note's style sheet gives a look of its own. */
  readonly classes?: ReadonlyMap<string, LossKey>;
}
