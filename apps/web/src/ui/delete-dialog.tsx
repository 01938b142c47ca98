import { ConfirmDialog, type ConfirmDialogProps } from "#ui/confirm-dialog.tsx";

type DeleteDialogProps = Pick<
  ConfirmDialogProps,
  "open" | "onOpenChange" | "title" | "description" | "confirmLabel"
> & {
  pending: boolean;
  /** If it rejects, the dialog stays open for another attempt; a toast has already notified the user. */
  onDelete: () => Promise<unknown>;
  onDeleted: (() => void) | undefined;
};

/** Asks for confirmation before a deletion and closes once that has succeeded. */
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
