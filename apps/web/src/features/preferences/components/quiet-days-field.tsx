import { useId } from "react";
import {
  describeWeekdays,
  formatQuietDays,
  type Level,
  levels,
  setLevel,
  type Weekday,
} from "#features/preferences/preferences.quiet-days.ts";
import { cx } from "#ui/cx.ts";

type QuietDaysFieldProps = {
  /** Weights from 0 to 1, Monday first. */
  value: readonly number[];
  onChange: (quietDays: number[]) => void;
};

export function QuietDaysField({ value, onChange }: QuietDaysFieldProps) {
  const hintId = useId();
  const weekdays = describeWeekdays(value);
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="mb-2 font-semibold text-sm">Días tranquilos</legend>
      <div className="grid grid-cols-7 gap-1">
        {weekdays.map((weekday, place) => (
          <WeekdaySelect
            key={weekday.name}
            weekday={weekday}
            onChange={(level) => onChange(setLevel(value, place, level))}
          />
        ))}
      </div>
      <div id={hintId} className="mt-1.5 text-ink-soft text-sm">
        <p className="font-semibold text-ink">{formatQuietDays(weekdays)}</p>
        <p className="mt-1">Los repasos lejanos suelen esquivar esos días.</p>
      </div>
    </fieldset>
  );
}

const fills: Record<Level, string> = { normal: "scale-y-100", less: "scale-y-50", free: "scale-y-0" };

/** An invisible native select over a column whose height shows the share of the day. */
function WeekdaySelect({ weekday, onChange }: { weekday: Weekday; onChange: (level: Level) => void }) {
  const { letter, name, level, mayBeFree } = weekday;
  return (
    <label
      className={
        "relative flex min-h-18 flex-col items-center gap-1.5 rounded-control border border-line-strong p-1.5 " +
        "font-semibold text-sm hover:border-ink-soft has-focus-visible:outline-2 has-focus-visible:outline-brand"
      }
    >
      <span aria-hidden>{letter}</span>
      <span aria-hidden className="flex w-full flex-1 items-end overflow-hidden rounded-chip bg-sunken">
        <span className={cx("h-full w-full origin-bottom bg-brand transition-[scale] duration-100", fills[level])} />
      </span>
      <select
        aria-label={name}
        value={level}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Level)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {levels.map(({ value, label }) => (
          <option key={value} value={value} disabled={value === "free" && !mayBeFree}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
