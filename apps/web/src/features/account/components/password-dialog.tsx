import { passwordChange } from "@repasa/contract/auth.forms.ts";
import { useChangePassword } from "#features/account/account.credentials.ts";
import { CredentialDialog } from "#features/account/components/credential-dialog.tsx";
import { useUser } from "#features/session/use-session.ts";
import type { OpenState } from "#ui/dialog.tsx";
import { NewPasswordFields } from "#ui/new-password-fields.tsx";
import { PasswordField } from "#ui/password-field.tsx";

export function PasswordDialog(dialog: OpenState) {
  const { email } = useUser();
  return (
    <CredentialDialog
      {...dialog}
      title="Cambiar contraseña"
      description="Cerraremos tus sesiones en otros dispositivos; en este sigues dentro."
      schema={passwordChange}
      change={useChangePassword()}
      submitLabel="Cambiar contraseña"
    >
      {(field) => (
        <>
          <PasswordField {...field("currentPassword")} label="Contraseña actual" autoComplete="current-password" />
          <NewPasswordFields label="Nueva contraseña" field={field} />
          {/* Lets password managers find the account. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
        </>
      )}
    </CredentialDialog>
  );
}
