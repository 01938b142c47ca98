import { CircleCheckBig } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { MissingFolder } from "#features/study/components/missing-folder.tsx";
import { RatingBar, RevealBar } from "#features/study/components/rating-bar.tsx";
import { StudyCard } from "#features/study/components/study-card.tsx";
import { StudyHeader } from "#features/study/components/study-header.tsx";
import { StudySkeleton } from "#features/study/components/study-skeleton.tsx";
import type { StudyController } from "#features/study/study.controller.ts";
import { awaitsFirstCompletion, takeFirstCompletion } from "#features/study/study.first-session.ts";
import type { StudyAction } from "#features/study/study.keys.ts";
import { type ActiveSession, currentCard, type SessionCounts } from "#features/study/study.session.ts";
import { useNewCardsNote } from "#features/study/use-new-cards-note.ts";
import { useStudy } from "#features/study/use-study.ts";
import { useShortcutsWanted, useStudyKeys } from "#features/study/use-study-keys.ts";
import { useTapGuard } from "#features/study/use-tap-guard.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { counted } from "#lib/plural.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { paths } from "#paths.ts";
import { announce } from "#ui/announcer.tsx";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { toast } from "#ui/toast.ts";

const titles = { study: "Sesión de estudio", practice: "Sesión de práctica" };

const loadSummary = async () => (await import("#features/study/components/study-summary.tsx")).StudySummary;
const loadCardDialog = async () => (await import("#features/cards/components/card-dialog.tsx")).CardDialog;
const loadRatingDialog = async () => (await import("#features/feedback/components/rating-dialog.tsx")).RatingDialog;

export default function StudyPage({ folderId }: { folderId: number | null }) {
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const shortcuts = useShortcutsWanted();
  const { controller, state } = useStudy(folderId, ({ studied }: SessionCounts) => {
    toast({
      title: "¡Sesión de estudio completada!",
      description: `Estudiaste ${counted(studied, "carta", "cartas")}.`,
      variant: "success",
    });
    if (!takeFirstCompletion()) return;
    setAsking(true);
    setAsked(true);
  });
  const [, navigate] = useLocation();
  const RatingDialog = useLateComponent(asking, loadRatingDialog, () => setAsking(false));
  const studying = state.phase === "answer";
  useEffect(() => {
    // At the end the question for stars comes up at once; a failure now is none, it is tried again then.
    if (studying && awaitsFirstCompletion()) loadRatingDialog().catch(() => {});
  }, [studying]);
  const around = folderId === null ? paths.home() : paths.folder(folderId);

  return (
    <>
      {state.phase === "loading" && <Loading />}
      {state.phase === "failed" && <Failed missing={state.missing} onRetry={controller.retry} />}
      {state.phase === "empty" && <Nothing folderId={folderId} backHref={around} />}
      {(state.phase === "question" || state.phase === "answer" || state.phase === "done") && (
        <Session
          folderId={folderId}
          session={state}
          controller={controller}
          shortcuts={shortcuts}
          offersReminder={!asked}
          onLeave={() => leave(() => navigate(around))}
        />
      )}
      {RatingDialog && <RatingDialog open={asking} onOpenChange={setAsking} />}
    </>
  );
}

/** Back to where the session was begun, if that was in this app. */
function leave(otherwise: () => void): void {
  const { navigation } = window as { navigation?: { canGoBack?: boolean } };
  if (navigation?.canGoBack) window.history.back();
  else otherwise();
}

const frame =
  "flex min-h-96 flex-1 flex-col h-[calc(100dvh-2.5rem-env(safe-area-inset-bottom))] max-h-[calc(100dvh-2.5rem-env(safe-area-inset-bottom))] md:h-[calc(100dvh-4rem)] md:max-h-[calc(100dvh-4rem)]";

function Loading() {
  usePageTitle(titles.study);
  return (
    <div className={frame}>
      <StudySkeleton />
    </div>
  );
}

function Failed({ missing, onRetry }: { missing: boolean; onRetry: () => void }) {
  usePageTitle(titles.study);
  if (missing) {
    return <MissingFolder />;
  }
  return (
    <ErrorState
      title="No se pudieron cargar las cartas"
      text="Tus cartas y tus respuestas están guardadas. Comprueba tu conexión e inténtalo de nuevo."
      onRetry={onRetry}
    />
  );
}

