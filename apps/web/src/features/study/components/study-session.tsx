import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { CircleCheckBig } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { loadRichText } from "#features/cards/components/card-text.tsx";
import { RatingBar, RevealBar } from "#features/study/components/rating-bar.tsx";
import { StudyCard, useFirstReadingEnded } from "#features/study/components/study-card.tsx";
import { StudyFrame, StudyTable } from "#features/study/components/study-frame.tsx";
import { StudyHeader } from "#features/study/components/study-header.tsx";
import type { StudyController } from "#features/study/study.controller.ts";
import { canAct, type StudyAction } from "#features/study/study.keys.ts";
import {
  type ActiveSession,
  countRatings,
  countRoundCards,
  getCurrentCard,
  type StudyCard as SessionCard,
} from "#features/study/study.session.ts";
import { formatPosition, formatSessionTitle } from "#features/study/study.wording.ts";
import { useStudiedFolder } from "#features/study/use-studied-folder.ts";
import { useStudyKeys } from "#features/study/use-study-keys.ts";
import { useTapGuard } from "#features/study/use-tap-guard.ts";
import { counted } from "#lib/plural.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { announce } from "#ui/announcer.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { dismissPreviousToast, toast } from "#ui/toast.ts";

const loadSummary = async () => (await import("#features/study/components/study-summary.tsx")).StudySummary;
const loadWhyToday = async () => (await import("#features/study/components/why-today.tsx")).WhyToday;
const loadFace = async () => (await import("#features/study/components/study-face.tsx")).StudyFace;
const loadSpeech = async () => (await import("#features/study/components/study-speech.tsx")).StudySpeech;
const loadFlight = async () => (await import("#features/study/study.flight.ts")).flyAway;
const loadNextFolder = async (queryClient: QueryClient) =>
  (await import("#features/study/use-next-folder.ts")).loadNextFolder(queryClient);
const loadCardDialog = async () => (await import("#features/cards/components/card-dialog.tsx")).CardDialog;

let flyAway: Awaited<ReturnType<typeof loadFlight>> | undefined;

type StudySessionProps = {
  folderId: number | null;
  session: ActiveSession;
  controller: StudyController;
  shortcuts: boolean;
  onLeave: () => void;
};

export function StudySession({ folderId, session, controller, shortcuts, onLeave }: StudySessionProps) {
  const { phase, ratings } = session;
  const card = getCurrentCard(session);
  const [editing, setEditing] = useState<number | null>(null);
  const turn = `${session.round} ${ratings.length} ${phase}`;
  const [explained, setExplained] = useState<string | null>(null);
  const isIntended = useTapGuard(turn);
  useEffect(() => void loadRichText(session.deck), [session.deck]);
  // The summary is loaded while the student reads the first answer, so that the first question does not wait for it.
  const isStarted = phase !== "question" || ratings.length > 0;
  const [isSummaryMissing, setSummaryMissing] = useState(false);
  const StudySummary = useLateComponent(isStarted, loadSummary, ratings.length, () => setSummaryMissing(true));
  useEffect(() => {
    // Without it, cards leave at once.
    if (isStarted)
      loadFlight().then(
        (loaded) => (flyAway = loaded),
        () => {},
      );
  }, [isStarted]);
  const queryClient = useQueryClient();
  const proposesFolder = isStarted && folderId !== null;
  useEffect(() => {
    // Without it, the summary loads what is pending itself.
    if (proposesFolder) loadNextFolder(queryClient).catch(() => {});
  }, [proposesFolder, queryClient]);

  const undo = () => {
    controller.undo();
    announce("Valoración deshecha");
  };
  const act = (action: StudyAction): boolean => {
    // Escape first closes the reason.
    if (!canAct(session, action) || (action.type === "leave" && explained === turn)) return false;
    if (action.type === "undo") undo();
    else if (action.type === "reveal") controller.reveal();
    else if (action.type === "rate") {
      flyAway?.(action.choice);
      controller.rate(action.choice);
    } else if (action.type === "explain") setExplained(explained === turn ? null : turn);
    else if (action.type === "leave") onLeave();
    else setEditing(card?.id ?? null);
    return true;
  };
  useStudyKeys(shortcuts, act);
  useToastDismissal(`${session.round} ${card?.id}`, card !== undefined);

  if (card) {
    const screen = { folderId, session, card, shortcuts, act, isIntended, onLeave, explained: explained === turn };
    return (
      <StudyScreen {...screen}>
        <EditDialog session={session} card={card} editing={editing} onEdit={setEditing} controller={controller} />
      </StudyScreen>
    );
  }
  if (!StudySummary) {
    return <PlainSummary studied={countRatings(session).studied} onDone={isSummaryMissing ? onLeave : undefined} />;
  }
  return (
    <StudySummary
      session={session}
      shortcuts={shortcuts}
      folderId={folderId}
      isIntended={isIntended}
      whenRecorded={() => controller.whenRecorded()}
      onNextPortion={() => controller.nextPortion()}
      onAgain={() => controller.studyAgain()}
      onRepeatDifficult={() => controller.repeatDifficult()}
      onUndo={undo}
      onDone={onLeave}
    />
  );
}

