import { PasswordField } from "#ui/password-field.tsx";
import { usePasswordHint } from "#ui/use-password-hint.ts";

type NewPasswordFieldsProps = {
  label: string;
  /** The `field` function of a form whose schema has `password` and `confirmPassword`. */
  field: (name: string) => { name: string; error: string | undefined };
};

/** The fields for a new password and for its repetition, which guards against typing errors. */
export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  const hint = usePasswordHint();
  return (
    <>
      <PasswordField {...field("password")} {...hint} label={label} autoComplete="new-password" />
      <PasswordField {...field("confirmPassword")} label="Repite la contraseña" autoComplete="new-password" />
    </>
  );
}
