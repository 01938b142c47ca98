import { type ComponentProps, type FormEvent, useLayoutEffect, useRef } from "react";
import { cx } from "#ui/cx.ts";
import { Field, type FieldProps, inputLook } from "#ui/field.tsx";

export type TextareaFieldProps = ComponentProps<"textarea"> & FieldProps;

const growsByItself = typeof CSS !== "undefined" && CSS.supports?.("field-sizing", "content");

function grow(area: HTMLTextAreaElement) {
  if (growsByItself) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 2}px`;
}

/** Grows with its text from `rows` lines up to half of the screen. */
export function TextareaField({
  label,
  error,
  hint,
  labelHidden,
  aside,
  id,
  rows = 3,
  className,
  ref,
  onInput,
  ...rest
}: TextareaFieldProps) {
  const area = useRef<HTMLTextAreaElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (area.current) grow(area.current);
  }, [rest.value]);
  const attach = (element: HTMLTextAreaElement | null) => {
    area.current = element;
    if (typeof ref === "function") return ref(element);
    if (ref) ref.current = element;
  };
  const input = (event: FormEvent<HTMLTextAreaElement>) => {
    grow(event.currentTarget);
    onInput?.(event as Parameters<NonNullable<typeof onInput>>[0]);
  };
  return (
    <Field label={label} error={error} hint={hint} labelHidden={labelHidden} aside={aside} id={id}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          ref={attach}
          rows={rows}
          onInput={input}
          className={cx(
            inputLook,
            "field-sizing-content max-h-[50dvh] resize-none py-2.5",
            rows > 2 ? "min-h-[6rem]" : "min-h-[4.5rem]",
            // At least three lines, and an equal share of the remaining height.
            "short:max-h-none short:min-h-[calc(3lh+10px)] short:flex-[1_1_0px] short:py-1",
            className,
          )}
        />
      )}
    </Field>
  );
}
