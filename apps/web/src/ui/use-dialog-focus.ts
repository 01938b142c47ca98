import { useRef } from "react";

/**
 * Focuses the first field on opening (a choice among radio buttons should not seem made, so there it is the heading, as
 * in a form marked `data-read-first`, and one marked `data-option` only says how the others are meant), and the opener again on closing: Radix only does that for its own triggers, and
 * our dialogs open by state. If the opener is gone, as with the row that was deleted, the row beside it takes the focus, or
 * else the main region.
 */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  const beside = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      beside.current = rowBeside(document.activeElement);
      const dialog = event.currentTarget;
      if (!(dialog instanceof HTMLElement)) return;
      const field = dialog.querySelector<HTMLElement>("input:not([type=hidden], [data-option]), textarea, select");
      const readFirst = field?.matches("[type=radio], [data-read-first] *");
      if (dialog.getAttribute("role") === "alertdialog") return;
      event.preventDefault();
      const heading = dialog.querySelector<HTMLElement>("h2");
      if (readFirst && heading) heading.tabIndex = -1;
      ((readFirst ? heading : field) ?? dialog).focus({ preventScroll: true });
      // Existing text is mostly added to.
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

const ROW = "li, [role=listitem]";
const LIST = "ul, ol, [role=list]";

/** Of the list that an element is in: the row after its own, or before the last. */
function rowBeside(element: Element | null): Element | null {
  const own = element?.closest(ROW);
  const list = own?.closest(LIST);
  if (!own || !list) return null;
  // A row may hold a list of its own, as of tags.
  const rows = [...list.querySelectorAll(ROW)].filter((row) => row.closest(LIST) === list);
  const index = rows.indexOf(own);
  return rows[index + 1] ?? rows[index - 1] ?? null;
}

function controlIn(row: Element | null): HTMLElement | null {
  return row?.isConnected ? row.querySelector<HTMLElement>("a[href], button") : null;
}
