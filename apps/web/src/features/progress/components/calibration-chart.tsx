import { useQuery } from "@tanstack/react-query";
import { scaleLinear } from "@visx/scale";
import { useState } from "react";
import { ChartState } from "#features/progress/components/chart-state.tsx";
import { calibrationQuery } from "#features/progress/progress.api.ts";
import {
  computeAxisFloor,
  computeCalibration,
  countReviews,
  describeCalibration,
  describeMissingReviews,
  formatRange,
  type Prediction,
  selectDrawnPredictions,
} from "#features/progress/progress.calibration.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { percent } from "#lib/wording.ts";
import { CHART_HEIGHT, ChartArea } from "#ui/chart-area.tsx";
import { ChartCard, Readout } from "#ui/chart-card.tsx";
import { ChartOrTable } from "#ui/chart-or-table.tsx";
import { useChartWidth } from "#ui/use-chart-width.ts";

const TITLE = "Cuánto acertamos";

/** Compares the recall that was observed with the recall that was predicted. */
export function CalibrationChart() {
  const bins = useQuery(calibrationQuery());
  const [pointed, setPointed] = useState<number | null>(null);
  if (!bins.data) return <ChartState title={TITLE} query={bins} />;
  const calibration = computeCalibration(bins.data);
  if (!calibration) return <ChartCard title={TITLE} summary={describeMissingReviews(countReviews(bins.data))} />;
  const summary = describeCalibration(calibration);
  const drawn = selectDrawnPredictions(calibration);
  const prediction = pointed === null ? undefined : drawn[pointed];
  return (
    <ChartCard title={TITLE} summary={summary}>
      <ChartOrTable
        table={{
          caption: "Recordado según lo previsto, en el último año",
          head: ["Previsión", "Media", "Recordado", "Repasos"],
          rows: () =>
            calibration.predictions.map((each) => [
              formatRange(each),
              percent(each.predicted),
              percent(each.recalled),
              formatCount(each.reviews),
            ]),
        }}
      >
        <Dots
          predictions={drawn}
          label={`Recordado según lo previsto. ${summary}`}
          pointed={pointed}
          onPoint={setPointed}
        />
        <Readout>
          {prediction
            ? describePoint(prediction)
            : "En la línea, lo esperado; por encima, recordaste más. El último año."}
        </Readout>
      </ChartOrTable>
    </ChartCard>
  );
}

function describePoint({ predicted, recalled, reviews }: Prediction): string {
  return `${percent(predicted)} previsto, ${percent(recalled)} recordado, ${counted(reviews, "repaso", "repasos")}`;
}

/** The space around the dots, in pixels. At the sides, the largest dot needs it. */
const MARGIN = { top: 18, bottom: 24, side: 10 };
/** The distance of a label above its line, in pixels. */
const NAME = 5;
const LARGEST = 10;
const SMALLEST = 3.5;

type Scale = (share: number) => number;

type DotsProps = {
  predictions: readonly Prediction[];
  label: string;
  pointed: number | null;
  onPoint: (prediction: number | null) => void;
};

/** The size of a dot grows with its number of reviews. On the dashed line, recall is as predicted. */
function Dots({ predictions, label, pointed, onPoint }: DotsProps) {
  const [box, width] = useChartWidth();
  const floor = computeAxisFloor(predictions);
  const most = Math.max(...predictions.map(({ reviews }) => reviews));
  const x = scaleLinear({ domain: [floor, 1], range: [MARGIN.side, Math.max(MARGIN.side + 1, width - MARGIN.side)] });
  const y = scaleLinear({ domain: [floor, 1], range: [CHART_HEIGHT - MARGIN.bottom, MARGIN.top] });
  const positions = predictions.map(({ predicted }) => x(predicted));
  return (
    <ChartArea label={label} box={box} width={width} pointing={{ positions, pointed, onPoint }}>
      <Axes floor={floor} x={x} y={y} />
      {predictions.map(({ from, predicted, recalled, reviews }, index) => (
        <circle
          key={from}
          cx={x(predicted)}
          cy={y(recalled)}
          r={Math.max(SMALLEST, LARGEST * Math.sqrt(reviews / most))}
          className={index === pointed ? "fill-brand stroke-ink" : "fill-brand/75 stroke-surface"}
          strokeWidth={1.5}
        />
      ))}
    </ChartArea>
  );
}

/** Draws the labels inside the chart, where there is room for large text. */
function Axes({ floor, x, y }: { floor: number; x: Scale; y: Scale }) {
  const middle = (1 + floor) / 2;
  const look = "tabular fill-ink-soft";
  return (
    <>
      {[1, middle, floor].map((share) => (
        <line key={share} x1={x(floor)} x2={x(1)} y1={y(share)} y2={y(share)} className="stroke-line" />
      ))}
      <line
        x1={x(floor)}
        y1={y(floor)}
        x2={x(1)}
        y2={y(1)}
        className="stroke-ink-soft [stroke-dasharray:4_4]"
        strokeWidth={1.5}
      />
      <text x={x(floor)} y={y(1) - NAME} className={look}>
        {`${percent(1)} recordado`}
      </text>
      <text x={x(floor)} y={y(middle) - NAME} className={look}>
        {percent(middle)}
      </text>
      <text x={x(floor)} y={CHART_HEIGHT - NAME} className={look}>
        {percent(floor)}
      </text>
      <text x={x(1)} y={CHART_HEIGHT - NAME} textAnchor="end" className={look}>
        {`${percent(1)} previsto`}
      </text>
    </>
  );
}
