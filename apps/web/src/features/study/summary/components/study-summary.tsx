import { useEffect, useRef, useState } from "react";
import { AdPlace } from "#features/billing/components/ad-place.tsx";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { loadRatingDialog } from "#features/feedback/components/rating-question.tsx";
import { isRatingQuestionDue, noteCompletedSession } from "#features/feedback/feedback.first-session.ts";
import { noteFinishedSession } from "#features/installation/installation.sessions.ts";
import { ReminderOffer } from "#features/reminders/components/reminder-offer.tsx";
import { useReminderOffer } from "#features/reminders/reminders.api.ts";
import { OutboxNotice } from "#features/study/components/outbox-notice.tsx";
import {
  type ActiveSession,
  countRatings,
  getOutcome,
  isFirstMeeting,
  type SessionCounts,
  selectFirstRatings,
} from "#features/study/study.state.ts";
import { SummaryActions, type SummaryActionsProps } from "#features/study/summary/components/summary-actions.tsx";
import { Celebration } from "#features/study/summary/components/summary-celebration.tsx";
import { SummaryDay } from "#features/study/summary/components/summary-day.tsx";
import { SummaryNote } from "#features/study/summary/components/summary-note.tsx";
import { noteCompletion } from "#features/study/summary/summary.completion.ts";
import {
  chooseEncouragement,
  computeStudyTime,
  type Encouragement,
  formatCardsLeft,
} from "#features/study/summary/summary.wording.ts";
import { useNextFolder } from "#features/study/summary/use-next-folder.ts";
import { formatDuration } from "#lib/duration.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { DifficultyBadge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";

type StudySummaryProps = Omit<SummaryActionsProps, "nextFolder"> & {
  /** The folder that was studied, or null after a session across folders. */
  folderId: number | null;
  whenRecorded: () => Promise<void>;
};

const tiles = [
  { difficulty: "easy", label: "Fácil", look: "bg-easy-soft text-easy" },
  { difficulty: "medium", label: "Medio", look: "bg-medium-soft text-medium" },
  { difficulty: "hard", label: "Difícil", look: "bg-hard-soft text-hard" },
] as const;

const encouragements: Record<Encouragement, string> = {
  excellent: "Excelente. Dominas casi todo lo que estudiaste.",
  great: "Muy bien. Cada vez recuerdas más.",
  "good-effort": "Buen esfuerzo. Lo difícil volverá pronto para que se te quede.",
  "keep-going": "Sigue así. Lo que hoy cuesta es lo que más se aprende al repasarlo.",
};

const firstEncouragements: Record<Encouragement, string> = {
  excellent: "Excelente comienzo. Los próximos repasos harán que se te queden.",
  great: "Muy buen comienzo. Los próximos repasos harán que se te queden.",
  "good-effort": "Buen comienzo. Lo difícil volverá pronto para que se te quede.",
  "keep-going": "Ya has empezado. Lo que hoy cuesta es lo que más se aprende al repasarlo.",
};

const loadInstallOffer = async () => (await import("#features/installation/components/install-offer.tsx")).InstallOffer;

export function StudySummary({ folderId, whenRecorded, ...actions }: StudySummaryProps) {
  const { session } = actions;
  const nextFolder = useNextFolder(folderId);
  usePageTitle("Sesión completada");
  const counts = countRatings(session);
  const offersReminder = useCompletion(counts.studied);
  const [isSecond] = useState(() => noteFinishedSession(session.ratings[0]?.reviewId ?? ""));
  const installs = isSecond && window.installPrompt !== undefined;
  const InstallOffer = useLateComponent(installs, loadInstallOffer);
  const offer = useReminderOffer(offersReminder && !installs, whenRecorded);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-5">
      <SummaryHeader session={session} counts={counts} />
      <Result session={session} counts={counts} isIntended={actions.isIntended} />
      <SummaryActions {...actions} nextFolder={nextFolder} />
      <div className="relative">
        <ReviewedTerms session={session} />
        {/* Loaded late, so below everything and out of the flow: nothing moves under a finger. */}
        <div className="absolute inset-x-0 top-full pt-6 pb-8 empty:hidden">
          {InstallOffer ? <InstallOffer /> : offer ? <ReminderOffer offer={offer} /> : <AdPlace />}
        </div>
      </div>
    </div>
  );
}

