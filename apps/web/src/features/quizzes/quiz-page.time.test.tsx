import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import QuizPage from "#features/quizzes/quiz-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { finishedQuiz, listedQuiz, sampleQuiz } from "#testing/sample-quizzes.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");
/** The server's clock is ahead of the device's by this time, in milliseconds; null without a network. */
let ahead: number | null;
let endsAt: number;
let api: ReturnType<typeof fakeApi>;

const serverNow = () => Date.now() + (ahead ?? 0);
const timeLeft = (left: string) => screen.findByRole("timer", { name: `Tiempo restante: ${left}` });

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = () => {};
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  api = fakeApi();
  api.answer(quizEndpoints.list, [listedQuiz]);
  api.answer(folderEndpoints.list, []);
  // Like the server, it ends the quiz when it is read after its time.
  api.on(quizEndpoints.read, () => ({
    status: 200,
    body: serverNow() < endsAt ? sampleQuiz({ endsAt: new Date(endsAt).toISOString() }) : finishedQuiz,
  }));
  const answer = window.fetch;
  vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) => {
    if (call[1]?.method !== "HEAD") return answer(...call);
    if (ahead === null) return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(new Response(null, { headers: { Date: new Date(serverNow()).toUTCString() } }));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a quiz ends by the server's clock while its page is open", async () => {
  ahead = 600_000;
  endsAt = NOW + ahead + 2_000;
  renderApp(<QuizPage quizId={5} />, "/tests/5");
  await timeLeft("0:02");
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await screen.findByText("1 de 2")).toBeTruthy();
});

it("a quiz ends when its page is seen again after the device slept through the end", async () => {
  ahead = 0;
  endsAt = NOW + 300_000;
  renderApp(<QuizPage quizId={5} />, "/tests/5");
  await timeLeft("5:00");
  // No timer runs while the device sleeps, and its clock has lost ten minutes.
  ahead = 600_000;
  expect(screen.queryByText("1 de 2")).toBeNull();
  fireEvent(document, new Event("visibilitychange"));
  expect(await screen.findByText("1 de 2")).toBeTruthy();
});

it("a quiz goes on although the device's clock is fast, and ends at its time", async () => {
  // Without a network, the device does not know the server's time.
  ahead = null;
  endsAt = NOW - 1_000;
  const reads = () => api.callsTo(quizEndpoints.read).length;
  api.on(quizEndpoints.read, () => ({
    status: 200,
    body: ahead === null ? sampleQuiz({ endsAt: new Date(endsAt).toISOString() }) : finishedQuiz,
  }));
  renderApp(<QuizPage quizId={5} />, "/tests/5");
  await timeLeft("0:00");
  await vi.waitFor(() => expect(reads()).toBe(2));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reads()).toBe(2);
  expect(screen.getByRole("heading", { name: "Pregunta 1 de 2" })).toBeTruthy();
  ahead = 0;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await screen.findByText("1 de 2")).toBeTruthy();
});
