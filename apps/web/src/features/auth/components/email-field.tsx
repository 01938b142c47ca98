import { TextField, type TextFieldProps } from "#ui/text-field.tsx";

/** Not `type="email"` for its checks, which speak the browser's language, but for the keyboard and the managers. */
export function EmailField(props: Omit<TextFieldProps, "label" | "type">) {
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
      label="Correo electrónico"
      type="email"
    />
  );
}
