import { useEffect, useSyncExternalStore } from "react";
import { closeConfirmation, confirmationStore } from "#features/factors/factors.confirmation.ts";
import { useLateDialog } from "#ui/use-late-dialog.ts";

const loadDialog = async () =>
  (await import("#features/factors/components/confirmation-dialog.tsx")).ConfirmationDialog;

/** Renders the dialog in which `callWithConfirmation` requests a proof of identity. */
export function ConfirmationHost() {
  const { open } = useSyncExternalStore(confirmationStore.subscribe, confirmationStore.snapshot);
  const Dialog = useLateDialog(open, loadDialog, () => closeConfirmation(false));
  useEffect(() => () => closeConfirmation(false), []);
  return Dialog && <Dialog open={open} onClose={closeConfirmation} />;
}
