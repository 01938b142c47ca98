import { PartyPopper, RotateCcw, Shuffle, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { AdPlace } from "#features/billing/components/ad-place.tsx";
import { ReminderOffer } from "#features/reminders/components/reminder-offer.tsx";
import { useReminderOffer } from "#features/reminders/reminders.api.ts";
import { OutboxNotice } from "#features/study/components/outbox-notice.tsx";
import {
  type ActiveSession,
  answerOf,
  countsOf,
  difficultCards,
  encouragementOf,
  type SessionCounts,
} from "#features/study/study.session.ts";
import { encouragements } from "#features/study/study.wording.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { DifficultyBadge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";
import { Kbd } from "#ui/kbd.tsx";

type Actions = {
  onAgain: () => void;
  onRepeatDifficult: () => void;
  onUndo: () => void;
  onDone: () => void;
};

type StudySummaryProps = Actions & {
  session: ActiveSession;
  shortcuts: boolean;
  offersReminder: boolean;
  recorded: () => Promise<void>;
};

const tiles = [
  { difficulty: "easy", label: "Fácil", look: "bg-easy-soft text-easy" },
  { difficulty: "medium", label: "Medio", look: "bg-medium-soft text-medium" },
  { difficulty: "hard", label: "Difícil", look: "bg-hard-soft text-hard" },
] as const;

export function StudySummary({ session, shortcuts, offersReminder, recorded, ...actions }: StudySummaryProps) {
  usePageTitle("Sesión completada");
  const offer = useReminderOffer(offersReminder, recorded);
  const counts = countsOf(session);
  return (
    // On phones the toast covers the end of the screen, so there is room below the buttons.
    <div className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center gap-6 pt-2 pb-28 md:pb-2">
      <SummaryHeader counts={counts} />
      <Result counts={counts} />
      <SummaryActions session={session} shortcuts={shortcuts} {...actions} />
      <div className="relative">
        <ReviewedTerms session={session} />
        {/* These appear late: below everything and out of the flow, so that nothing moves under a finger. */}
        <div className="absolute inset-x-0 top-full pt-6 pb-28 empty:hidden md:pb-8">
          {offer ? <ReminderOffer offer={offer} /> : <AdPlace />}
        </div>
      </div>
      <p className="sr-only" role="status">
        Estudiaste {counted(counts.studied, "carta", "cartas")}.
      </p>
    </div>
  );
}

function SummaryHeader({ counts }: { counts: SessionCounts }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className="text-center">
      <div
        aria-hidden
        className="mx-auto mb-4 grid size-14 place-items-center rounded-card bg-brand-soft text-brand-ink"
      >
        <PartyPopper className="size-7" />
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl">
        ¡Sesión completada!
      </h1>
      <p className="mt-2 text-balance text-ink-soft">{encouragements[encouragementOf(counts)]}</p>
      <OutboxNotice />
    </header>
  );
}

function Result({ counts }: { counts: SessionCounts }) {
  return (
    <section aria-label="Resultado" className="surface-card p-4 md:p-5">
      <p className="text-center text-ink-soft">
        <span className="tabular font-bold text-ink text-lg">{formatCount(counts.studied)}</span>{" "}
        {counts.studied === 1 ? "carta estudiada" : "cartas estudiadas"}
      </p>
      <dl className="mt-4 grid grid-cols-3 gap-2">
        {tiles.map(({ difficulty, label, look }) => (
          <div key={difficulty} className={cx("flex flex-col-reverse items-center rounded-control px-2 py-3", look)}>
            <dt className="inline-flex items-center gap-1.5 font-semibold text-sm">
              <DifficultyDot difficulty={difficulty} decorative className="size-2.5" />
              {label}
            </dt>
            <dd className="tabular font-bold text-2xl">{formatCount(counts[difficulty])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type SummaryActionsProps = Pick<StudySummaryProps, "session" | "shortcuts"> & Actions;

function SummaryActions({ session, shortcuts, onAgain, onRepeatDifficult, onUndo, onDone }: SummaryActionsProps) {
  const difficult = difficultCards(session).length;
  return (
    <div className="flex flex-col gap-2">
      {difficult > 0 && (
        <Button size="lg" full icon={<RotateCcw />} onClick={onRepeatDifficult}>
          Repetir las difíciles ({formatCount(difficult)})
        </Button>
      )}
      <div className="grid gap-2 md:grid-cols-[1fr_minmax(9rem,auto)]">
        <Button variant="outline" size="lg" icon={session.round === 1 ? <Shuffle /> : <RotateCcw />} onClick={onAgain}>
          {session.round === 1 ? "Estudiar de nuevo (orden aleatorio)" : "Estudiar de nuevo"}
        </Button>
        <Button variant={difficult > 0 ? "outline" : "primary"} size="lg" onClick={onDone}>
          Listo
        </Button>
      </div>
      <Button
        variant="ghost"
        icon={<Undo2 />}
        aria-keyshortcuts={shortcuts ? "U Control+Z" : undefined}
        onClick={onUndo}
        className="self-center text-ink-soft"
      >
        Deshacer la última valoración
        {shortcuts && <Kbd>U</Kbd>}
      </Button>
    </div>
  );
}

function ReviewedTerms({ session: { queue, ratings } }: { session: ActiveSession }) {
  return (
    <section aria-labelledby="reviewed-terms" className="surface-card overflow-hidden">
      <h2 id="reviewed-terms" className="px-4 pt-4 pb-2 text-base md:px-5">
        Términos revisados
      </h2>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
        tabIndex={0}
        aria-labelledby="reviewed-terms"
        className="-outline-offset-2 max-h-60 overflow-y-auto overscroll-contain px-4 pb-2 md:px-5"
      >
        {ratings.map(({ cardId, choice, reviewId }, index) => (
          <li
            key={reviewId}
            className="flex items-center gap-3 border-line border-t py-2.5 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {queue[index]?.id === cardId && queue[index].front}
            </span>
            <DifficultyBadge difficulty={answerOf(choice).difficulty} />
          </li>
        ))}
      </ul>
    </section>
  );
}
