import { TextField, type TextFieldProps } from "#ui/text-field.tsx";

type EmailFieldProps = Omit<TextFieldProps, "label" | "type"> & { label?: string };

/** `type="email"` selects the keyboard and helps password managers. It does not validate: forms are `noValidate`. */
export function EmailField({ label = "Correo electrónico", ...props }: EmailFieldProps) {
  return (
    <TextField
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      placeholder="tu@correo.com"
      maxLength={320}
      {...props}
      label={label}
      type="email"
    />
  );
}
