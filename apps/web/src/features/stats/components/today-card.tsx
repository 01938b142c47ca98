import { MIN_BACKLOG } from "@repasa/contract/pace.forms.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import type { DailyReview, PresentBreak, UserStats } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import type { ReactNode } from "react";
import { CatchUpNote, CatchUpStart } from "#features/pace/components/catch-up.tsx";
import { useEndBreak } from "#features/pace/pace.api.ts";
import { describePlanToday, describeSpread } from "#features/pace/pace.wording.ts";
import type { PlanOffer } from "#features/pace/use-plan-offer.ts";
import { SessionSize } from "#features/preferences/components/session-size.tsx";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { describeFolders } from "#features/stats/stats.days.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { describeWaiting } from "#lib/waiting-text.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { cx } from "#ui/cx.ts";
import { Link, textLink } from "#ui/link.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

/** What Home shows beside the pending cards. `drawn` is false until all of it can be drawn at once. */
type HomeParts = {
  /** Undefined if they could not be loaded. */
  stats: UserStats | undefined;
  /** Null if there is none. */
  backlog: Backlog | null | undefined;
  /** Null if none is made, or if it was declined today. */
  offer: PlanOffer | null;
  drawn: boolean;
};

type TodayCardProps = HomeParts & { review: DailyReview };

/** Today's pending cards, with the one button to start studying. */
export function TodayCard(props: TodayCardProps) {
  const { review, stats, backlog, offer, drawn } = props;
  if (review.folders.length === 0) return stats?.totalCards === 0 ? <NoCards /> : <Done {...props} />;
  // Until it is known, the number could be one that the next moment replaces.
  const isUnknown = backlog === undefined && hasManyDue(review);
  return (
    <Face>
      {isUnknown ? numberSkeleton : <PendingNumber total={review.totalDue} offer={offer} />}
      <Start review={review} isKnown={drawn && !isUnknown} offer={offer} />
      {drawn && <Notes review={review} stats={stats} backlog={backlog} offer={offer} />}
    </Face>
  );
}

/** What today asks: all pending cards, or the share of a plan that is offered. */
function PendingNumber({ total, offer }: { total: number; offer: PlanOffer | null }) {
  const share = offer && describePlanToday(offer.backlog);
  return (
    <p className={cx("tabular text-balance font-bold text-2xl md:text-3xl", !offer && "mb-3 md:mb-4")}>
      {share ?? counted(total, "carta pendiente", "cartas pendientes")}
    </p>
  );
}

function Face({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="carpetas-del-dia" className="p-4 md:p-6">
      <h2 id="carpetas-del-dia" className="text-base text-ink-soft">
        Carpetas del día
      </h2>
      {children}
    </section>
  );
}

function Done({ review, stats, backlog, offer, drawn }: TodayCardProps) {
  const counts = { totalFolders: stats?.totalFolders ?? 0, foldersWithPendingCards: 0 };
  return (
    <Face>
      <p className="flex items-center gap-2.5 font-bold text-easy text-xl md:text-2xl">
        <CircleCheckBig aria-hidden className="size-6 shrink-0 md:size-7" />
        {describeFolders(counts)}
      </p>
      {drawn && <Notes review={review} stats={stats} backlog={backlog} offer={offer} />}
    </Face>
  );
}

/** Nothing is completed where there is nothing to study yet. */
function NoCards() {
  return (
    <Face>
      <p className="text-balance font-bold text-xl md:text-2xl">Ahora, tus primeras cartas</p>
      <p className="mt-1 mb-4 text-ink-soft">Añade unas cartas a una carpeta y aparecerán aquí para repasarlas.</p>
      <ButtonLink href={paths.folders()} size="lg" className="w-full md:w-auto">
        Añadir cartas
      </ButtonLink>
    </Face>
  );
}

type StartProps = Pick<NotesProps, "review" | "offer"> & { isKnown: boolean };

