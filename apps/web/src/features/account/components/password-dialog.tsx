import { passwordChange } from "@repasa/contract/auth.forms.ts";
import { useChangePassword, useCredentialsForm } from "#features/account/account.credentials.ts";
import { useUser } from "#features/session/use-session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { NewPasswordFields } from "#ui/new-password-fields.tsx";
import { PasswordField } from "#ui/password-field.tsx";

type PasswordDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
  const change = useChangePassword();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => change.isPending || onOpenChange(next)}
      title="Cambiar contraseña"
      description="Cerraremos tus sesiones en otros dispositivos; en este sigues dentro."
    >
      <PasswordForm change={change} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type PasswordFormProps = { change: ReturnType<typeof useChangePassword>; onClose: () => void };

function PasswordForm({ change, onClose }: PasswordFormProps) {
  const { email } = useUser();
  const { form, field } = useCredentialsForm(passwordChange, change, onClose);
  return (
    <form {...form} className="flex flex-col gap-5 pt-1">
      <PasswordField {...field("currentPassword")} label="Contraseña actual" autoComplete="current-password" />
      <NewPasswordFields label="Nueva contraseña" field={field} />
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <DialogFooter>
        <Button variant="outline" onClick={onClose} disabled={change.isPending}>
          Cancelar
        </Button>
        <Button type="submit" loading={change.isPending}>
          Cambiar contraseña
        </Button>
      </DialogFooter>
    </form>
  );
}
