/**
 * Prefetches the code of the first screens after the visitor's first interaction: when the browser is idle, or at once
 * if the pointer or the focus reaches a link. Returns a function that cancels it.
 */
export function prefetchOnInteraction(files: readonly string[]): () => void {
  const off = new AbortController();
  const listen = (types: readonly string[], listener: (event: Event) => void) => {
    for (const type of types) addEventListener(type, listener, { signal: off.signal, passive: true, capture: true });
  };
  const prefetch = () => {
    if (off.signal.aborted) return;
    off.abort();
    for (const href of files) {
      const link = document.createElement("link");
      link.rel = "prefetch";
      link.href = href;
      document.head.append(link);
    }
  };
  const whenIdle = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(prefetch, { timeout: 2_000 });
    else setTimeout(prefetch, 200);
  };
  listen(["pointerdown", "keydown", "touchstart", "scroll"], whenIdle);
  listen(["pointerover", "focusin"], (event) => {
    if ((event.target as Element).closest?.("a, form[data-begin] button")) prefetch();
  });
  return () => off.abort();
}
