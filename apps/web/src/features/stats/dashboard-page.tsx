import type { DailyReview, PresentBreak, UserStats } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { lazy, Suspense, useDeferredValue } from "react";
import { AdPlace } from "#features/billing/components/ad-place.tsx";
import { PaymentPlace } from "#features/billing/components/payment-place.tsx";
import { PremiumCrown } from "#features/billing/components/premium-crown.tsx";
import { useBacklog } from "#features/pace/pace.api.ts";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { FuturePanel, PastPanel } from "#features/stats/components/day-panel.tsx";
import { DayStrip, dayTabId } from "#features/stats/components/day-strip.tsx";
import { FirstSteps } from "#features/stats/components/first-steps.tsx";
import { Streak } from "#features/stats/components/streak.tsx";
import { TodayCard, TodayCardSkeleton } from "#features/stats/components/today-card.tsx";
import { TodayPanel } from "#features/stats/components/today-panel.tsx";
import { dailyReviewQuery, userStatsQuery } from "#features/stats/stats.api.ts";
import { useStripDays } from "#features/stats/use-days.ts";
import { useNewCardsOffer } from "#features/stats/use-new-cards-offer.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { useEntryState } from "#lib/use-entry-state.ts";
import { paths } from "#paths.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const NewCardsOffer = lazy(async () => ({
  default: (await import("#features/stats/components/new-cards-offer.tsx")).NewCardsOffer,
}));

const CatchUp = lazy(async () => ({ default: (await import("#features/pace/components/catch-up.tsx")).CatchUp }));

const OnBreak = lazy(async () => ({ default: (await import("#features/stats/components/on-break.tsx")).OnBreak }));

const StoppedReminders = lazy(async () => ({
  default: (await import("#features/preferences/components/stopped-reminders.tsx")).StoppedReminders,
}));

const PANEL = "dia-elegido";

export default function DashboardPage() {
  usePageTitle("Inicio");
  return (
    <>
      <DashboardHeader />
      <Today />
    </>
  );
}

/** Shows today's pending cards as soon as they are loaded; the statistics of past days follow. */
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
  if (review.data && (something || stats.data)) return <Day review={review.data} stats={stats.data} />;
  if (review.isPending || (review.data && stats.isPending)) return <DaySkeleton />;
  const failed = review.data ? stats : review;
  return (
    <ErrorState
      title="No se pudo cargar tu día"
      error={failed.error}
      onRetry={() => void failed.refetch()}
      retrying={failed.isFetching}
    />
  );
}

type DayProps = { review: DailyReview; stats: UserStats | undefined };

function Day({ review, stats }: DayProps) {
  const unseen = useNewCardsOffer(review);
  const backlog = useBacklog(review);
  const resting = findPresentBreak(review);
  const { data: preferences } = useQuery(preferencesQuery());
  // Deferred on a first visit, so that the button to start is drawn at once; not deferred if the data is cached.
  const drawDays = useDeferredValue(true, stats !== undefined);
  return (
    <>
      <div className="mb-5 grid gap-3 md:mb-7 lg:grid-cols-[minmax(0,1fr)_min(16rem,max(256px,40%))] md:gap-4">
        {resting ? (
          <Suspense fallback={<TodayCardSkeleton />}>
            <OnBreak present={resting} review={review} stats={stats} />
          </Suspense>
        ) : (
          <TodayCard review={review} stats={stats} />
        )}
        {stats ? <Streak stats={stats} resting={resting !== null} /> : <Skeleton className="min-h-15 rounded-card" />}
      </div>
      {unseen !== undefined && backlog !== undefined && (
        // Drawn together, so that an offer does not move the content below it.
        <Suspense>
          <PaymentPlace />
          {preferences?.reminderStop === "new" && <StoppedReminders />}
          {backlog && !resting && <CatchUp backlog={backlog} />}
          {unseen !== null && !resting && (
            <div className="mb-5 md:mb-7">
              <NewCardsOffer unseen={unseen} />
            </div>
          )}
          {drawDays ? <Days review={review} stats={stats} /> : <DaysSkeleton />}
        </Suspense>
      )}
    </>
  );
}

function findPresentBreak({ break: present }: DailyReview): PresentBreak | null {
  return present?.perDay === null ? present : null;
}

/** The days around today, and the folders of the chosen one. */
function Days({ review: { folders }, stats }: DayProps) {
  const today = useToday();
  const days = useStripDays(today, folders.length === 0 && (stats?.reviewedToday ?? 0) > 0, stats?.breaks ?? []);
  const [chosen, setChosen] = useEntryState<string | null>("day", null);
  // When a day ends, the chosen day may leave the strip.
  const day = days.find(({ date }) => date === chosen) ?? days.find(({ date }) => date === today);
  const selected = day?.date ?? today;
  return (
    <>
      <DayStrip days={days} today={today} selected={selected} onSelect={setChosen} panelId={PANEL} />
      <div role="tabpanel" id={PANEL} aria-labelledby={dayTabId(selected)} className="mt-4">
        {selected === today && (
          <TodayPanel folders={folders} stats={stats} next={days.find(({ dueCount }) => dueCount)} />
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
          className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control text-ink-soft hover:bg-sunken hover:text-ink md:w-72 md:justify-start md:border md:border-line-strong/60 md:bg-surface md:px-3.5"
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
    <>
      <div className="mb-5 grid gap-3 md:mb-7 lg:grid-cols-[minmax(0,1fr)_min(16rem,max(256px,40%))] md:gap-4">
        <TodayCardSkeleton />
        <Skeleton className="min-h-15 rounded-card" />
      </div>
      <DaysSkeleton />
    </>
  );
}

function DaysSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-6.5 w-44" />
      <Skeleton className="h-31 rounded-card" />
    </>
  );
}
