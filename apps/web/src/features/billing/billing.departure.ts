/** A way to a page of the payment provider, begun while a click is being handled. */
export type Departure = {
  /** Goes there. Returns the address where a link must lead instead, because the browser let no tab open. */
  go: (url: string) => string | null;
  /** Whether going there takes this page away. */
  leavesPage: boolean;
  giveUp: () => void;
};

/**
 * A frame cannot show the provider's pages: there they open in a tab, and browsers open one only while a click is being
 * handled, before the address is known.
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