/**
 * Notes that the session is completed. Nothing lies over the summary: the toast appears on the next screen, and there
 * the student is asked to rate the app after the first session. Returns whether another question may be asked here.
 */
function useCompletion(studied: number): boolean {
  const [asksForRating] = useState(isRatingQuestionDue);
  useEffect(() => {
    noteCompletedSession();
    if (asksForRating) loadRatingDialog().catch(() => {});
  }, [asksForRating]);
  useEffect(() => noteCompletion(studied), [studied]);
  return !asksForRating;
}

function SummaryHeader({ session, counts }: { session: ActiveSession; counts: SessionCounts }) {
  const texts = isFirstMeeting(session) ? firstEncouragements : encouragements;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className="text-center">
      <Celebration />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-2xl">
        ¡Sesión completada!
      </h1>
      <p className="mt-1 text-balance text-ink-soft">{texts[chooseEncouragement(counts)]}</p>
      {session.left > 0 && <p className="tabular mt-1 font-semibold">{formatCardsLeft(session.left)}</p>}
      <OutboxNotice />
    </header>
  );
}

type ResultProps = { counts: SessionCounts } & Pick<SummaryActionsProps, "session" | "isIntended">;

function Result({ session, counts, isIntended }: ResultProps) {
  return (
    <section aria-label="Resultado" className="surface-card p-4 md:p-5">
      <div className="tabular flex flex-wrap justify-center gap-x-6 gap-y-3 text-center sm:gap-x-10 text-ink-soft text-sm">
        <p className="sr-only">Estudiaste {counted(counts.studied, "carta", "cartas")}.</p>
        <p aria-hidden>
          <span className="block font-bold text-3xl text-ink">{formatCount(counts.studied)}</span>{" "}
          {counts.studied === 1 ? "carta estudiada" : "cartas estudiadas"}
        </p>
        <StudyTime ratings={session.ratings} />
      </div>
      <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
        {tiles.map(({ difficulty, label, look }) => (
          <div
            key={difficulty}
            className={cx("flex flex-row-reverse items-center justify-center gap-2 rounded-control px-2 py-2", look)}
          >
            <dt className="inline-flex items-center gap-1.5 font-semibold text-sm">
              <DifficultyDot difficulty={difficulty} decorative className="size-2.5" />
              {label}
            </dt>
            <dd className="tabular font-bold text-lg">{formatCount(counts[difficulty])}</dd>
          </div>
        ))}
      </dl>
      <SummaryNote session={session} isIntended={isIntended} />
      <SummaryDay />
    </section>
  );
}

/** In milliseconds: half a minute is shown as one, because "menos de 1 min" is too long for a large figure. */
const LEAST_TIME = 30_000;

function StudyTime({ ratings }: Pick<ActiveSession, "ratings">) {
  const time = computeStudyTime(ratings);
  if (time === 0) return null;
  return (
    <p>
      <span className="block font-bold text-3xl text-ink">{formatDuration(Math.max(time, LEAST_TIME))}</span> de estudio
    </p>
  );
}

function ReviewedTerms({ session }: { session: ActiveSession }) {
  return (
    <section aria-labelledby="reviewed-terms" className="surface-card overflow-hidden">
      <h2 id="reviewed-terms" className="px-4 pt-4 pb-2 text-base md:px-5">
        Términos revisados
      </h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll only the focused element
        tabIndex={0}
        aria-labelledby="reviewed-terms"
        className="-outline-offset-2 max-h-60 overflow-y-auto overscroll-contain px-4 pb-2 md:px-5"
      >
        {selectFirstRatings(session).map(({ card, rating: { choice, reviewId } }) => (
          <li
            key={reviewId}
            className="flex items-center gap-3 border-line border-t py-2.5 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {formatQuestionLine(card)}
            </span>
            <DifficultyBadge difficulty={getOutcome(choice).difficulty} />
          </li>
        ))}
      </ul>
    </section>
  );
}
