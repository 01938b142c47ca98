import type { DailyReview, PresentBreak, UserStats } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useEndBreak } from "#features/pace/pace.api.ts";
import { describeSpread } from "#features/pace/pace.wording.ts";
import { SessionSize } from "#features/preferences/components/session-size.tsx";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { ExamCountdown } from "#features/stats/components/exam-countdown.tsx";
import { computeDonePercent, describeFolders } from "#features/stats/stats.days.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { counted } from "#lib/plural.ts";
import { describeWaiting } from "#lib/waiting-text.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";
import { ProgressRing } from "#ui/progress-ring.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

type TodayCardProps = {
  review: DailyReview;
  /** Undefined while loading. Only the ring and the next exam need them. */
  stats: UserStats | undefined;
};

/** Today's pending cards, with the button to start studying. */
export function TodayCard({ review, stats }: TodayCardProps) {
  const { folders, totalDue } = review;
  const spread = findSpread(review);
  const waiting = describeWaiting({ ...review, ...(spread && { dueWaiting: 0 }) });
  const counts = { totalFolders: stats?.totalFolders ?? folders.length, foldersWithPendingCards: folders.length };
  const done = folders.length === 0;
  return (
    <section aria-labelledby="carpetas-del-dia" className="surface-card flex flex-col gap-4 p-4 md:p-5">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <h2 id="carpetas-del-dia" className="text-base text-ink-soft">
            Carpetas del día
          </h2>
          {!done && (
            <p className="tabular font-bold text-xl md:text-2xl">
              {counted(totalDue, "carta pendiente", "cartas pendientes")}
            </p>
          )}
          <p className={done ? "font-bold text-easy text-xl" : "text-ink-soft text-sm md:text-base"}>
            {describeFolders(counts)}
          </p>
          {spread && <Spread {...spread} />}
          {waiting && (
            <p className="text-ink-soft text-sm">
              {waiting}. <WhyWaiting review={review} stats={stats} />
            </p>
          )}
        </div>
        {stats && (
          <ProgressRing
            percent={computeDonePercent(counts)}
            label="Carpetas sin nada pendiente"
            tone={done ? "done" : "brand"}
          >
            {done ? <Check aria-hidden className="size-6 text-easy md:size-7" strokeWidth={2.5} /> : undefined}
          </ProgressRing>
        )}
      </div>
      {!done && (
        <div className="md:flex">
          <SessionSize due={totalDue} folderId={null} />
        </div>
      )}
      {stats?.nextExam && <ExamCountdown exam={stats.nextExam} />}
    </section>
  );
}

/** Returns the break whose cards are still being spread over days; null if none of them are waiting. */
function findSpread({ break: present, dueWaiting }: DailyReview): SpreadProps | null {
  if (present === null || present.perDay === null || dueWaiting === 0) return null;
  return { present, perDay: present.perDay };
}

type SpreadProps = { present: PresentBreak; perDay: number };

function Spread({ present, perDay }: SpreadProps) {
  const { mutate, isPending } = useEndBreak();
  const takeAll = () => {
    focusPageTitle();
    mutate(present);
  };
  return (
    <p className="text-ink-soft text-sm">
      {describeSpread(perDay, present)}.{" "}
      <button type="button" className={textLink} disabled={isPending} onClick={takeAll}>
        Hacerlos todos hoy
      </button>
    </p>
  );
}

/** Explains why cards are waiting: because of the daily number, or else because an exam spreads new cards over days. */
function WhyWaiting({ review: { newWaiting, dueWaiting }, stats }: Pick<TodayCardProps, "review" | "stats">) {
  const { data: preferences } = useQuery(preferencesQuery());
  const hasExam = stats?.nextExam != null;
  const rationed = hasExam && newWaiting > 0 && dueWaiting === 0 && preferences?.newCardsPerDay === null;
  return (
    <Link href={rationed ? paths.exams() : `${paths.settings()}#cartas-nuevas`} className={textLink}>
      {rationed ? "Se reparten hasta tu examen" : "Cambiar el ritmo"}
    </Link>
  );
}

export function TodayCardSkeleton() {
  return (
    <SkeletonGroup className="surface-card flex flex-col gap-4 p-4 md:p-5">
      <div className="flex items-center gap-4">
        <div className="flex-1">
          <Skeleton className="my-1 h-4 w-28" />
          <Skeleton className="my-1 h-6.5 w-52 max-w-full" />
          <Skeleton className="my-1 h-4 w-40" />
        </div>
        <Skeleton className="size-14 rounded-full md:size-18" />
      </div>
      <Skeleton className="h-13 rounded-control md:w-60" />
    </SkeletonGroup>
  );
}
