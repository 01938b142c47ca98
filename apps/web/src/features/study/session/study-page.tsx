import type { QueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useShortcutsWanted } from "#features/preferences/use-shortcuts-wanted.ts";
import { useUser } from "#features/session/use-session.ts";
import { StudyFrame } from "#features/study/components/study-frame.tsx";
import { StudySkeleton } from "#features/study/components/study-skeleton.tsx";
import type { StudyScope } from "#features/study/deck/deck.loading.ts";
import { prepareDeck } from "#features/study/deck/deck.preparation.ts";
import type { Way } from "#features/study/deck/deck.ways.ts";
import { StudySession } from "#features/study/session/components/study-session.tsx";
import { useStudy } from "#features/study/session/use-study.ts";
import { sessionTitles } from "#features/study/study.wording.ts";
import { useCompletionToast } from "#features/study/summary/summary.completion.ts";
import { useFollowedPull } from "#features/study/use-followed-pull.ts";
import { isNotFound } from "#lib/api-error.ts";
import { usePageTitle } from "#lib/page-title.ts";
import { lazyScreen } from "#lib/screens.ts";
import { useOnline } from "#lib/use-online.ts";
import { CONFUSED, FOR_EXAM, MISSED, paths, WAY, WEAKEST, ways } from "#paths.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";

const NothingDue = lazyScreen(() => import("#features/study/session/components/nothing-due.tsx"));
const PairsScreen = lazyScreen(() => import("#features/study/pairs/components/pairs-screen.tsx"));
const MissingFolder = lazyScreen(() => import("#features/study/components/missing-folder.tsx"));

/** Loads what the first question needs, if the address is that of a session. */
export async function prepareStudy(queryClient: QueryClient, userId: number): Promise<void> {
  const [, , text] = window.location.pathname.split("/");
  const folderId = parseId(text);
  if ((text && !folderId) || readWayName() === ways.pairs) return;
  await prepareDeck(queryClient, userId, readScope(folderId));
}

export default function StudyPage({ folderId }: { folderId: number | null }) {
  const [, navigate] = useLocation();
  const [name] = useState(readWayName);
  // Called here, because the session renders for each key.
  const shortcuts = useShortcutsWanted();
  const { id: userId } = useUser();
  // The end of a session leads to that of two of its cards, perhaps under the same path.
  const pair = new URLSearchParams(useSearch()).get(CONFUSED);
  if (name !== ways.pairs || folderId === null)
    return <SessionPage key={pair} folderId={folderId} shortcuts={shortcuts} userId={userId} />;
  return (
    <Suspense fallback={<Loading acrossFolders={false} />}>
      <PairsScreen folderId={folderId} onLeave={() => goBack(() => navigate(paths.folder(folderId)))} />
    </Suspense>
  );
}

type SessionPageProps = { folderId: number | null; shortcuts: boolean; userId: number };

function SessionPage({ folderId, shortcuts, userId }: SessionPageProps) {
  const [scope] = useState(() => readScope(folderId));
  const { examId, forExam, quizId, way } = scope;
  const { controller, state } = useStudy(userId, scope);
  const [, navigate] = useLocation();
  const parent = findParent(scope);
  // Two confused cards stand side by side, which leaves no room for it: it waits for the screen after them.
  useCompletionToast(scope.pair === null && (state.phase === "question" || state.phase === "resting"));
  useFollowedPull(folderId);

  return (
    <Suspense fallback={<Loading acrossFolders={folderId === null} />}>
      {state.phase === "loading" ? (
        <Loading acrossFolders={folderId === null} />
      ) : state.phase === "failed" ? (
        <Failed error={state.error} onRetry={() => controller.retry()} onLeave={() => goBack(() => navigate(parent))} />
      ) : state.phase === "resting" ? (
        <NothingDue
          folderId={folderId}
          isOfExam={(examId ?? forExam ?? quizId) !== null}
          practice={state.practice.length + (state.more?.cards ?? 0)}
          areNew={state.practice.every(({ nextReviewDate }) => nextReviewDate === null)}
          backHref={parent}
          onPractise={() => controller.practise()}
        />
      ) : (
        <StudySession
          folderId={folderId}
          session={state}
          controller={controller}
          shortcuts={shortcuts}
          way={way}
          onLeave={() => {
            // Going back may leave the app, which does not unmount this page.
            controller.leave();
            goBack(() => navigate(parent));
          }}
        />
      )}
    </Suspense>
  );
}

type Scope = Required<StudyScope>;

/** Reads from the address the exam or the quiz whose cards are to be studied, and how they are asked. */
function readScope(folderId: number | null): Scope {
  const ofExam = { examId: readId(WEAKEST), forExam: readId(FOR_EXAM) };
  return { folderId, ...ofExam, quizId: readId(MISSED), pair: readPair(), way: readWay() };
}

/** Returns the path of the page from which a session begins. */
function findParent({ folderId, examId, forExam, quizId }: Scope): string {
  if (quizId !== null) return paths.quiz(quizId);
  if (examId !== null || forExam !== null) return paths.exams(examId ?? forExam);
  return folderId === null ? paths.home() : paths.folder(folderId);
}

function readId(name: string): number | null {
  return parseId(new URLSearchParams(window.location.search).get(name) ?? undefined);
}

function readPair(): readonly [number, number] | null {
  const ids = (new URLSearchParams(window.location.search).get(CONFUSED) ?? "").split(",");
  const [one, other] = ids.map(parseId);
  return ids.length === 2 && one && other ? [one, other] : null;
}

function parseId(text = ""): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

const readWayName = () => new URLSearchParams(window.location.search).get(WAY);

function readWay(): Way {
  const name = readWayName();
  return name === ways.flip ? "flip" : name === ways.type ? "type" : name === ways.choose ? "choose" : null;
}

function goBack(fallback: () => void): void {
  const { navigation } = window as { navigation?: { canGoBack?: boolean } };
  if (navigation?.canGoBack) window.history.back();
  else fallback();
}

function Loading({ acrossFolders }: { acrossFolders: boolean }) {
  usePageTitle(sessionTitles.study);
  return (
    <StudyFrame>
      <StudySkeleton acrossFolders={acrossFolders} />
    </StudyFrame>
  );
}

type FailedProps = { error: unknown; onRetry: () => void; onLeave: () => void };

function Failed({ error, onRetry, onLeave }: FailedProps) {
  usePageTitle(sessionTitles.study);
  useOnline(onRetry);
  if (isNotFound(error)) return <MissingFolder />;
  return (
    <StudyFrame>
      <IconButton label="Salir de la sesión" icon={<X />} onClick={onLeave} className="-ml-3 size-[44px]" />
      <ErrorState
        level={1}
        title="No se pudieron cargar las cartas"
        error={error}
        safe="Tus cartas y tus respuestas están guardadas."
        onRetry={onRetry}
      />
    </StudyFrame>
  );
}
