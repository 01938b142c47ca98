const TEXT_ENTRY = "input, textarea, select, [contenteditable=''], [contenteditable=true]";
const DIALOG = "[role=dialog], [role=alertdialog]";

/** Whether a key may be a shortcut of the page: nobody types, no dialog is open, and no other key is held but Shift. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const element = event.target instanceof Element ? event.target : document.body;
  return !element.closest(TEXT_ENTRY) && !document.querySelector(DIALOG);
}
