import type { Ref } from "react";
import { NO_LIMIT, type Option, parseLimit } from "#features/preferences/preferences.options.ts";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";

type LimitFieldProps = {
  ref?: Ref<HTMLSelectElement>;
  label: string;
  hint: string;
  /** Cards per day; null for no limit. */
  value: number | null;
  options: readonly Option[];
  onChange: (limit: number | null) => void;
};

export function LimitField({ ref, label, hint, value, options, onChange }: LimitFieldProps) {
  return (
    <SelectField
      ref={ref}
      label={label}
      hint={hint}
      value={value === null ? NO_LIMIT : String(value)}
      onChange={(event) => onChange(parseLimit(event.currentTarget.value))}
    >
      <SelectOptions options={options} />
    </SelectField>
  );
}
