import { useRef } from "react";

/**
 * Focuses the first field on opening (a choice among radio buttons should not seem made, so there it is the heading, as
 * in a form marked `data-read-first`, and one marked `data-option` only says how the others are meant), and the opener again on closing: Radix only does that for its own triggers, and
 * our dialogs open by state. If the opener is gone, the main region takes the focus.
 */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
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
      else document.querySelector<HTMLElement>("main")?.focus();
    },
  };
}
