import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type Text<Subject> = string | ((subject: Subject) => string);

type Deletion<Subject> = {
  title: Text<Subject>;
  description: Text<Subject>;
  confirmLabel: string;
  /** If the call fails, the dialog stays open for another attempt; a toast has already notified the user. */
  useDeletion: () => { isPending: boolean; mutateAsync: (subject: Subject) => Promise<unknown> };
};

type DeleteDialogProps<Subject> = OpenState & {
  /** Without one, nothing is shown. */
  subject: Subject | null | undefined;
  onDeleted?: (() => void) | undefined;
};

/** Creates a dialog that asks for confirmation before a deletion, and closes once that has succeeded. */
export function deleteDialog<Subject>({ title, description, confirmLabel, useDeletion }: Deletion<Subject>) {
  return function DeleteDialog({ open, onOpenChange, subject, onDeleted }: DeleteDialogProps<Subject>) {
    const { isPending, mutateAsync } = useDeletion();
    if (subject === null || subject === undefined) return null;
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
        open={open}
        onOpenChange={(next) => isPending || onOpenChange(next)}
        title={textFor(subject, title)}
        description={textFor(subject, description)}
        confirmLabel={confirmLabel}
        pending={isPending}
        onConfirm={confirm}
      />
    );
  };
}

function textFor<Subject>(subject: Subject, text: Text<Subject>): string {
  return typeof text === "string" ? text : text(subject);
}
