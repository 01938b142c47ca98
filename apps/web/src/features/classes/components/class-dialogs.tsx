import { useLeaveClass, useRemoveClass, useRenewCode } from "#features/classes/classes.api.ts";
import { deleteDialog } from "#ui/delete-dialog.tsx";

export const RenewCodeDialog = deleteDialog({
  title: "¿Pedir un código nuevo?",
  description: "El de ahora deja de valer. Quien ya está en la clase se queda.",
  confirmLabel: "Código nuevo",
  useDeletion: useRenewCode,
});

export const RemoveClassDialog = deleteDialog({
  title: "¿Terminar la clase?",
  description: "Se acaba para todos, con sus tareas y exámenes. Cada estudiante conserva las cartas y sus repasos.",
  confirmLabel: "Terminar la clase",
  useDeletion: useRemoveClass,
});

export const LeaveClassDialog = deleteDialog({
  title: "¿Salir de la clase?",
  description:
    "Las cartas y tus repasos se quedan contigo. Dejan de llegar los cambios de las carpetas, y se quitan los exámenes de la clase.",
  confirmLabel: "Salir de la clase",
  useDeletion: useLeaveClass,
});
