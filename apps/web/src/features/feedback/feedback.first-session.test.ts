import { expect, it, vi } from "vitest";

it("the question for stars waits in the tab for the next document, and is asked once", async () => {
  const { noteCompletedSession } = await import("#features/feedback/feedback.first-session.ts");
  noteCompletedSession();
  vi.resetModules();
  const next = await import("#features/feedback/feedback.first-session.ts");
  next.noteCompletedSession();
  expect(next.isRatingQuestionDue()).toBe(true);
  expect([next.takeRatingQuestion(), next.takeRatingQuestion()]).toEqual([true, false]);
});
