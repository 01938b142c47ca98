import type { DailyReview, NextExam, PresentBreak, UserStats } from "@repasa/contract/stats.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { Suspense, useDeferredValue } from "react";
import { AdPlace } from "#features/billing/components/ad-place.tsx";
import { PaymentPlace } from "#features/billing/components/payment-place.tsx";
import { PremiumCrown } from "#features/billing/components/premium-crown.tsx";
import { useBacklog } from "#features/pace/pace.api.ts";
import { usePlanOffer } from "#features/pace/use-plan-offer.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { DayFacts, DayFactsSkeleton } from "#features/stats/components/day-facts.tsx";
import { FuturePanel, PastPanel } from "#features/stats/components/day-panel.tsx";
import { DayStrip, DayStripSkeleton, dayTabId } from "#features/stats/components/day-strip.tsx";
import { ExamFrame } from "#features/stats/components/exam-frame.tsx";
import { FirstSteps } from "#features/stats/components/first-steps.tsx";
import { LostLine } from "#features/stats/components/lost-line.tsx";
import { MoreWays } from "#features/stats/components/more-ways.tsx";
import { OnBreak } from "#features/stats/components/on-break.tsx";
import { RefusedLine } from "#features/stats/components/refused-line.tsx";
import { TodayCard, TodayCardSkeleton } from "#features/stats/components/today-card.tsx";
import { TodayPanel } from "#features/stats/components/today-panel.tsx";
import { dailyReviewQuery, userStatsQuery } from "#features/stats/stats.api.ts";
import { isOngoing } from "#features/stats/stats.breaks.ts";
import { type StripDay, useStripDays } from "#features/stats/use-days.ts";
import { useNewCardsOffer } from "#features/stats/use-new-cards-offer.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { daysBetween } from "#lib/local-date.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { failureOf } from "#lib/query-failure.ts";
import { useEntryState } from "#lib/use-entry-state.ts";
import { paths } from "#paths.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";

const NewCardsOffer = lazyPart(
  async () => (await import("#features/stats/components/new-cards-offer.tsx")).NewCardsOffer,
);

const ExamPanel = lazyPart(async () => (await import("#features/stats/components/exam-panel.tsx")).ExamPanel);

const RetentionQuestion = lazyPart(
  async () => (await import("#features/stats/components/retention-question.tsx")).RetentionQuestion,
);

const StoppedReminders = lazyPart(
  async () => (await import("#features/preferences/components/stopped-reminders.tsx")).StoppedReminders,
);

const PANEL = "dia-elegido";

export default function DashboardPage() {
  usePageTitle("Inicio");
  return (
    <>
      <DashboardHeader />
      <RefusedLine />
      <LostLine />
      <Today />
    </>
  );
}

/** Shows today's pending cards as soon as they are loaded; all other parts follow at once, so that none moves another. */
function Today() {
  const review = useQuery(dailyReviewQuery());
  const stats = useQuery(userStatsQuery());
  const something = (review.data?.folders.length ?? 0) > 0;
  if (stats.data?.totalFolders === 0 && !something) {
    return (
      <Suspense fallback={<DaySkeleton />}>
        <PaymentPlace />
        <FirstSteps />
      </Suspense>
    );
  }
  if (review.data && (something || stats.data)) {
    return <Day review={review.data} query={stats} />;
  }
  if (review.isPending || (review.data && stats.isPending)) return <DaySkeleton />;
  const failed = review.data ? stats : review;
  return <ErrorState title="No se pudo cargar tu día" {...failureOf(failed)} />;
}

function Day({ review, query }: { review: DailyReview; query: UseQueryResult<UserStats> }) {
  const { data: stats, isPending, errorUpdateCount } = query;
  const unseen = useNewCardsOffer(review);
  const backlog = useBacklog(review);
  const offer = usePlanOffer(backlog);
  const near = useExamOfPanel(stats);
  const resting = findPresentBreak(review);
  const { days, today, selected, select } = useChosenDay(review, stats);
  // What was drawn without the statistics stays while they are loaded again.
  const settled = !isPending || errorUpdateCount > 0;
  const complete = settled && unseen !== undefined && backlog !== undefined;
  // Deferred on a first visit, so that the button to start is drawn at once; not deferred if the data is cached.
  const drawn = useDeferredValue(complete, complete);
  const parts = { review, stats, backlog, offer, drawn };
  return (
    <>
      <div className="surface-card mb-3 overflow-hidden md:mb-7">
        <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_min(23rem,40%)]">
          {resting ? <OnBreak present={resting} review={review} stats={stats} /> : <TodayCard {...parts} />}
          {drawn && near && (
            <Suspense fallback={<ExamFrame {...near} />}>
              <ExamPanel {...near} />
            </Suspense>
          )}
          {drawn ? (
            <DayFacts
              query={query}
              pending={review.folders.length}
              cards={review.totalDue}
              plan={backlog?.catchUp ?? null}
              resting={resting !== null}
              isBrief={offer !== null}
              hasExamPanel={near !== null}
            />
          ) : (
            <DayFactsSkeleton />
          )}
        </div>
        {drawn ? (
          <DayStrip days={days} today={today} selected={selected} onSelect={select} panelId={PANEL} />
        ) : (
          <DayStripSkeleton />
        )}
      </div>
      {drawn && (
        // Drawn together, so that an offer does not move the content below it.
        <Suspense>
          <Offers isBusy={resting !== null || backlog?.offered === true} unseen={unseen ?? null} />
          <ChosenDay
            folders={review.folders}
            isResting={resting !== null}
            stats={stats}
            days={days}
            today={today}
            selected={selected}
          />
        </Suspense>
      )}
    </>
  );
}