/** With a backlog, the button starts a plan to catch up. Its place is reserved as long as there may be one. */
function Start({ review, isKnown, offer }: StartProps) {
  const { totalDue, dueWaiting } = review;
  if (!isKnown && hasManyDue(review)) return startSkeleton;
  if (offer) return <CatchUpStart offer={offer} total={totalDue} waiting={dueWaiting} />;
  return (
    <div className="md:flex">
      <SessionSize due={totalDue} folderId={null} />
    </div>
  );
}

const startSkeleton = <Skeleton className="h-14 rounded-control md:w-60" />;
const numberSkeleton = <Skeleton className="mt-1 mb-4 h-7.5 w-60 max-w-full md:mb-5 md:h-9" />;

/** New cards are never part of a backlog. */
function hasManyDue({ totalDue, dueWaiting, folders }: DailyReview): boolean {
  const fresh = folders.reduce((sum, folder) => sum + folder.new, 0);
  return totalDue - fresh + dueWaiting >= MIN_BACKLOG;
}

type NotesProps = Pick<TodayCardProps, "review" | "stats" | "backlog" | "offer">;

/** Below the button: which cards wait for another day, and why. */
function Notes({ review, stats, backlog, offer }: NotesProps) {
  const spread = findSpread(review);
  const plan = backlog?.catchUp;
  const perDay = useNewCardsPace(review, stats);
  const waiting = describeWaiting({
    dueWaiting: spread || plan ? 0 : review.dueWaiting,
    // While a plan is offered, Home says only what matters today.
    newWaiting: offer ? 0 : review.newWaiting,
  });
  return (
    <div className="mt-3 flex flex-col gap-1 text-ink-soft text-sm empty:hidden">
      {plan && <CatchUpNote plan={plan} />}
      {spread && <Spread {...spread} />}
      {waiting && (
        <p>
          {waiting}
          {perDay}. <WhyWaiting review={review} stats={stats} />
        </p>
      )}
    </div>
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
    <p>
      {describeSpread(perDay, present)}.{" "}
      <button type="button" className={textLink} disabled={isPending} onClick={takeAll}>
        Hacerlos todos hoy
      </button>
    </p>
  );
}

/** Returns ", 10 cada día" if that is why new cards are waiting, and only these are; empty if not. */
function useNewCardsPace({ newWaiting, dueWaiting }: DailyReview, stats: UserStats | undefined): string {
  const { data: preferences } = useQuery(preferencesQuery());
  const perDay = preferences?.newCardsPerDay ?? 0;
  const isReason = newWaiting > 0 && dueWaiting === 0 && stats?.nextExam == null && perDay > 0;
  return isReason ? `, ${formatCount(perDay)} cada día` : "";
}

/** Explains why cards are waiting: because of the daily number, or else because an exam spreads new cards over days. */
function WhyWaiting({ review: { newWaiting, dueWaiting }, stats }: Pick<NotesProps, "review" | "stats">) {
  const { data: preferences } = useQuery(preferencesQuery());
  const hasExam = stats?.nextExam != null;
  const rationed = hasExam && newWaiting > 0 && dueWaiting === 0 && preferences?.newCardsPerDay === null;
  return (
    <Link
      href={rationed ? paths.exams() : `${paths.settingsStudy()}#cartas-nuevas`}
      className={`${textLink} inline-block`}
    >
      {rationed ? describeRation(newWaiting) : "Cambiar el ritmo"}
    </Link>
  );
}

const describeRation = (newWaiting: number) =>
  newWaiting === 1 ? "Llegará antes de tu examen" : "Se reparten hasta tu examen";

export function TodayCardSkeleton() {
  return (
    <SkeletonGroup className="p-4 md:p-6">
      <Skeleton className="my-1 h-4 w-28" />
      {numberSkeleton}
      {startSkeleton}
    </SkeletonGroup>
  );
}
