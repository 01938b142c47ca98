import { PasswordField } from "#ui/password-field.tsx";

type NewPasswordFieldsProps = {
  label: string;
  /** That of the form, whose schema has `password` and `confirmPassword`. */
  field: (name: string) => { name: string; error: string | undefined };
};

/** A password that is chosen, and once more against typing errors. */
export function NewPasswordFields({ label, field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field("password")}
        label={label}
        hint="Usa al menos 8 caracteres."
        autoComplete="new-password"
      />
      <PasswordField {...field("confirmPassword")} label="Repite la contraseña" autoComplete="new-password" />
    </>
  );
}
