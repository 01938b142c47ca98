import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "#ui/cx.ts";
import { Field, type FieldProps, inputLook } from "#ui/field.tsx";

export type SelectFieldProps = ComponentProps<"select"> & FieldProps;

/** Uses the native select, which works best on phones. */
export function SelectField({ label, error, hint, labelHidden, id, className, children, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} labelHidden={labelHidden} id={id}>
      {(control) => (
        <div className="relative">
          <select {...rest} {...control} className={cx(inputLook, "h-12 appearance-none pr-11", className)}>
            {children}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute top-3.5 right-3.5 size-5 text-ink-soft" />
        </div>
      )}
    </Field>
  );
}
