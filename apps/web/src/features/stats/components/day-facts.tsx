import type { CatchUp } from "@repasa/contract/pace.ts";
import type { UserStats } from "@repasa/contract/stats.ts";
import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { Check, CloudOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { computePlanPercent, describePlanDay } from "#features/pace/pace.wording.ts";
import { ExamCountdown } from "#features/stats/components/exam-countdown.tsx";
import { Streak } from "#features/stats/components/streak.tsx";
import { computeDonePercent, describeFolders, describeUpToDate } from "#features/stats/stats.days.ts";
import { explainFailure } from "#lib/error-message.ts";
import { keepFocus } from "#lib/page-title.ts";
import { reloadFailed } from "#lib/query.ts";
import { Button } from "#ui/button.tsx";
import { ProgressRing } from "#ui/progress-ring.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const column =
  "divide-y divide-line border-line border-t lg:col-start-2 lg:row-start-1 lg:flex lg:flex-col lg:border-t-0 lg:border-l";
const row = "relative flex min-h-13 items-center gap-3 px-4 py-1 md:px-6 lg:min-h-15 lg:flex-1";

type StatsQuery = Pick<UseQueryResult<UserStats>, "data" | "error" | "isFetching">;

type DayFactsProps = {
  query: StatsQuery;
  /** The number of folders with pending cards. */
  pending: number;
  /** The number of pending cards. */
  cards: number;
  /** The plan to catch up, if one is under way. */
  plan: CatchUp | null;
  resting: boolean;
  /** True after an absence: each figure without its second line. */
  isBrief: boolean;
  /** True if the next exam has a panel of its own. */
  hasExamPanel: boolean;
};

/** The figures beside today's pending cards: the folders, the streak and the next exam. */
export function DayFacts({ query, pending, cards, plan, resting, isBrief, hasExamPanel }: DayFactsProps) {
  const stats = query.data;
  if (!stats) {
    return (
      <div className={column}>
        {pending > 0 && !resting && (
          <Fact mark={<CloudOff aria-hidden className="size-5 text-ink-soft" />}>
            <p className="font-semibold">
              {describeFolders({ totalFolders: pending, foldersWithPendingCards: pending })}
            </p>
          </Fact>
        )}
        <NotLoaded query={query} />
      </div>
    );
  }
  return (
    <div className={column}>
      {stats.totalCards > 0 && !resting && (
        <Folders {...stats} foldersWithPendingCards={pending} cards={cards} plan={plan} isBrief={isBrief} />
      )}
      <Streak stats={stats} resting={resting} isBrief={isBrief} className={row} />
      {stats.nextExam && !hasExamPanel && <ExamCountdown exam={stats.nextExam} className={row} />}
    </div>
  );
}

type FoldersProps = Pick<UserStats, "totalFolders" | "foldersWithPendingCards" | "dueWaiting"> &
  Pick<DayFactsProps, "cards" | "plan" | "isBrief">;

/**
 * The ring counts folders, so it is shown beside their number, apart from today's cards. During a plan to catch up it counts the
 * cards of today, because most folders have nothing pending as soon as a plan begins.
 */
function Folders({ cards, plan, isBrief, ...counts }: FoldersProps) {
  const isDone = counts.foldersWithPendingCards === 0;
  const ongoing = isDone || !plan ? null : { doneToday: plan.doneToday, pending: cards };
  const ring = (
    <ProgressRing
      percent={ongoing ? computePlanPercent(ongoing) : computeDonePercent(counts)}
      label={ongoing ? "Cartas de hoy" : "Carpetas sin nada pendiente"}
      tone={isDone ? "done" : "brand"}
    >
      {isDone ? <Check aria-hidden className="size-5 text-easy" strokeWidth={2.5} /> : undefined}
    </ProgressRing>
  );
  return (
    <Fact mark={ring}>
      {!isDone && <p className="font-semibold">{describeFolders(counts)}</p>}
      {!isBrief && (
        <p className="text-ink-soft text-sm">{ongoing ? describePlanDay(ongoing) : describeUpToDate(counts)}</p>
      )}
    </Fact>
  );
}

function Fact({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <div className={row}>
      <span className="grid min-w-10 shrink-0 place-items-center">{mark}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}

/** Retries every part of the screen that could not be loaded. */
function NotLoaded({ query: { error, isFetching } }: { query: StatsQuery }) {
  const queryClient = useQueryClient();
  const [lastError, setLastError] = useState(error);
  // While it is loading again, the query has no error.
  if (error !== null && error !== lastError) setLastError(error);
  const retry = () => void reloadFailed(queryClient);
  return (
    <div role="alert" ref={keepFocus} className="px-4 py-3 md:px-6">
      <p className="font-semibold">No se pudo cargar tu racha</p>
      <p className="mb-3 text-ink-soft text-sm">{explainFailure(lastError)}</p>
      <Button variant="outline" loading={isFetching} onClick={retry}>
        Reintentar
      </Button>
    </div>
  );
}

export function DayFactsSkeleton() {
  return (
    <div className={column}>
      {["folders", "streak"].map((key) => (
        <div key={key} className={row}>
          <Skeleton className="size-[2.5rem] rounded-full" />
          <Skeleton className="h-9 flex-1" />
        </div>
      ))}
    </div>
  );
}
