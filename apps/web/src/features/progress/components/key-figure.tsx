import type { ReactNode } from "react";
import { ChartState, type ChartStateProps } from "#features/progress/components/chart-state.tsx";
import { ChartCard } from "#ui/chart-card.tsx";
import { cx } from "#ui/cx.ts";
import { Skeleton } from "#ui/skeleton.tsx";

/** The height of a figure without further content, and a share of the room in the column beside a taller one. */
export const KEY_FIGURE_SIZE = "min-h-33.5 flex-[1_0_auto] md:min-h-35.5";

type KeyFigureProps = {
  title: string;
  /** The figure that answers the title's question, and its unit. */
  figure: string;
  unit?: string;
  /** Set for the figure that matters most. */
  strong?: boolean;
  /** One line about the figure. */
  text?: string;
  /** A link to where something can be done about it. */
  action?: { href: string; label: string };
  /** Shown beside the figure, if there is room. */
  aside?: ReactNode;
  children?: ReactNode;
};

/** A question that a student opens Progreso with, and the one large figure that settles it. */
export function KeyFigure({ title, figure, unit, strong = false, text, action, aside, children }: KeyFigureProps) {
  return (
    <ChartCard title={title} smallTitle action={action} className={KEY_FIGURE_SIZE}>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className={cx("font-bold text-4xl tracking-tight", strong && "text-brand-ink")}>{figure}</span>
          {unit && <span className="font-semibold text-lg">{unit}</span>}
        </p>
        {aside}
      </div>
      {text && <p className="mt-0.5 text-ink-soft">{text}</p>}
      {children}
    </ChartCard>
  );
}

type KeyFigureStateProps = Pick<ChartStateProps, "title" | "query"> & {
  /** The look of the skeleton of the figure's further content. */
  more?: string;
};

/** A figure that is not there yet, with the size that it will have. */
export function KeyFigureState({ title, query, more }: KeyFigureStateProps) {
  const skeleton = (
    <>
      <Skeleton className="mt-1 h-11.5 w-28" />
      {more ? <Skeleton className={cx("mt-2", more)} /> : <Skeleton className="mt-2 h-5 w-3/4" />}
    </>
  );
  return <ChartState title={title} className={KEY_FIGURE_SIZE} smallTitle query={query} skeleton={skeleton} />;
}
