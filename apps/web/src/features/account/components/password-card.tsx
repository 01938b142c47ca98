import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ActionRow } from "#features/account/components/action-row.tsx";
import { useLateDialog } from "#ui/use-late-dialog.ts";

const loadPasswordDialog = async () =>
  (await import("#features/account/components/password-dialog.tsx")).PasswordDialog;

export function PasswordCard() {
  const [open, setOpen] = useState(false);
  const PasswordDialog = useLateDialog(open, loadPasswordDialog, () => setOpen(false));
  return (
    <section aria-label="Contraseña" className="surface-card overflow-hidden">
      <ActionRow id="cambiar-contrasena" Icon={KeyRound} label="Cambiar contraseña" onClick={() => setOpen(true)} />
      {PasswordDialog && <PasswordDialog open={open} onOpenChange={setOpen} />}
    </section>
  );
}
