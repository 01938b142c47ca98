import { useEffect, useSyncExternalStore } from "react";
import { closeConfirmation, confirmationStore } from "#features/factors/factors.confirmation.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { toast } from "#ui/toast.ts";

const loadDialog = async () =>
  (await import("#features/factors/components/confirmation-dialog.tsx")).ConfirmationDialog;

/** Renders the dialog in which `callWithConfirmation` requests a proof of identity. */
export function ConfirmationHost() {
  const { open } = useSyncExternalStore(confirmationStore.subscribe, confirmationStore.snapshot);
  const Dialog = useLateComponent(open, loadDialog, 0, () => {
    closeConfirmation(false);
    toast({ description: "No se pudo abrir. Comprueba tu conexión e inténtalo de nuevo.", variant: "error" });
  });
  useEffect(() => () => closeConfirmation(false), []);
  return Dialog && <Dialog open={open} onClose={closeConfirmation} />;
}
