import { useLocation } from "wouter";
import { useRemoveTest } from "#features/tests/tests.api.ts";
import { paths } from "#paths.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import { preserveToast } from "#ui/toast.ts";

type DeleteTestDialogProps = { testId: number; open: boolean; onOpenChange: (open: boolean) => void };

export function DeleteTestDialog({ testId, open, onOpenChange }: DeleteTestDialogProps) {
  const remove = useRemoveTest();
  const [, navigate] = useLocation();
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Eliminar test"
      description="Se eliminará el test con sus respuestas. Si terminó hoy, tus cartas quedarán como antes de hacerlo."
      confirmLabel="Eliminar"
      pending={remove.isPending}
      onDelete={() => remove.mutateAsync(testId)}
      onDeleted={() => {
        preserveToast();
        navigate(paths.folders(), { replace: true });
      }}
    />
  );
}
