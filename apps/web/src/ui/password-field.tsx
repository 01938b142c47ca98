import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { cx } from "#ui/cx.ts";
import { Field, type FieldProps, inputLook } from "#ui/field.tsx";
import { IconButton } from "#ui/icon-button.tsx";

export type PasswordFieldProps = Omit<ComponentProps<"input">, "type"> &
  FieldProps & { autoComplete: "current-password" | "new-password" };

export function PasswordField({ label, error, hint, labelHidden, id, className, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} labelHidden={labelHidden} id={id}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={shown ? "text" : "password"}
            className={cx(inputLook, "h-12 pr-12", className)}
          />
          <IconButton
            label={shown ? "Ocultar contraseña" : "Mostrar contraseña"}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown(!shown)}
            className="absolute top-0.5 right-0.5"
          />
        </div>
      )}
    </Field>
  );
}
