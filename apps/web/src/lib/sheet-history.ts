/**
 * Gives each open sheet an entry in the browser's history, so that Back closes the topmost one and not the page.
 *
 * An entry says in its state how many sheets are open at it. Entries of sheets that have closed are skipped as soon as
 * somebody comes across them.
 */
type Sheet = { onBack: () => void };

const open: Sheet[] = [];
/** How many sheets are open where a move of ours leads that has not arrived. */
let moving: number | "unknown" | null = null;

const sheetsHere = () => (window.history.state as { sheets?: number } | null)?.sheets ?? 0;

function sync(): void {
  if (moving !== null) return;
  const here = sheetsHere();
  for (let sheets = here + 1; sheets <= open.length; sheets++) {
    // It is the same page, so whatever else its entry knows holds.
    window.history.pushState({ ...window.history.state, sheets }, "");
  }
  if (here <= open.length) return;
  moving = open.length;
  window.history.go(open.length - here);
}

/** Later, because whatever closes a sheet may also go to another screen, which leaves its entry behind. */
const syncLater = () => void setTimeout(sync);

function onMove(): void {
  const wasOurs = moving !== null;
  // Somebody was quicker with a move of their own, and ours is still under way.
  if (moving !== null && moving !== "unknown" && moving !== sheetsHere()) return;
  moving = null;
  const isBack = !wasOurs && sheetsHere() < open.length;
  if (isBack) open.at(-1)?.onBack();
  // The sheet may have stayed, or asked by another sheet.
  syncLater();
}

/** Back to the page before this one, also from a sheet that stands over it. */
export function goBack(): void {
  const sheets = sheetsHere();
  // The sheet is closing, and its entry is left by this same move.
  if (sheets > 0) moving = "unknown";
  window.history.go(-1 - sheets);
}

/** @returns to be called when the sheet has closed */
export function addSheet(sheet: Sheet): () => void {
  if (open.length === 0) window.addEventListener("popstate", onMove);
  open.push(sheet);
  sync();
  return () => {
    open.splice(open.indexOf(sheet), 1);
    syncLater();
  };
}