function Nothing({ folderId, backHref }: { folderId: number | null; backHref: string }) {
  usePageTitle(titles.study);
  const note = useNewCardsNote(folderId, 0);
  return (
    <EmptyState
      level={1}
      icon={<CircleCheckBig />}
      title="No hay cartas para revisar"
      text={note}
      action={<ButtonLink href={backHref}>Ir al panel</ButtonLink>}
    />
  );
}

/** The end until its screen is there, or where it cannot be fetched. */
function PlainEnd({ studied, onDone }: { studied: number; onDone: () => void }) {
  return (
    <EmptyState
      level={1}
      icon={<CircleCheckBig />}
      title="¡Sesión completada!"
      text={`Estudiaste ${counted(studied, "carta", "cartas")}.`}
      action={<Button onClick={onDone}>Listo</Button>}
    />
  );
}

/** Why a folder with pending cards is practised: its new ones wait for another day. */
function PracticeNote({ folderId }: { folderId: number | null }) {
  const note = useNewCardsNote(folderId, 0);
  return note && <p className="mt-2 shrink-0 text-ink-soft text-sm">{note}</p>;
}

type SessionProps = {
  folderId: number | null;
  session: ActiveSession;
  controller: StudyController;
  shortcuts: boolean;
  /** Not where the question for stars was asked: one thing at a time. */
  offersReminder: boolean;
  onLeave: () => void;
};

function Session({ folderId, session, controller, shortcuts, offersReminder, onLeave }: SessionProps) {
  const { phase, mode, queue, ratings } = session;
  const card = currentCard(session);
  const [editing, setEditing] = useState<number | null>(null);
  const CardDialog = useLateComponent(editing !== null, loadCardDialog, () => {
    setEditing(null);
    toast({ description: "No se pudo abrir la carta. Comprueba tu conexión e inténtalo de nuevo.", variant: "error" });
  });
  // Fetched while the first answer is read; the first question does not wait for it.
  const begun = phase !== "question" || ratings.length > 0;
  const StudySummary = useLateComponent(begun, loadSummary, () => {}, ratings.length);
  const isMeant = useTapGuard(`${session.round} ${ratings.length} ${phase}`);

  const undo = () => {
    controller.undo();
    announce("Valoración deshecha");
  };
  const act = (action: StudyAction): boolean => {
    if (action.type === "undo") {
      if (ratings.length === 0) return false;
      undo();
    } else if (action.type === "reveal") {
      if (phase !== "question") return false;
      controller.reveal();
    } else if (action.type === "rate") {
      if (phase !== "answer") return false;
      controller.rate(action.choice);
    } else {
      if (!card) return false;
      setEditing(card.id);
    }
    return true;
  };
  useStudyKeys(shortcuts, act);

  const edited = queue.find(({ id }) => id === editing);
  if (!card) {
    if (!StudySummary) return <PlainEnd studied={ratings.length} onDone={onLeave} />;
    return (
      <StudySummary
        session={session}
        shortcuts={shortcuts}
        offersReminder={offersReminder}
        recorded={controller.recorded}
        onAgain={controller.studyAgain}
        onRepeatDifficult={controller.repeatDifficult}
        onUndo={undo}
        onDone={onLeave}
      />
    );
  }
  return (
    <div className={frame}>
      <StudyHeader
        title={titles[mode]}
        done={ratings.length}
        total={queue.length}
        canUndo={ratings.length > 0}
        shortcuts={shortcuts}
        onLeave={onLeave}
        onUndo={undo}
        onEdit={() => setEditing(card.id)}
      />
      {mode === "practice" && <PracticeNote folderId={folderId} />}
      <div className="mt-4 flex min-h-0 flex-1 flex-col">
        <StudyCard card={card} revealed={phase === "answer"} />
      </div>
      {phase === "answer" ? (
        <RatingBar
          key={card.id}
          intervals={card.nextIntervals}
          shortcuts={shortcuts}
          onRate={(choice, click) => isMeant(click) && controller.rate(choice)}
        />
      ) : (
        <RevealBar shortcuts={shortcuts} onReveal={(click) => isMeant(click) && controller.reveal()} />
      )}
      {CardDialog && (
        <CardDialog
          open={edited !== undefined}
          onOpenChange={(open) => !open && setEditing(null)}
          folderId={card.folderId}
          card={edited ?? card}
          onSaved={controller.edited}
        />
      )}
    </div>
  );
}
