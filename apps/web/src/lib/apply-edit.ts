/**
 * Replaces a part of a text with `put` and then selects a part of the result. `from` and `to` are offsets in the text
 * before the edit, those of `select` in the text after it.
 */
export type Edit = { from: number; to: number; put: string; select: readonly [from: number, to: number] };

/**
 * Applies an edit to a field so that the browser's own undo can revert it.
 *
 * @param quietly Neither records the edit for undo nor moves the focus.
 */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit, { quietly = false } = {}): void {
  const { from, to, put, select } = edit;
  if (quietly) {
    write(area, edit);
    return;
  }
  area.focus();
  area.setSelectionRange(from, to);
  // A hidden field cannot be focused, and `execCommand` writes into the focused one.
  const written =
    document.activeElement === area && document.execCommand?.(put === "" ? "delete" : "insertText", false, put);
  if (!written) write(area, edit);
  area.setSelectionRange(...select);
}

function write(area: HTMLTextAreaElement, { from, to, put }: Edit): void {
  area.setRangeText(put, from, to, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
