import type * as Choosing from "#features/study/choosing/components/choose-table.tsx";
import type { typingParts } from "#features/study/typing/typing.parts.ts";

/** How a session asks; null for the way of the folder. */
export type Way = "flip" | "type" | "choose" | null;

type TypingParts = typeof typingParts;

let typing: TypingParts | undefined;
let choosing: typeof Choosing | undefined;

/** Returns the parts of the screen that only typed answers need, undefined as long as they are not loaded. */
export const findTypingParts = (): TypingParts | undefined => typing;
export const findChoosingParts = (): typeof Choosing | undefined => choosing;

export async function loadTypingParts(): Promise<TypingParts> {
  ({ typingParts: typing } = await import("#features/study/typing/typing.parts.ts"));
  return typing;
}

export async function loadChoosingParts(): Promise<typeof Choosing> {
  choosing = await import("#features/study/choosing/components/choose-table.tsx");
  return choosing;
}
