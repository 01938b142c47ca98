export type Departure = {
  /** Opens the URL. If the browser has blocked the new tab, returns the URL, which a link must then open. */
  go: (url: string) => string | null;
  leavesPage: boolean;
  cancel: () => void;
};

/**
 * Prepares for opening a page of the payment provider. Those pages cannot be framed, so inside a frame they open in a
 * new tab. Browsers only let a click open a tab, so it is opened before its URL is known.
 */
export function beginDeparture({ mayOpenTab = true }: { mayOpenTab?: boolean } = {}): Departure {
  const framed = window.parent !== window;
  const tab = framed && mayOpenTab ? window.open("about:blank", "_blank") : null;
  return {
    leavesPage: !framed,
    cancel: () => tab?.close(),
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

/** Suppresses the browser's warning about unsaved text, because the text of an open dialog is stored as a draft. */
function leavePage(url: string): void {
  const suppress = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener("beforeunload", suppress, { capture: true, once: true });
  window.location.assign(url);
}
