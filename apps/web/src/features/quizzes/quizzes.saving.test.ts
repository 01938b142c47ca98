// @vitest-environment node
import * as quizEndpoints from "@repasa/contract/client/quizzes.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AnswerSaver } from "#features/quizzes/quizzes.saving.ts";
import { fakeApi } from "#testing/fake-api.ts";

let api: ReturnType<typeof fakeApi>;
/** The status with which the server answers each question; 0 if there is no network. */
let statuses: Record<number, number>;
const onSaved = vi.fn<(n: number) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  onSaved.mockClear();
  sessionStorage.clear();
  statuses = {};
  api = fakeApi();
  api.on(quizEndpoints.answer, ({ url }) => {
    const status = statuses[Number(url.pathname.split("/").at(-1))] ?? 204;
    if (status === 0) throw new TypeError("Failed to fetch");
    return status === 204 ? { status } : { status, body: { message: "No", code: codes[status] } };
  });
});
afterEach(() => void vi.useRealTimers());

const codes: Record<number, string> = { 404: "not_found", 409: "conflict", 503: "unavailable" };
const sent = () => api.callsTo(quizEndpoints.answer).map(({ body }) => (body as { text: string }).text);

it.each([0, 503])("an answer is sent again until the server has it, after the failure %i", async (status) => {
  statuses[1] = status;
  const saver = new AnswerSaver(5, onSaved);
  saver.save(1, { text: "a" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([saver.state().failed, [...saver.waiting.keys()]]).toEqual([true, [1]]);
  const attempts = sent().length;
  statuses = {};
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent().length).toBeGreaterThan(attempts);
  expect([saver.state().failed, saver.waiting.size, sessionStorage.length]).toEqual([false, 0, 0]);
  expect(onSaved.mock.calls.map(([n]) => n)).toEqual([1]);
});

/** Saves the answers to the first two questions, and waits until they were sent. */
async function saveTwo(): Promise<AnswerSaver> {
  const saver = new AnswerSaver(5, onSaved);
  saver.save(1, { text: "a" });
  saver.save(2, { text: "b" });
  await vi.advanceTimersByTimeAsync(100);
  return saver;
}

it("the last answer to a question counts, although it is given while an earlier one is sent", async () => {
  const saver = new AnswerSaver(5, onSaved);
  saver.save(1, { text: "a" });
  saver.save(1, { text: "b" });
  saver.save(2, { text: "c" });
  await vi.advanceTimersByTimeAsync(100);
  expect(sent()).toEqual(["a", "b", "c"]);
  expect(saver.waiting.size).toBe(0);
});

it("an answer that comes after the end is dropped with all others, and ends the quiz", async () => {
  statuses[1] = 409;
  const saver = await saveTwo();
  expect([sent(), saver.state().over, saver.waiting.size, sessionStorage.length]).toEqual([["a"], true, 0, 0]);
});

it("an answer that the server refuses does not delay the next one", async () => {
  statuses[1] = 404;
  await saveTwo();
  expect([sent(), onSaved.mock.calls.map(([n]) => n)]).toEqual([["a", "b"], [2]]);
});
