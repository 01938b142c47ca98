import type * as Parts from "#features/study/components/typed-table.tsx";

type TypingParts = typeof Parts;

let loaded: TypingParts | undefined;

/** Returns the parts of the screen that only typed answers need, undefined as long as they are not loaded. */
export const findTypingParts = (): TypingParts | undefined => loaded;

export async function loadTypingParts(): Promise<TypingParts> {
  loaded = await import("#features/study/components/typed-table.tsx");
  return loaded;
}
