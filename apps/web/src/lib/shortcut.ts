const TEXT_ENTRY = "input, textarea, select, [contenteditable=''], [contenteditable=true]";
const DIALOG = "[role=dialog], [role=alertdialog]";

/** Whether a key may be a shortcut of the page: nobody types, no dialog is open, and no other key is held but Shift. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const element = event.target instanceof Element ? event.target : document.body;
  return !element.closest(TEXT_ENTRY) && !document.querySelector(DIALOG);
}

/** On a Mac, Control moves the caret and deletes in every field: ⌘ stands in its place. */
export function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

/** A key with Control or what stands for it here, as people read it and as `aria-keyshortcuts` wants it. */
export function chordOf(key: string, { shift = false, sign = key } = {}): { shown: string; aria: string } {
  const aria = `${isMac() ? "Meta" : "Control"}${shift ? "+Shift" : ""}+${key}`;
  return { aria, shown: isMac() ? `${shift ? "⇧" : ""}⌘${sign}` : `Ctrl+${shift ? "Mayús+" : ""}${sign}` };
}
