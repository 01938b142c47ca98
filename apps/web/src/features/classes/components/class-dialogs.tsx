import type { Class } from "@repasa/contract/classes.ts";
import { useLocation } from "wouter";
import { useLeaveClass, useRemoveClass, useRenewCode } from "#features/classes/classes.api.ts";
import { paths } from "#paths.ts";
import { DeleteDialog } from "#ui/delete-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";

type ClassDialogProps = OpenState & { one: Class };

export function RenewCodeDialog({ one, ...dialog }: ClassDialogProps) {
  const renew = useRenewCode();
  return (
    <DeleteDialog
      {...dialog}
      title="¿Pedir un código nuevo?"
      description="El de ahora deja de valer. Quien ya está en la clase se queda."
      confirmLabel="Código nuevo"
      deletion={renew}
      subject={one}
    />
  );
}

export function RemoveClassDialog({ one, ...dialog }: ClassDialogProps) {
  const remove = useRemoveClass();
  const [, navigate] = useLocation();
  return (
    <DeleteDialog
      {...dialog}
      title="¿Terminar la clase?"
      description="Se acaba para todos, con sus tareas y exámenes. Cada estudiante conserva las cartas y sus repasos."
      confirmLabel="Terminar la clase"
      deletion={remove}
      subject={one}
      onDeleted={() => navigate(paths.classes(), { replace: true })}
    />
  );
}

export function LeaveClassDialog({ one, ...dialog }: ClassDialogProps) {
  const leave = useLeaveClass();
  const [, navigate] = useLocation();
  return (
    <DeleteDialog
      {...dialog}
      title="¿Salir de la clase?"
      description="Las cartas y tus repasos se quedan contigo. Dejan de llegar los cambios de las carpetas, y se quitan los exámenes de la clase."
      confirmLabel="Salir de la clase"
      deletion={leave}
      subject={one}
      onDeleted={() => navigate(paths.classes(), { replace: true })}
    />
  );
}
