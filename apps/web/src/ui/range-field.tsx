import { type ReactNode, useId } from "react";

type RangeFieldProps = {
  label: string;
  valueText: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  ends?: readonly [lowest: string, highest: string];
  hint?: ReactNode;
};

export function RangeField({ label, valueText, min, max, step, value, onChange, ends, hint }: RangeFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <output htmlFor={id} aria-hidden className="tabular font-bold text-brand-ink text-lg">
          {valueText}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-11 w-full cursor-pointer rounded-control accent-brand"
      />
      {ends && (
        <div aria-hidden className="-mt-1 flex justify-between text-ink-soft text-xs">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-2 text-ink-soft text-sm">
          {hint}
        </div>
      )}
    </div>
  );
}
