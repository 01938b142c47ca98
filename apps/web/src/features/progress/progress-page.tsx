import { ComingFigure } from "#features/progress/components/coming-figure.tsx";
import { KEY_FIGURE_SIZE } from "#features/progress/components/key-figure.tsx";
import { ProgressFrame } from "#features/progress/components/progress-frame.tsx";
import { RecallFigure } from "#features/progress/components/recall-figure.tsx";
import { StreakFigure } from "#features/progress/components/streak-figure.tsx";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

/** Answers three questions: the streak, how much is remembered, and what is coming. The rest has a page of its own. */
export default function ProgressPage() {
  return (
    <>
      <PageHeader title="Progreso" backHref={paths.home()} />
      <ProgressFrame skeleton={<ProgressSkeleton />}>
        {({ today, stats }) => (
          <>
            <div className="grid gap-3 md:gap-4 lg:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-3 md:gap-4">
                <StreakFigure today={today} stats={stats} />
                <RecallFigure />
              </div>
              <ComingFigure today={today} nextExam={stats.nextExam} />
            </div>
            <ButtonLink
              href={paths.progressDetails()}
              variant="outline"
              className="mt-3 w-full md:mx-auto md:mt-6 md:flex md:w-80"
            >
              Ver más
            </ButtonLink>
          </>
        )}
      </ProgressFrame>
    </>
  );
}

function ProgressSkeleton() {
  return (
    <SkeletonGroup className="grid gap-3 md:gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-3 md:gap-4">
        <Skeleton className={cx("rounded-card", KEY_FIGURE_SIZE)} />
        <Skeleton className={cx("rounded-card", KEY_FIGURE_SIZE)} />
      </div>
      <Skeleton className="h-78 md:h-80 rounded-card" />
    </SkeletonGroup>
  );
}
