/** Replaces a part of a text, and selects a part of what is written. Offsets are in the text before and after. */
export type Edit = { from: number; to: number; put: string; select: readonly [from: number, to: number] };

/**
 * Writes an edit into a field so that the browser's own undo takes it back. `quietly`: without it, and without taking the
 * focus from where it is.
 */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit, { quietly = false } = {}): void {
  const { from, to, put, select } = edit;
  if (quietly) {
    write(area, edit);
    return;
  }
  area.focus();
  area.setSelectionRange(from, to);
  // A field that is hidden does not take the focus.
  const written =
    document.activeElement === area && document.execCommand?.(put === "" ? "delete" : "insertText", false, put);
  if (!written) write(area, edit);
  area.setSelectionRange(...select);
}

function write(area: HTMLTextAreaElement, { from, to, put }: Edit): void {
  area.setRangeText(put, from, to, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
