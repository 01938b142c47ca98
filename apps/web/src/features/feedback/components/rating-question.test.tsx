import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RatingQuestion } from "#features/feedback/components/rating-question.tsx";
import { isRatingQuestionDue, noteCompletedSession } from "#features/feedback/feedback.first-session.ts";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

it("waits while the server cannot be reached, which takes the rating", async () => {
  localStorage.removeItem("hasCompletedFirstSession");
  noteCompletedSession();
  noteUnreached();
  renderApp(
    <SignedIn user={sampleUser()}>
      <RatingQuestion path="/" />
    </SignedIn>,
  );
  expect(isRatingQuestionDue()).toBe(true);
  act(() => noteReached());
  expect(isRatingQuestionDue()).toBe(false);
  expect(await screen.findByRole("dialog", { name: "¿Qué te parece Repasa?" })).toBeDefined();
});
