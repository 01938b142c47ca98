import { type ReactNode, useId } from "react";
import { cx } from "#ui/cx.ts";
import { FormError } from "#ui/form-error.tsx";

export type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  labelHidden?: boolean | undefined;
  /** Shown beside the label. */
  aside?: ReactNode;
};

type ControlProps = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };

/** Associates label, control, hint and error for screen readers. */
export function Field({
  label,
  error,
  hint,
  labelHidden = false,
  aside,
  id: givenId,
  children,
}: FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1.5 short:gap-0.5">
      <div
        className={cx(
          "flex flex-wrap items-center justify-between gap-x-4 text-sm",
          labelHidden && !aside && "sr-only",
        )}
      >
        <label htmlFor={id} className={cx("font-semibold", labelHidden && "sr-only")}>
          {label}
        </label>
        {aside && <span className="tabular grow text-end text-ink-soft">{aside}</span>}
      </div>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
      <FormError id={`${id}-error`} message={error} />
    </div>
  );
}

/** The text is at least 16 px, because iOS zooms into inputs with smaller text. */
export const inputLook = cx(
  "w-full rounded-control border border-line-strong bg-surface px-3.5 text-ink text-input placeholder:text-ink-soft",
  "transition-[border-color] duration-100 hover:border-ink-soft focus-visible:border-brand focus-visible:outline-offset-0",
  "disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger",
);
