import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { loadRichText } from "#features/cards/text/components/card-text.tsx";
import { isFirstCompletion } from "#features/feedback/feedback.first-session.ts";
import { StudyFrame } from "#features/study/components/study-frame.tsx";
import type { Way } from "#features/study/deck/deck.ways.ts";
import { FlippedTable } from "#features/study/flipping/components/flipped-table.tsx";
import { useFirstReadingEnded } from "#features/study/flipping/components/study-card.tsx";
import { StudyHeader } from "#features/study/session/components/study-header.tsx";
import type { StudyController } from "#features/study/session/session.controller.ts";
import { useStudyKeys } from "#features/study/session/use-study-keys.ts";
import { useTapGuard } from "#features/study/session/use-tap-guard.ts";
import { useWayOfAsking } from "#features/study/session/use-way-of-asking.ts";
import { canAct, type StudyAction } from "#features/study/study.keys.ts";
import {
  type ActiveSession,
  type Choice,
  countHints,
  countPassed,
  countRatings,
  countRoundCards,
  getCurrentCard,
  isFirstSight,
  listChoices,
  OPTIONS_STEP,
  type StudyCard as SessionCard,
} from "#features/study/study.state.ts";
import { formatPosition, formatSessionTitle } from "#features/study/study.wording.ts";
import { forgetCompletion } from "#features/study/summary/summary.completion.ts";
import { useStudiedFolder } from "#features/study/use-studied-folder.ts";
import { counted } from "#lib/plural.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { announce } from "#ui/announcer.tsx";
import { Button } from "#ui/button.tsx";
import { dismissPreviousToast, toast } from "#ui/toast.ts";

const loadSummary = async () => (await import("#features/study/summary/components/study-summary.tsx")).StudySummary;
const loadWhyToday = async () => (await import("#features/study/session/components/why-today.tsx")).WhyToday;
const loadOther = async () => (await import("#features/study/session/components/other-of-pair.tsx")).OtherOfPair;
const loadFace = async () => (await import("#features/study/session/components/study-face.tsx")).StudyFace;
const loadSpeech = async () => (await import("#features/study/session/components/study-speech.tsx")).StudySpeech;
const loadFlight = async () => (await import("#features/study/session/session.flight.ts")).flyAway;
const loadNextFolder = async (queryClient: QueryClient) =>
  (await import("#features/study/summary/use-next-folder.ts")).loadNextFolder(queryClient);
const loadConfusions = async (queryClient: QueryClient) =>
  queryClient.prefetchQuery((await import("#features/cards/confusions/confusions.loading.ts")).confusionsQuery());
const loadCostly = async (queryClient: QueryClient) =>
  (await import("#features/cards/costly/costly.loading.ts")).loadDueCostly(queryClient);
const loadCardDialog = async () => (await import("#features/cards/editor/components/card-dialog.tsx")).CardDialog;

let flyAway: Awaited<ReturnType<typeof loadFlight>> | undefined;

/** The summary's figures of the whole log are requested when so many cards are left: late, because they must contain the session. */
const LAST_CARDS = 2;

type StudySessionProps = {
  folderId: number | null;
  session: ActiveSession;
  controller: StudyController;
  shortcuts: boolean;
  way: Way;
  onLeave: () => void;
};

