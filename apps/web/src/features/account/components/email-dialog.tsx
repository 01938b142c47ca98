import { emailChange } from "@repasa/contract/auth.forms.ts";
import { useChangeEmail } from "#features/account/account.credentials.ts";
import { CredentialDialog } from "#features/account/components/credential-dialog.tsx";
import type { OpenState } from "#ui/dialog.tsx";
import { EmailField } from "#ui/email-field.tsx";
import { PasswordField } from "#ui/password-field.tsx";

export function EmailDialog(dialog: OpenState) {
  return (
    <CredentialDialog
      {...dialog}
      title="Cambiar correo"
      description="Te enviaremos un enlace al correo nuevo. Hasta que lo abras, tu cuenta sigue con el de ahora."
      schema={emailChange}
      change={useChangeEmail()}
      submitLabel="Enviar enlace"
    >
      {(field) => (
        <>
          <EmailField {...field("email")} label="Correo nuevo" autoComplete="email" />
          <PasswordField {...field("currentPassword")} label="Contraseña actual" autoComplete="current-password" />
        </>
      )}
    </CredentialDialog>
  );
}
