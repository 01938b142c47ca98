import type * as Choosing from "#features/study/choosing/components/choose-table.tsx";
import type * as Typing from "#features/study/typing/components/typed-table.tsx";

/** How a session asks; null for the way of the folder. */
export type Way = "flip" | "type" | "choose" | null;

let typing: typeof Typing | undefined;
let choosing: typeof Choosing | undefined;

/** Returns the parts of the screen that only typed answers need, undefined as long as they are not loaded. */
export const findTypingParts = (): typeof Typing | undefined => typing;
export const findChoosingParts = (): typeof Choosing | undefined => choosing;

export async function loadTypingParts(): Promise<typeof Typing> {
  typing = await import("#features/study/typing/components/typed-table.tsx");
  return typing;
}

export async function loadChoosingParts(): Promise<typeof Choosing> {
  choosing = await import("#features/study/choosing/components/choose-table.tsx");
  return choosing;
}
