import { ConfirmDialog, type ConfirmDialogProps } from "#ui/confirm-dialog.tsx";

type DeleteDialogProps<Subject> = Pick<
  ConfirmDialogProps,
  "open" | "onOpenChange" | "title" | "description" | "confirmLabel"
> & {
  /** If it fails, the dialog stays open for another attempt; a toast has already notified the user. */
  deletion: { isPending: boolean; mutateAsync: (subject: Subject) => Promise<unknown> };
  subject: Subject;
  onDeleted?: (() => void) | undefined;
};

/** Asks for confirmation before a deletion and closes once that has succeeded. */
export function DeleteDialog<Subject>({
  onOpenChange,
  deletion,
  subject,
  onDeleted,
  ...texts
}: DeleteDialogProps<Subject>) {
  const { isPending: pending, mutateAsync } = deletion;
  const confirm = async () => {
    try {
      await mutateAsync(subject);
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