type StudyScreenProps = Pick<StudySessionProps, "folderId" | "session" | "shortcuts" | "onLeave"> & {
  card: SessionCard;
  /** True if the reason why the card is asked is shown. */
  explained: boolean;
  act: (action: StudyAction) => void;
  isIntended: (click: { detail: number }) => boolean;
  children: ReactNode;
};

function StudyScreen({ children, ...screen }: StudyScreenProps) {
  const { folderId, session, card, explained, shortcuts, act, isIntended, onLeave } = screen;
  const { phase, queue, ratings } = session;
  const unloaded = session.more?.cards ?? 0;
  const asked = queue.length + unloaded;
  const position = formatPosition({ done: ratings.length, size: countRoundCards(session) + unloaded, asked });
  const reveal = (click: { detail: number }) => isIntended(click) && act({ type: "reveal" });
  const WhyToday = useLateComponent(phase === "answer", loadWhyToday, ratings.length);
  const StudyFace = useLateComponent(useFirstReadingEnded(), loadFace, ratings.length);
  const StudySpeech = useLateComponent(canSpeak(), loadSpeech, ratings.length);
  return (
    <StudyFrame>
      <StudyHeader
        title={formatSessionTitle(session)}
        position={position}
        done={ratings.length}
        total={asked}
        shortcuts={shortcuts}
        onLeave={onLeave}
        onUndo={() => act({ type: "undo" })}
        onEdit={() => act({ type: "edit" })}
      >
        {StudyFace && <StudyFace folderId={card.folderId} />}
        {StudySpeech && <StudySpeech card={card} answer={phase === "answer"} shortcuts={shortcuts} />}
      </StudyHeader>
      <StudyTable>
        <div className="flex min-h-51 min-w-0 flex-1 flex-col flat:min-h-0">
          {folderId === null && <FolderName folderId={card.folderId} />}
          <StudyCard card={card} revealed={phase === "answer"} onTap={reveal}>
            {WhyToday && (
              <WhyToday
                session={session}
                card={card}
                open={explained}
                shortcuts={shortcuts}
                onToggle={() => act({ type: "explain" })}
              />
            )}
          </StudyCard>
        </div>
        {phase === "answer" ? (
          <RatingBar
            key={ratings.length}
            intervals={card.nextIntervals}
            shortcuts={shortcuts}
            onRate={(choice, click) => isIntended(click) && act({ type: "rate", choice })}
          />
        ) : (
          <RevealBar shortcuts={shortcuts} onReveal={reveal} />
        )}
      </StudyTable>
      {children}
    </StudyFrame>
  );
}

/** Some browsers return their voices only a moment after the first call, so this is evaluated on each render. */
function canSpeak(): boolean {
  return window.speechSynthesis?.getVoices().length > 0;
}

/** Takes up its height before the name is loaded, so that the card does not move. */
function FolderName({ folderId }: { folderId: number }) {
  return (
    <p className="-mt-1 mb-1 min-h-5 shrink-0 truncate text-ink-soft text-sm">{useStudiedFolder(folderId)?.name}</p>
  );
}

type EditDialogProps = Pick<StudySessionProps, "session" | "controller"> & {
  card: SessionCard;
  editing: number | null;
  onEdit: (cardId: number | null) => void;
};

function EditDialog({ session, controller, card, editing, onEdit }: EditDialogProps) {
  const CardDialog = useLateComponent(editing !== null, loadCardDialog, 0, () => {
    onEdit(null);
    toast({ description: "No se pudo abrir la carta. Comprueba tu conexión e inténtalo de nuevo.", variant: "error" });
  });
  if (!CardDialog) return null;
  const edited = session.queue.find(({ id }) => id === editing);
  return (
    <CardDialog
      open={edited !== undefined}
      onOpenChange={(open) => !open && onEdit(null)}
      folderId={card.folderId}
      card={edited ?? card}
      onSaved={(saved) => controller.edited(saved, edited ?? card)}
    />
  );
}

/** Has no button while the full summary may still replace it: a press that began here would be lost. */
function PlainSummary({ studied, onDone }: { studied: number; onDone: (() => void) | undefined }) {
  return (
    <EmptyState
      level={1}
      icon={<CircleCheckBig />}
      title="¡Sesión completada!"
      text={`Estudiaste ${counted(studied, "carta", "cartas")}.`}
      action={onDone && <Button onClick={onDone}>Listo</Button>}
    />
  );
}

/** Dismisses toasts when another card is shown, because they are about the previous card or session. */
function useToastDismissal(turn: string, isAsking: boolean): void {
  const shownTurn = useRef(turn);
  useEffect(() => {
    if (shownTurn.current === turn) return;
    shownTurn.current = turn;
    if (isAsking) dismissPreviousToast();
  }, [turn, isAsking]);
}
