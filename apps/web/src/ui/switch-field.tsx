import { type ReactNode, type Ref, useId } from "react";
import { cx } from "#ui/cx.ts";

type SwitchFieldProps = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Set if the switch only qualifies other fields: a dialog then does not focus it first. */
  isOption?: boolean;
};

export function SwitchField({
  ref,
  label,
  hint,
  checked,
  onCheckedChange,
  disabled = false,
  isOption = false,
}: SwitchFieldProps) {
  const hintId = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-4 has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{label}</span>
        {hint && (
          <span id={hintId} className="mt-0.5 block text-ink-soft text-sm">
            {hint}
          </span>
        )}
      </span>
      <span className="relative shrink-0">
        <input
          ref={ref}
          type="checkbox"
          role="switch"
          data-option={isOption ? "" : undefined}
          aria-checked={checked}
          aria-label={label}
          aria-describedby={hint ? hintId : undefined}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          className={cx(
            "block h-7 w-12 cursor-[inherit] appearance-none rounded-full border-2 transition-colors duration-100",
            checked ? "border-brand bg-brand" : "border-line-strong bg-sunken",
          )}
        />
        <span
          aria-hidden
          className={cx(
            "pointer-events-none absolute top-1 left-1 size-5 rounded-full transition-[translate,background-color] duration-100",
            checked ? "translate-x-5 bg-on-brand" : "bg-ink-soft",
          )}
        />
      </span>
    </label>
  );
}
