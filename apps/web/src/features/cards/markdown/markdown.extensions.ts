import type { Extensions } from "#features/cards/markdown/markdown.drawing.ts";
import { mayHaveHighlighting } from "#features/cards/markdown/markdown.highlighting.ts";

const listeners = new Set<() => void>();

/** Calls the listener whenever another renderer has loaded. */
export function subscribeExtensions(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A renderer that is imported when the first text needs it. */
function defineRenderer<T>(load: () => Promise<T>) {
  let loaded: T | null = null;
  let loading: Promise<void> | null = null;
  const start = async () => {
    try {
      loaded = await load();
    } catch (error) {
      loading = null;
      throw error;
    }
    for (const listener of listeners) listener();
  };
  return {
    getLoaded: () => loaded,
    /** All texts that wait for the renderer share one import, after which each is drawn once. A failed import is repeated. */
    load: () => {
      loading ??= start();
      return loading;
    },
  };
}

const formulas = defineRenderer(
  async () => (await import("#features/cards/markdown/markdown.katex.ts")).formulaPlugins,
);
const highlighting = defineRenderer(
  async () => (await import("#features/cards/markdown/markdown.highlighter.ts")).highlightingPlugins,
);

/** Returns whether a text may contain formulas. */
export function mayHaveFormulas(text: string): boolean {
  return /\$|\\[([]|`\s*math\b/.test(text);
}

/** Returns the loaded renderers that a text needs. Each remains the same object, so that it can be compared. */
export function getExtensions(text: string): Extensions {
  return {
    formulas: mayHaveFormulas(text) ? formulas.getLoaded() : null,
    highlighting: mayHaveHighlighting(text) ? highlighting.getLoaded() : null,
  };
}

/** Loads the renderers that a text needs. After a failure the next call tries again. */
export async function loadExtensions(text: string): Promise<void> {
  await Promise.all([mayHaveFormulas(text) && formulas.load(), mayHaveHighlighting(text) && highlighting.load()]);
}
