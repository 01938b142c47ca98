import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ActionRow } from "#features/account/components/action-row.tsx";
import { useLateComponent } from "#lib/use-late-component.ts";
import { toast } from "#ui/toast.ts";

const loadPasswordDialog = async () =>
  (await import("#features/account/components/password-dialog.tsx")).PasswordDialog;

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  const PasswordDialog = useLateComponent(open, loadPasswordDialog, 0, () => {
    setOpen(false);
    toast({ description: "No se pudo abrir. Comprueba tu conexión e inténtalo de nuevo.", variant: "error" });
  });
  return (
    <section aria-label="Contraseña" className="surface-card overflow-hidden">
      <ActionRow id="cambiar-contrasena" Icon={KeyRound} label="Cambiar contraseña" onClick={() => setOpen(true)} />
      {PasswordDialog && <PasswordDialog open={open} onOpenChange={setOpen} />}
    </section>
  );
}
