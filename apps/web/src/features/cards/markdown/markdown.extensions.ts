import type { Extensions } from "#features/cards/markdown/markdown.drawing.ts";
import { mayHaveHighlighting } from "#features/cards/markdown/markdown.highlighting.ts";

/** Returns whether a text may contain formulas. */
function mayHaveFormulas(text: string): boolean {
  return /\$|\\[([]|`\s*math\b/.test(text);
}

let loaded: Extensions = { formulas: null, highlighting: null };
const listeners = new Set<() => void>();

/** Returns the loaded renderers. The object changes whenever one is added. */
export const getLoadedExtensions = (): Extensions => loaded;

export function subscribeExtensions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function addExtensions(more: Partial<Extensions>) {
  loaded = { ...loaded, ...more };
  for (const listener of listeners) listener();
}

/** Returns the loaded renderers that a text needs; `complete` is true if none is missing. */
export function selectExtensions(text: string, loaded: Extensions): { extensions: Extensions; complete: boolean } {
  const formulas = mayHaveFormulas(text);
  const highlighting = mayHaveHighlighting(text);
  return {
    extensions: {
      formulas: formulas ? loaded.formulas : null,
      highlighting: highlighting ? loaded.highlighting : null,
    },
    complete: (!formulas || loaded.formulas !== null) && (!highlighting || loaded.highlighting !== null),
  };
}

/** Loads the renderers that a text needs. After a failure the next call tries again. */
export async function loadExtensions(text: string): Promise<void> {
  await Promise.all([mayHaveFormulas(text) && loadFormulas(), mayHaveHighlighting(text) && loadHighlighting()]);
}

async function loadFormulas(): Promise<void> {
  if (loaded.formulas) return;
  const { formulaPlugins } = await import("#features/cards/markdown/markdown.katex.ts");
  addExtensions({ formulas: formulaPlugins });
}

async function loadHighlighting(): Promise<void> {
  if (loaded.highlighting) return;
  const { highlightingPlugins } = await import("#features/cards/markdown/markdown.highlighter.ts");
  addExtensions({ highlighting: highlightingPlugins });
}
