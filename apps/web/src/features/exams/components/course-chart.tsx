import type { CourseDay, ExamForecast } from "@repasa/contract/exams.ts";
import { scaleLinear } from "@visx/scale";
import { Area, LinePath } from "@visx/shape";
import { useState } from "react";
import {
  compareWithForecast,
  computeCourseAxis,
  describeCourse,
  describeCourseDay,
  describeQuizPoint,
  formatBand,
  formatCourseDay,
  type QuizPoint,
} from "#features/exams/exams.course.ts";
import { describeScore } from "#features/quizzes/quizzes.wording.ts";
import { daysBetween } from "#lib/local-date.ts";
import { percent, shortDay } from "#lib/wording.ts";
import { CHART_HEIGHT, ChartArea } from "#ui/chart-area.tsx";
import { ChartCard, Readout } from "#ui/chart-card.tsx";
import { ChartOrTable } from "#ui/chart-or-table.tsx";
import { cx } from "#ui/cx.ts";
import { useChartWidth } from "#ui/use-chart-width.ts";

const TITLE = "Hasta el examen";

type CourseChartProps = {
  forecast: ExamForecast;
  /** In the order of their dates, none after today. */
  quizzes: readonly QuizPoint[];
};

/** Charts the expected recall of all cards on each day until the exam, with its band, and the recall without study. */
export function CourseChart({ forecast, quizzes }: CourseChartProps) {
  const { course, expected, ifStopped } = forecast;
  const last = quizzes.at(-1);
  const [pointed, setPointed] = useState<number | null>(null);
  const day = pointed === null ? undefined : course[pointed];
  return (
    <ChartCard title={TITLE}>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-sm">
        <LineName label="Si sigues el plan" share={expected.mean} strong />
        <LineName label="Si lo dejas hoy" share={ifStopped.mean} />
        {last && <PointName quiz={last} />}
      </ul>
      {last && <p className="mt-2 text-sm">{compareWithForecast(last, forecast)}</p>}
      <ChartOrTable
        table={{
          caption: "Lo que recordarías cada día hasta el examen",
          head: ["Día", "Con el plan", "Entre", "Si lo dejas"],
          rows: () =>
            course.map(({ date, mean, low, high, ifStopped }) => [
              shortDay(date),
              percent(mean),
              formatBand({ low, high }),
              percent(ifStopped),
            ]),
        }}
      >
        <Course
          course={course}
          quizzes={quizzes}
          label={[describeCourse(course), ...quizzes.map(describeQuizPoint)].join(" ")}
          pointed={pointed}
          onPoint={setPointed}
        />
        <Readout>{day ? formatCourseDay(day) : null}</Readout>
      </ChartOrTable>
    </ChartCard>
  );
}

type LineNameProps = { label: string; share: number; strong?: boolean };

/** The name of one of the two lines, with a sample of it and the recall at its end. */
function LineName({ label, share, strong = false }: LineNameProps) {
  return (
    <li className="flex items-center gap-2">
      <span
        aria-hidden
        className={cx("w-5 shrink-0 border-t-[3px]", strong ? "border-brand" : "border-ink-soft border-dashed")}
      />
      <span>
        {label} <strong className={cx("tabular", strong ? "text-brand-ink" : "text-ink")}>{percent(share)}</strong>
      </span>
    </li>
  );
}

/** The name of the points, with a sample of them and the score of the last one. */
function PointName({ quiz }: { quiz: QuizPoint }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden className="size-2.5 shrink-0 rotate-45 border-2 border-ink bg-surface" />
      <span>
        Último test <strong className="tabular text-ink">{describeScore(quiz)}</strong>
      </span>
    </li>
  );
}

/** The space around the lines, in pixels: on the left for the labels of the recall axis. */
const MARGIN = { top: 8, bottom: 24, left: 44 };
/** The radius of the largest dot, in pixels. The dots of the first and the last day need it at the sides. */
const MAX_DOT_RADIUS = 6;
/** The distance of a label from the lower edge, in pixels. */
const LABEL_DISTANCE = 5;

type Scale = (value: number) => number;

type CourseProps = {
  course: readonly CourseDay[];
  quizzes: readonly QuizPoint[];
  label: string;
  pointed: number | null;
  onPoint: (at: number | null) => void;
};