export function StudySession({ folderId, session, controller, shortcuts, way, onLeave }: StudySessionProps) {
  const { phase, ratings, checked } = session;
  const card = getCurrentCard(session);
  const [editing, setEditing] = useState<number | null>(null);
  const turn = `${session.round} ${ratings.length} ${phase}`;
  const [explained, setExplained] = useState<string | null>(null);
  const isIntended = useTapGuard(turn);
  const asking = useWayOfAsking(session, way);
  const { StudySummary, isMissing } = useLateParts(session, folderId);

  const undo = () => {
    forgetCompletion();
    controller.undo();
    announce("Valoración deshecha");
  };
  const rate = (choice: Choice) => {
    flyAway?.(choice);
    controller.rate(choice);
  };
  const reveal = () => {
    const field = document.querySelector<HTMLElement>("[data-answer]");
    if (field) field.focus();
    else if (asking.Table === FlippedTable) controller.reveal();
  };
  const leave = () => {
    controller.goOn();
    onLeave();
  };
  const act = (action: StudyAction): boolean => {
    // Escape first closes the reason.
    if (!canAct(session, action, asking.isSwitchable) || (action.type === "leave" && explained === turn)) return false;
    if (action.type === "undo") undo();
    else if (action.type === "switch") controller.switchTyping(!asking.isTyping);
    else if (action.type === "rate") rate(action.choice);
    else if (action.type === "confirm" && phase === "verdict") controller.goOn();
    else if (action.type === "confirm" && checked) rate(checked.preselected);
    else if (action.type === "reveal" || action.type === "confirm") reveal();
    else if (action.type === "explain") setExplained(explained === turn ? null : turn);
    else if (action.type === "leave") leave();
    else setEditing(card?.id ?? null);
    return true;
  };
  useStudyKeys(shortcuts, phase === "question" && asking.isTyping && hasNoField(session, asking), act);
  useToastDismissal(`${session.round} ${card?.id}`, card !== undefined);

  if (card) {
    const actions = { act, onRate: rate, onLeave: leave };
    const screen = { folderId, session, controller, card, shortcuts, asking, isIntended, ...actions };
    return (
      <StudyScreen {...screen} explained={explained === turn}>
        <EditDialog session={session} card={card} editing={editing} onEdit={setEditing} controller={controller} />
      </StudyScreen>
    );
  }
  if (!StudySummary) return <PlainSummary session={session} onDone={isMissing ? onLeave : undefined} />;
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

/** Loads what follows the first question while the student reads the first answer, so that the question does not wait for it. */
function useLateParts({ phase, queue, ratings, deck }: ActiveSession, folderId: number | null) {
  useEffect(() => void loadRichText(deck), [deck]);
  const isStarted = phase !== "question" || ratings.length > 0;
  const [isMissing, setMissing] = useState(false);
  const StudySummary = useLateComponent(isStarted, loadSummary, ratings.length, () => setMissing(true));
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
  const isConfused = ratings.some(({ confused }) => confused !== undefined);
  useEffect(() => {
    // Without it, the summary knows only what this session has confused.
    if (isConfused) loadConfusions(queryClient).catch(() => {});
  }, [isConfused, queryClient]);
  const isEnding = isStarted && queue.length - ratings.length <= LAST_CARDS;
  useEffect(() => {
    // Without it, the summary names none.
    if (isEnding) loadCostly(queryClient).catch(() => {});
  }, [isEnding, queryClient]);
  return { StudySummary, isMissing };
}

/** Returns whether a student who types has no field at present. */
function hasNoField(session: ActiveSession, { Table }: ReturnType<typeof useWayOfAsking>): boolean {
  return Table === FlippedTable || countHints(session) === OPTIONS_STEP;
}

type StudyScreenProps = Pick<StudySessionProps, "folderId" | "session" | "controller" | "shortcuts" | "onLeave"> & {
  card: SessionCard;
  /** True if the reason why the card is asked is shown. */
  explained: boolean;
  asking: ReturnType<typeof useWayOfAsking>;
  act: (action: StudyAction) => void;
  onRate: (choice: Choice) => void;
  isIntended: (click: { detail: number }) => boolean;
  children: ReactNode;
};

function StudyScreen({ children, ...screen }: StudyScreenProps) {
  const { folderId, session, controller, card, explained, shortcuts, asking, act, onLeave } = screen;
  const { phase, queue, ratings, checked } = session;
  const passed = countPassed(session);
  const unloaded = session.more?.cards ?? 0;
  const asked = queue.length + unloaded;
  const WhyToday = useLateComponent(phase === "answer", loadWhyToday, ratings.length);
  const OtherOfPair = useLateComponent(session.mode === "confused", loadOther, ratings.length);
  const StudyFace = useLateComponent(useFirstReadingEnded(), loadFace, ratings.length);
  const StudySpeech = useLateComponent(canSpeak(), loadSpeech, ratings.length);
  return (
    <StudyFrame>
      <StudyHeader
        title={formatSessionTitle(session)}
        position={formatPosition({ done: passed, size: countRoundCards(session) + unloaded, asked })}
        done={ratings.length}
        total={asked}
        shortcuts={shortcuts}
        isTyping={asking.isSwitchable ? asking.isTyping : null}
        onSwitch={() => act({ type: "switch" })}
        onLeave={onLeave}
        onUndo={() => act({ type: "undo" })}
        onEdit={() => act({ type: "edit" })}
      >
        {StudyFace && <StudyFace folderId={card.folderId} />}
        {StudySpeech && <StudySpeech card={card} answer={phase !== "question"} shortcuts={shortcuts} />}
      </StudyHeader>
      <asking.Table
        card={card}
        turn={`${session.round} ${passed}`}
        revealed={phase === "answer"}
        checked={checked}
        folder={asking.folder}
        choices={listChoices(session)}
        hints={countHints(session)}
        isOnLadder={asking.isOnLadder}
        deck={session.deck}
        shortcuts={shortcuts}
        isIntended={screen.isIntended}
        onReveal={controller.reveal}
        onHint={(step) => controller.hint(card.id, step)}
        onRate={screen.onRate}
        onNext={controller.goOn}
        heading={
          // Above the keyboard of a phone two confused cards need its room.
          folderId === null && session.mode !== "confused" ? (
            <FolderName folderId={card.folderId} />
          ) : (
            asking.Note && <asking.Note isTyped={asking.Table !== FlippedTable} />
          )
        }
      >
        {OtherOfPair ? (
          <OtherOfPair deck={session.deck} card={card} />
        ) : isFirstSight(session) ? (
          ratings.length === 0 && isFirstCompletion() && <RatingsExplained />
        ) : (
          WhyToday && (
            <WhyToday
              session={session}
              card={card}
              open={explained}
              shortcuts={shortcuts}
              onToggle={() => act({ type: "explain" })}
            />
          )
        )}
      </asking.Table>
      {children}
    </StudyFrame>
  );
}

/**
 * What the four buttons mean, once: at the first answer of a student's first session. Enlarged text and the keyboard of a
 * phone leave no room for it, and the intervals on the buttons say the same.
 */
function RatingsExplained() {
  return (
    <p className="flex h-full items-center justify-center px-4 text-center text-ink-soft text-sm short:hidden @max-[17rem]:hidden">
      Cuanto más fácil te resultó, más tarde vuelve.
    </p>
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
function PlainSummary({ session, onDone }: { session: ActiveSession; onDone: (() => void) | undefined }) {
  const { studied } = countRatings(session);
  return (
    <div className="m-auto grid justify-items-center gap-2 text-center">
      <h1 tabIndex={-1} className="text-lg">
        ¡Sesión completada!
      </h1>
      <p className="text-ink-soft">Estudiaste {counted(studied, "carta", "cartas")}.</p>
      {onDone && <Button onClick={onDone}>Listo</Button>}
    </div>
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
