import { ConfirmDialog, type ConfirmDialogProps } from "#ui/confirm-dialog.tsx";

type DeleteDialogProps = Pick<
  ConfirmDialogProps,
  "open" | "onOpenChange" | "title" | "description" | "confirmLabel"
> & {
  pending: boolean;
  /** After a rejection, of which a toast has informed the user, the dialog stays open for another attempt. */
  onDelete: () => Promise<unknown>;
  onDeleted: (() => void) | undefined;
};

/** Asks before something is deleted, and closes once it is. */
export function DeleteDialog({ onOpenChange, pending, onDelete, onDeleted, ...texts }: DeleteDialogProps) {
  const confirm = async () => {
    try {
      await onDelete();
    } catch {
      return;
    }
    onOpenChange(false);
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      {...texts}
      onOpenChange={(next) => pending || onOpenChange(next)}
      pending={pending}
      onConfirm={confirm}
    />
  );
}
