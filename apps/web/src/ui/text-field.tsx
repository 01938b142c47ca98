import type { ComponentProps } from "react";
import { cx } from "#ui/cx.ts";
import { Field, type FieldProps, inputLook } from "#ui/field.tsx";

export type TextFieldProps = ComponentProps<"input"> & FieldProps;

export function TextField({ label, error, hint, labelHidden, id, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} labelHidden={labelHidden} id={id}>
      {(control) => <input {...rest} {...control} className={cx(inputLook, "h-12", className)} />}
    </Field>
  );
}
