import { cx } from "#ui/cx.ts";

type ProgressBarProps = {
  value: number;
  max: number;
  /** Left out where a text beside the bar says the same, so that screen readers pass over it. */
  label?: string;
  /** Announced by screen readers instead of the percentage, for example "Carta 3 de 20". */
  valueText?: string;
  className?: string;
};

export function ProgressBar({ value, max, label, valueText, className }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      {...(label === undefined
        ? { "aria-hidden": true }
        : {
            role: "progressbar",
            "aria-label": label,
            "aria-valuemin": 0,
            "aria-valuemax": max,
            "aria-valuenow": value,
            "aria-valuetext": valueText,
          })}
      className={cx(
        "h-1.5 overflow-hidden rounded-full bg-brand-soft contrast-more:border contrast-more:border-line-strong forced-colors:border",
        className,
      )}
    >
      <div
        className="h-full w-full origin-left rounded-full bg-brand forced-color-adjust-none forced-colors:bg-[Highlight] transition-[scale] duration-200 ease-out"
        style={{ scale: `${share} 1` }}
      />
    </div>
  );
}
