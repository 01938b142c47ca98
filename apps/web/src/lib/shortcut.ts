const TEXT_ENTRY = "input, textarea, select, [contenteditable=''], [contenteditable=true]";
const DIALOG = "[role=dialog], [role=alertdialog]";

/** True if no field has the focus, no dialog is open and no modifier key but Shift is held. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const element = event.target instanceof Element ? event.target : document.body;
  return !element.closest(TEXT_ENTRY) && !document.querySelector(DIALOG);
}

/** Macs use ⌘ for shortcuts, because there Control moves the caret and deletes text in every field. */
export function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

/** Formats a key with Control (⌘ on a Mac), as text for people and for `aria-keyshortcuts`. */
export function formatChord(key: string, { shift = false, sign = key } = {}): { shown: string; aria: string } {
  const aria = `${isMac() ? "Meta" : "Control"}${shift ? "+Shift" : ""}+${key}`;
  return { aria, shown: isMac() ? `${shift ? "⇧" : ""}⌘${sign}` : `Ctrl+${shift ? "Mayús+" : ""}${sign}` };
}
