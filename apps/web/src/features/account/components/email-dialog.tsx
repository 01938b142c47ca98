import { emailChange } from "@repasa/contract/auth.forms.ts";
import { useChangeEmail, useCredentialsForm } from "#features/account/account.credentials.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { PasswordField } from "#ui/password-field.tsx";

type EmailDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function EmailDialog({ open, onOpenChange }: EmailDialogProps) {
  const change = useChangeEmail();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => change.isPending || onOpenChange(next)}
      title="Cambiar correo"
      description="Te enviaremos un enlace al correo nuevo. Hasta que lo abras, tu cuenta sigue con el de ahora."
    >
      <EmailForm change={change} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

type EmailFormProps = { change: ReturnType<typeof useChangeEmail>; onClose: () => void };

function EmailForm({ change, onClose }: EmailFormProps) {
  const { form, field } = useCredentialsForm(emailChange, change, onClose);
  return (
    <form {...form} className="flex flex-col gap-5 pt-1">
      <EmailField {...field("email")} label="Correo nuevo" autoComplete="email" />
      <PasswordField {...field("currentPassword")} label="Contraseña actual" autoComplete="current-password" />
      <DialogFooter>
        <Button variant="outline" onClick={onClose} disabled={change.isPending}>
          Cancelar
        </Button>
        <Button type="submit" loading={change.isPending}>
          Enviar enlace
        </Button>
      </DialogFooter>
    </form>
  );
}
