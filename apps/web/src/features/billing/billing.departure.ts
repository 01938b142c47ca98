export type Departure = {
  /** Goes there, or returns the address for a link when the browser blocked the new tab. */
  go: (url: string) => string | null;
  leavesPage: boolean;
  giveUp: () => void;
};

/**
 * The provider's pages refuse to be framed, so in a frame they open in a tab; and browsers only let a click open one,
 * which is before the address is known.
 */
export function beginDeparture({ mayOpenTab = true }: { mayOpenTab?: boolean } = {}): Departure {
  const framed = window.parent !== window;
  const tab = framed && mayOpenTab ? window.open("about:blank", "_blank") : null;
  return {
    leavesPage: !framed,
    giveUp: () => tab?.close(),
    go: (url) => {
      if (!framed) leavePage(url);
      else if (!tab) return url;
      else {
        tab.opener = null;
        tab.location.href = url;
      }
      return null;
    },
  };
}

/** What a dialog below holds is kept as a draft, so the browser need not ask about it. */
function leavePage(url: string): void {
  const silence = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener("beforeunload", silence, { capture: true, once: true });
  window.location.assign(url);
}
