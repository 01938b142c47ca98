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
      if (!framed) window.location.assign(url);
      else if (!tab) return url;
      else {
        tab.opener = null;
        tab.location.href = url;
      }
      return null;
    },
  };
}
