import { useRef } from "react";

/**
 * On opening, focuses the first field, or the button that submits if no field is shown. Fields marked `data-option` are
 * skipped, because they only qualify other fields.
 * In a form marked `data-read-first`, and if the first field is a radio button, it focuses the heading instead, because
 * a focused radio button would look like a choice already made.
 *
 * On closing, focuses the opener again: Radix only does that for its own triggers, and our dialogs open by state. If
 * the opener no longer exists, as after its row was deleted, it focuses the adjacent row or else the main region.
 */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  const beside = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      beside.current = findAdjacentRow(document.activeElement);
      const dialog = event.currentTarget;
      if (!(dialog instanceof HTMLElement)) return;
      const field = [...dialog.querySelectorAll<HTMLElement>(FIELD)].find((one) => !one.closest(FOLDED));
      const submit = field ? null : dialog.querySelector<HTMLElement>("[data-dialog-footer] [type=submit]");
      const readFirst = field?.matches("[type=radio], [data-read-first] *");
      if (dialog.getAttribute("role") === "alertdialog") return;
      event.preventDefault();
      const heading = dialog.querySelector<HTMLElement>("h2");
      if (readFirst && heading) heading.tabIndex = -1;
      ((readFirst ? heading : field) ?? submit ?? dialog).focus({ preventScroll: true });
      // Places the caret at the end, because users mostly add to existing text.
      if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = opener.current;
      if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus();
      else (controlIn(beside.current) ?? document.querySelector<HTMLElement>("main"))?.focus();
    },
  };
}

const FIELD = "input:not([type=hidden], [data-option]), textarea, select";
const FOLDED = "details:not([open])";
const ROW = "li, [role=listitem]";
const LIST = "ul, ol, [role=list]";

/** Finds the row after that of an element, or before it if it is the last one of its list. */
function findAdjacentRow(element: Element | null): Element | null {
  const own = element?.closest(ROW);
  const list = own?.closest(LIST);
  if (!own || !list) return null;
  // Excludes the rows of nested lists, such as the tags of a card.
  const rows = [...list.querySelectorAll(ROW)].filter((row) => row.closest(LIST) === list);
  const index = rows.indexOf(own);
  return rows[index + 1] ?? rows[index - 1] ?? null;
}

function controlIn(row: Element | null): HTMLElement | null {
  return row?.isConnected ? row.querySelector<HTMLElement>("a[href], button") : null;
}
