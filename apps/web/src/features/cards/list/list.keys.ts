import type { KeyboardEvent } from "react";

/**
 * Handles keys in an element that contains a search field and rows: the arrow keys move between them, and Enter in the
 * field opens the first row, or on a phone only closes the keyboard.
 */
export function moveByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { target, currentTarget, key } = event;
  if (!(target instanceof HTMLElement)) return;
  const field = currentTarget.querySelector<HTMLInputElement>("input[type=search]");
  const rows = [...currentTarget.querySelectorAll<HTMLElement>("[role=listitem] article a")];
  if (target === field) {
    if (key === "ArrowDown") focusRow(event, rows[0]);
    else if (key === "Enter") openFirstRow(event, field, rows[0]);
    return;
  }
  const row = target.closest("[role=listitem]")?.querySelector<HTMLElement>("article a");
  if (!row || (key !== "ArrowDown" && key !== "ArrowUp")) return;
  const next = rows.indexOf(row) + (key === "ArrowDown" ? 1 : -1);
  if (next < 0) field?.focus();
  focusRow(event, rows[next]);
}

function focusRow(event: KeyboardEvent, row: HTMLElement | undefined): void {
  // Prevents the page from scrolling as well.
  event.preventDefault();
  row?.focus({ preventScroll: true });
  row?.closest("[role=listitem]")?.scrollIntoView({ block: "nearest" });
}

function openFirstRow(event: KeyboardEvent, field: HTMLElement, row: HTMLElement | undefined): void {
  event.preventDefault();
  if (window.matchMedia("(pointer: coarse)").matches) field.blur();
  else row?.click();
}
