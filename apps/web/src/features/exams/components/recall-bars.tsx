import type { ExamForecast, RecallBand } from "@repasa/contract/exams.ts";
import { percent } from "#lib/wording.ts";
import { cx } from "#ui/cx.ts";

/** The two bands one above the other, on the same scale from 0 to 100 %. */
export function RecallBars({ forecast: { expected, ifStopped } }: { forecast: ExamForecast }) {
  return (
    <ul className="grid gap-3">
      <RecallBar label="Si sigues el plan" band={expected} strong />
      <RecallBar label="Si no repasas más" band={ifStopped} />
    </ul>
  );
}

function RecallBar({ label, band, strong = false }: { label: string; band: RecallBand; strong?: boolean }) {
  const share = (value: number) => `${(100 * value).toFixed(2)}%`;
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm">{label}</span>
        <span className={cx("tabular font-bold", strong ? "text-brand-ink text-xl" : "text-ink-soft")}>
          {percent(band.mean)}
          <span className="sr-only">
            , entre {percent(band.low)} y {percent(band.high)}
          </span>
        </span>
      </p>
      <svg aria-hidden="true" className="mt-1 block h-4 w-full" preserveAspectRatio="none">
        <rect x="0" y="5" width="100%" height="6" rx="3" className="fill-sunken" />
        <rect
          x={share(band.low)}
          y="2"
          width={share(band.high - band.low)}
          height="12"
          rx="4"
          className={strong ? "fill-brand/35" : "fill-ink-soft/30"}
        />
        <svg aria-hidden="true" x={share(band.mean)} overflow="visible">
          <rect x="-1.5" y="0" width="3" height="16" rx="1.5" className={strong ? "fill-brand" : "fill-ink-soft"} />
        </svg>
      </svg>
    </li>
  );
}