/** Home shows the panel of an exam from this many days before it. */
const PANEL_DAYS = 21;

/** Returns the next exam if it is near; null without one. */
function useExamOfPanel(stats: UserStats | undefined): { exam: NextExam; daysLeft: number } | null {
  const today = useToday();
  const exam = stats?.nextExam;
  if (!exam) return null;
  const daysLeft = daysBetween(today, exam.date);
  // After midnight the cached response is up to a minute old.
  return daysLeft >= 0 && daysLeft <= PANEL_DAYS ? { exam, daysLeft } : null;
}

function findPresentBreak({ break: present }: DailyReview): PresentBreak | null {
  return isOngoing(present) ? present : null;
}

/** Returns the days around today, and which of them is chosen. */
function useChosenDay({ folders }: DailyReview, stats: UserStats | undefined) {
  const today = useToday();
  const days = useStripDays(today, folders.length === 0 && (stats?.reviewedToday ?? 0) > 0, stats?.breaks ?? []);
  const [chosen, select] = useEntryState<string | null>("day", null);
  // When a day ends, the chosen day may leave the strip.
  const selected = days.some(({ date }) => date === chosen) ? (chosen ?? today) : today;
  return { days, today, selected, select };
}

type OffersProps = {
  /** True on a day on which nothing else is asked. */
  isBusy: boolean;
  /** The number of unseen cards if a daily number is offered. */
  unseen: number | null;
};

function Offers({ isBusy, unseen }: OffersProps) {
  const { data: preferences } = useQuery(preferencesQuery());
  const today = useToday();
  const questionFrom = preferences?.retentionQuestionFrom ?? null;
  return (
    <>
      <PaymentPlace />
      {preferences?.reminderStop === "new" && <StoppedReminders preferences={preferences} />}
      {!isBusy && unseen !== null && (
        <div className="mb-5 md:mb-7">
          <NewCardsOffer unseen={unseen} />
        </div>
      )}
      {!isBusy && unseen === null && preferences && questionFrom !== null && questionFrom <= today && (
        <RetentionQuestion retention={preferences.desiredRetention} />
      )}
    </>
  );
}

type ChosenDayProps = {
  folders: DailyReview["folders"];
  /** A break asks for nothing: its new cards wait behind 'Estudiar de todos modos'. */
  isResting: boolean;
  stats: UserStats | undefined;
  days: readonly StripDay[];
  today: string;
  selected: string;
};

/** The folders of the chosen day. */
function ChosenDay({ folders, isResting, stats, days, today, selected }: ChosenDayProps) {
  const day = days.find(({ date }) => date === selected);
  return (
    <>
      <MoreWays />
      <div role="tabpanel" id={PANEL} aria-labelledby={dayTabId(selected)}>
        {selected === today && !isResting && (
          <TodayPanel today={today} folders={folders} stats={stats} next={days.find(({ asked }) => asked)} />
        )}
        {day && selected < today && <PastPanel key={selected} day={day} />}
        {day && selected > today && <FuturePanel key={selected} day={day} />}
      </div>
      <div className="mt-8 empty:hidden">
        <AdPlace />
      </div>
    </>
  );
}

function DashboardHeader() {
  return (
    <header className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-3 md:mb-5">
      <Logo className="md:hidden" />
      <h1 tabIndex={-1} className="sr-only text-2xl md:not-sr-only">
        Inicio
      </h1>
      <div className="flex items-center gap-1">
        <Link
          href={paths.search()}
          className={
            "inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control text-ink-soft hover:bg-sunken hover:text-ink " +
            "md:w-72 md:justify-start md:border md:border-line-strong/60 md:bg-surface md:px-3.5"
          }
        >
          <Search aria-hidden className="size-5" />
          <span className="max-md:sr-only">Buscar en tus cartas</span>
        </Link>
        <PremiumCrown />
      </div>
    </header>
  );
}

function DaySkeleton() {
  return (
    <div className="surface-card overflow-hidden">
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_min(23rem,40%)]">
        <TodayCardSkeleton />
        <DayFactsSkeleton />
      </div>
      <DayStripSkeleton />
    </div>
  );
}
