/**
 * Gives each open sheet an entry in the browser's history, so that Back closes the topmost one and not the page.
 *
 * The state of an entry has the number of sheets that are open at it. Entries of sheets that have closed are skipped
 * when the user navigates to them.
 */
type Sheet = { onBack: () => void };

const open: Sheet[] = [];
/** The number of open sheets at the target of our own pending navigation; null if none is pending. */
let moving: number | "unknown" | null = null;

const countEntrySheets = () => (window.history.state as { sheets?: number } | null)?.sheets ?? 0;

function sync(): void {
  if (moving !== null) return;
  const atEntry = countEntrySheets();
  for (let sheets = atEntry + 1; sheets <= open.length; sheets++) {
    // The new entry shows the same page, so the rest of the state stays valid.
    window.history.pushState({ ...window.history.state, sheets }, "");
  }
  if (atEntry <= open.length) return;
  moving = open.length;
  window.history.go(open.length - atEntry);
}

/** Deferred, because the action that closes a sheet may also open another screen, which leaves the sheet's entry. */
const syncLater = () => void setTimeout(sync);

function onMove(): void {
  const wasOurs = moving !== null;
  // The user has navigated in the meantime, and our own navigation is still pending.
  if (moving !== null && moving !== "unknown" && moving !== countEntrySheets()) return;
  moving = null;
  const isBack = !wasOurs && countEntrySheets() < open.length;
  if (isBack) open.at(-1)?.onBack();
  // The sheet may have stayed open, or opened another one to ask for confirmation.
  syncLater();
}

/** Goes back to the previous page, also while sheets are open. */
export function goBack(): void {
  const sheets = countEntrySheets();
  // The sheets are closing, and this navigation also leaves their entries.
  if (sheets > 0) moving = "unknown";
  window.history.go(-1 - sheets);
}

/** @returns A function to call when the sheet has closed. */
export function addSheet(sheet: Sheet): () => void {
  if (open.length === 0) window.addEventListener("popstate", onMove);
  open.push(sheet);
  sync();
  return () => {
    open.splice(open.indexOf(sheet), 1);
    syncLater();
  };
}
