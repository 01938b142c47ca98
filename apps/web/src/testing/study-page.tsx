import "#testing/indexed-db.ts";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { PendingFolder } from "@repasa/contract/stats.ts";
import type { CostlyCards, QueuedCard } from "@repasa/contract/study.ts";
import type { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect } from "vitest";
import { useLocation } from "wouter";
import { useOutboxSending } from "#features/device/use-outbox.ts";
import { RatingQuestion } from "#features/feedback/components/rating-question.tsx";
import { useSession, useUser } from "#features/session/use-session.ts";
import StudyPage from "#features/study/session/study-page.tsx";
import { useCompletionToast } from "#features/study/summary/summary.completion.ts";
import { localDateOf } from "#lib/local-date.ts";
import { FOR_EXAM, isStudyPath, paths, WAY, WEAKEST, type ways, withQuery } from "#paths.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import {
  sampleCard,
  sampleFolder,
  sampleFolderStats,
  sampleNearDays,
  samplePreferences,
  sampleReview,
  sampleStats,
  sampleStudySession,
  sampleUser,
} from "#testing/sample-data.ts";

export const FOLDER = 7;
let userId = 100;

beforeEach(() => {
  userId += 1;
  localStorage.setItem("hasCompletedFirstSession", "true");
});

// Waits so that requests sent at the end of a test still reach the server of that test, and so that a dialog has left the history.
afterEach(async () => {
  cleanup();
  await waitFor(() => expect(window.history.state?.sheets ?? 0).toBe(0));
  await new Promise((resolve) => setTimeout(resolve, 20));
});

function SignedIn({ folderId }: { folderId: number | null }) {
  useOutboxSending(useUser().id);
  const [path] = useLocation();
  const studying = isStudyPath(path);
  useCompletionToast(!studying, path);
  return (
    <>
      {studying && <StudyPage folderId={folderId} />}
      <RatingQuestion path={path} />
    </>
  );
}

function Gate({ folderId }: { folderId: number | null }) {
  return useSession().user ? <SignedIn folderId={folderId} /> : null;
}

export function cardsOf(count: number): QueuedCard[] {
  return Array.from({ length: count }, (_, index) => ({
    ...sampleCard({ id: index + 1, folderId: FOLDER, front: `Pregunta ${index + 1}`, back: `Respuesta ${index + 1}` }),
    nextIntervals: { hard: 1, medium: 3, easy: 70 },
    recall: null,
  }));
}

/** Here the server orders cards by id, so `after` and `next` are ids. */
function selectPortion(queue: readonly QueuedCard[], query: URLSearchParams) {
  const from = queue.filter(({ id }) => id > Number(query.get("after")));
  const cards = from.slice(0, Number(query.get("limit")));
  return { cards, total: queue.length, next: cards.length < from.length ? String(cards.at(-1)?.id) : null };
}

type Setup = {
  cards?: QueuedCard[];
  due?: QueuedCard[];
  shortcuts?: boolean;
  folderId?: number | null;
  /** The exam whose weakest cards are studied. */
  examId?: number;
  /** The exam whose folders are studied. */
  forExam?: number;
  newCardsPerDay?: number | null;
  newWaiting?: number;
  sessionSize?: 10 | 20 | 40 | null;
  /** Folders with due cards, including this one. */
  pending?: PendingFolder[];
  premium?: boolean;
  asksAboutForgotten?: boolean;
  costly?: CostlyCards;
  costlyNamedOn?: string | null;
  way?: (typeof ways)[keyof typeof ways];
};

/** Renders the study screen with a server that, like the real one, counts each rating once. */
export function studyWith({
  cards = cardsOf(3),
  due = cards,
  shortcuts = true,
  examId,
  forExam,
  folderId = (examId ?? forExam) === undefined ? FOLDER : null,
  newCardsPerDay = null,
  newWaiting = 0,
  sessionSize = 20,
  pending = [],
  premium = false,
  asksAboutForgotten = false,
  costly = { cards: [], share: 0 },
  costlyNamedOn = null,
  way,
}: Setup = {}) {
  const api = fakeApi();
  const rated = new Map<string, unknown>();
  let sessions = 0;
  api.answer(authEndpoints.currentUser, sampleUser({ id: userId, email: "ana@repasa.example", premium }));
  api.answer(
    accountEndpoints.preferences,
    samplePreferences({ shortcuts, newCardsPerDay, sessionSize, asksAboutForgotten, costlyNamedOn }),
  );
  api.answer(studyEndpoints.costly, costly);
  api.answer(folderEndpoints.list, [sampleFolder({ id: FOLDER, name: "Historia" })]);
  api.answer(folderEndpoints.stats, sampleFolderStats({ totalCards: cards.length, dueCards: due.length, newWaiting }));
  api.answer(statsEndpoints.dailyReview, sampleReview({ totalDue: due.length, newWaiting, folders: pending }));
  api.answer(
    statsEndpoints.userStats,
    sampleStats({ reviewedToday: cards.length, currentStreak: 1, longestStreak: 1 }),
  );
  api.answer(statsEndpoints.nearDays, sampleNearDays(localDateOf(new Date(), DEFAULT_DAY_START_HOUR)));
  const isRated = ({ id }: QueuedCard) => [...rated.keys()].some((key) => key.startsWith(`${id} `));
  api.on(studyEndpoints.reviewQueue, ({ url: { searchParams } }) => {
    const ids = searchParams.get("cardIds")?.split(",").map(Number);
    const queue = ids
      ? cards.filter(({ id }) => ids.includes(id))
      : searchParams.has("practice")
        ? cards.filter(({ nextReviewDate }) => nextReviewDate !== null || searchParams.get("practice") === "true")
        : due.filter((card) => !isRated(card));
    return { status: 200, body: selectPortion(queue, searchParams) };
  });
  api.on(studyEndpoints.startSession, () => {
    sessions += 1;
    return { status: 201, body: sampleStudySession({ id: sessions }) };
  });
  api.on(studyEndpoints.updateSession, () => ({ status: 200, body: sampleStudySession({ id: sessions }) }));
  api.on(studyEndpoints.review, ({ url, body }) => {
    const cardId = Number(url.pathname.split("/")[3]);
    const { reviewId } = body as { reviewId: string };
    rated.set(`${cardId} ${reviewId}`, body);
    return { status: 200, body: { card: sampleCard({ id: cardId }), reviewId } };
  });
  api.on(studyEndpoints.undoReview, ({ url }) => {
    const [, , , cardId, , reviewId] = url.pathname.split("/");
    rated.delete(`${cardId} ${reviewId}`);
    return { status: 200, body: { card: sampleCard({ id: Number(cardId) }), reviewId, undone: true } };
  });
  const path = withQuery(paths.study(folderId), {
    [WEAKEST]: examId ?? null,
    [FOR_EXAM]: forExam ?? null,
    [WAY]: way ?? null,
  });
  return { api, rated, ...renderApp(<Gate folderId={folderId} />, path) };
}

export const press = (key: string, init = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
export const question = (number: number) => screen.findByText(`Pregunta ${number}`);
export const reveal = () => screen.getByRole("button", { name: /^Mostrar Respuesta/ });

/** Resolves when all queries have settled and the components that they cause to load are rendered. */
export async function everythingLoaded(queryClient: QueryClient): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // Imports resolve in the order in which they were requested, so those of the page have resolved before this one.
  await act(() => import("#features/billing/components/ad-slot.tsx"));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
}
