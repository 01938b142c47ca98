import { useRef } from "react";

/**
 * Where the focus goes when a dialog opens and closes. It opens on its first field; and gives the focus back to what
 * opened it, which Radix only does for dialogs with a trigger of their own, while ours are opened by state. When the
 * opener is gone (its card was deleted), the main region takes the focus.
 */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      const dialog = event.currentTarget;
      if (!(dialog instanceof HTMLElement)) return;
      const field = dialog.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select");
      if (dialog.getAttribute("role") === "alertdialog") return;
      event.preventDefault();
      (field ?? dialog).focus({ preventScroll: true });
      // A text that is there already is most often added to.
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
