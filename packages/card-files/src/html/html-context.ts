import type { LossCounter, LossKey } from "#losses.ts";

/** What is known around a piece of HTML. */
export interface HtmlContext {
  readonly losses: LossCounter;
  /** Returns the first words of the card. */
  sample(): string;
  /** Returns the id of the media file of a name, or why there is none. */
  media(name: string): { readonly id: string } | { readonly loss: LossKey };
  /** What is lost with the classes that the note's style sheet gives a look of their own. */
  readonly classes?: ReadonlyMap<string, LossKey>;
}
