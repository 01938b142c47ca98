import { type ReactNode, useId } from "react";
import { cx } from "#ui/cx.ts";

type Choice<T extends string> = { value: T; label: string; icon?: ReactNode };

type ChoiceFieldProps<T extends string> = {
  label: string;
  choices: readonly Choice<T>[];
  value: T | undefined;
  onChange: (value: T) => void;
  disabled?: boolean;
};

export function ChoiceField<T extends string>({
  label,
  choices,
  value,
  onChange,
  disabled = false,
}: ChoiceFieldProps<T>) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-2 disabled:opacity-60">
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-sunken p-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              "relative flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-chip px-2 font-semibold text-sm",
              "transition-colors duration-100 has-focus-visible:outline-2! has-focus-visible:outline-brand! [&_svg]:size-4.5 [&_svg]:shrink-0 max-[23rem]:[&_svg]:hidden",
              choice.value === value
                ? "bg-brand-soft text-brand-ink outline-1 outline-brand/50"
                : "text-ink-soft hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {choice.icon}
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