function Course({ course, quizzes, label, pointed, onPoint }: CourseProps) {
  const [box, width] = useChartWidth();
  const [first, last] = [course[0] as CourseDay, course.at(-1) as CourseDay];
  const { floor, top } = computeCourseAxis(course);
  const start = quizzes[0]?.date ?? first.date;
  const countDays = ({ date }: { date: string }) => daysBetween(start, date);
  const xOfDay = scaleLinear({
    domain: [0, countDays(last)],
    range: [MARGIN.left + MAX_DOT_RADIUS, Math.max(MARGIN.left + MAX_DOT_RADIUS + 1, width - MAX_DOT_RADIUS)],
  });
  const y = scaleLinear({ domain: [floor, top], range: [CHART_HEIGHT - MARGIN.bottom, MARGIN.top], clamp: true });
  const x = (day: { date: string }) => xOfDay(countDays(day));
  const day = pointed === null ? undefined : course[pointed];
  const textOf = (at: number) => describeCourseDay(course[at] as CourseDay);
  const steps = { label: "Día hasta el examen", textOf };
  return (
    <ChartArea label={label} box={box} width={width} pointing={{ positions: course.map(x), pointed, onPoint, steps }}>
      <Frame last={last} todayAt={x(first)} floor={floor} top={top} width={width} y={y} />
      <CourseLines course={course} x={x} y={y} />
      {day && (
        <line
          x1={x(day)}
          x2={x(day)}
          y1={MARGIN.top}
          y2={CHART_HEIGHT - MARGIN.bottom}
          className="stroke-line-strong"
        />
      )}
      <CourseDots day={day ?? last} x={x} y={y} />
      <QuizPoints quizzes={quizzes} x={x} y={y} />
    </ChartArea>
  );
}

type FrameProps = { last: CourseDay; todayAt: number; floor: number; top: number; width: number; y: Scale };

/** Labels the ends of both axes. */
function Frame({ last, todayAt, floor, top, width, y }: FrameProps) {
  const look = "tabular fill-ink-soft";
  return (
    <>
      {[top, floor].map((share) => (
        <g key={share}>
          <line x1={MARGIN.left} x2={width} y1={y(share)} y2={y(share)} className="stroke-line" />
          <text x={MARGIN.left - 8} y={y(share) + 4} textAnchor="end" className={look}>
            {percent(share)}
          </text>
        </g>
      ))}
      <text x={todayAt - MAX_DOT_RADIUS} y={CHART_HEIGHT - LABEL_DISTANCE} className={look}>
        Hoy
      </text>
      <text x={width} y={CHART_HEIGHT - LABEL_DISTANCE} textAnchor="end" className={look}>
        {shortDay(last.date)}
      </text>
    </>
  );
}

type CourseLinesProps = { course: readonly CourseDay[]; x: (day: CourseDay) => number; y: Scale };

function CourseLines({ course, x, y }: CourseLinesProps) {
  const days = [...course];
  return (
    <>
      <Area
        data={days}
        x={x}
        y0={({ low }) => y(low)}
        y1={({ high }) => y(high)}
        className="fill-brand/20"
        data-band=""
      />
      <LinePath
        data={days}
        x={x}
        y={({ ifStopped }) => y(ifStopped)}
        className="fill-none stroke-ink-soft [stroke-dasharray:4_4]"
        strokeWidth={2}
      />
      <LinePath
        data={days}
        x={x}
        y={({ mean }) => y(mean)}
        className="fill-none stroke-brand [stroke-linejoin:round]"
        strokeWidth={2.5}
        strokeLinecap="round"
      />
    </>
  );
}

function CourseDots({ day, x, y }: { day: CourseDay; x: (day: CourseDay) => number; y: Scale }) {
  return (
    <>
      <circle cx={x(day)} cy={y(day.ifStopped)} r={4} className="fill-ink-soft stroke-surface" strokeWidth={1.5} />
      <circle cx={x(day)} cy={y(day.mean)} r={5.5} className="fill-brand stroke-surface" strokeWidth={1.5} />
    </>
  );
}

type QuizPointsProps = { quizzes: readonly QuizPoint[]; x: (day: { date: string }) => number; y: Scale };

/** The results of quizzes, each with its interval; at the edge of the chart if they lie beyond it. */
function QuizPoints({ quizzes, x, y }: QuizPointsProps) {
  return quizzes.map((quiz) => {
    const [at, share] = [x(quiz), y(quiz.share)];
    return (
      <g key={`${quiz.date} ${quiz.share}`} data-quiz-point="">
        <line x1={at} x2={at} y1={y(quiz.low)} y2={y(quiz.high)} className="stroke-ink" strokeWidth={1.5} />
        <rect
          x={at - 4}
          y={share - 4}
          width={8}
          height={8}
          transform={`rotate(45 ${at} ${share})`}
          className="fill-surface stroke-ink"
          strokeWidth={2}
        />
      </g>
    );
  });
}
