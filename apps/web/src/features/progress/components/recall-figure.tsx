import { useQuery } from "@tanstack/react-query";
import { LinePath } from "@visx/shape";
import { KEY_FIGURE_SIZE, KeyFigure, KeyFigureState } from "#features/progress/components/key-figure.tsx";
import { RECALL_DAYS, retentionQuery } from "#features/progress/progress.api.ts";
import {
  computeOverallRecall,
  computeRecallFloor,
  computeRecallWeeks,
  isWeekDrawn,
  type RecallWeek,
} from "#features/progress/progress.retention.ts";
import { percent } from "#lib/wording.ts";
import { paths, withQuery } from "#paths.ts";
import { ChartCard } from "#ui/chart-card.tsx";

const TITLE = "Lo que recuerdas";

/** Also shown before any card has come back, because cards are rated as difficult from the first day on. */
const hardest = { href: withQuery(paths.search(), { estado: "hard" }), label: "Las que más te cuestan" };

export function RecallFigure() {
  const retention = useQuery(retentionQuery(RECALL_DAYS));
  if (!retention.data) return <KeyFigureState title={TITLE} query={retention} />;
  const overall = computeOverallRecall(retention.data);
  if (!overall)
    return (
      <ChartCard
        title={TITLE}
        className={KEY_FIGURE_SIZE}
        summary="Cuando tus cartas vuelvan, aquí verás cuántas recuerdas."
        action={hardest}
        smallTitle
      />
    );
  return (
    <KeyFigure
      title={TITLE}
      figure={percent(overall.recalled)}
      strong
      text="de las cartas que volvieron en seis meses."
      aside={<Trend weeks={computeRecallWeeks(retention.data)} />}
      action={hardest}
    />
  );
}

/** In pixels. */
const WIDTH = 112;
const HEIGHT = 44;
const MARGIN = 4;

/** The recall by week as a line without axes; `Ver más` shows its numbers. */
function Trend({ weeks }: { weeks: readonly RecallWeek[] }) {
  const drawn = weeks.filter(isWeekDrawn);
  const shares = drawn.flatMap(({ recalled }) => recalled ?? []);
  const last = shares.at(-1);
  if (last === undefined || shares.length < 3) return null;
  const floor = computeRecallFloor(drawn);
  const x = (index: number) => MARGIN + (index / (shares.length - 1)) * (WIDTH - 2 * MARGIN);
  const y = (share: number) => MARGIN + ((1 - share) / (1 - floor)) * (HEIGHT - 2 * MARGIN);
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} className="max-[20rem]:hidden">
      <LinePath
        data={[...shares]}
        x={(_, index) => x(index)}
        y={y}
        className="fill-none stroke-brand/60 [stroke-linejoin:round]"
        strokeWidth={2}
        strokeLinecap="round"
      />
      <circle cx={x(shares.length - 1)} cy={y(last)} r={4} className="fill-brand" />
    </svg>
  );
}
