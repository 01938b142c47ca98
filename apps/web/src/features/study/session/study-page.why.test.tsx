import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { samplePreferences } from "#testing/sample-data.ts";
import { formatNoon, samplePastReview } from "#testing/sample-reviews.ts";
import { cardsOf, press, question, studyWith } from "#testing/study-page.tsx";

const today = localDateOf(new Date(), DEFAULT_DAY_START_HOUR);

const dueCard = (days: number, changes: Partial<QueuedCard> = {}): QueuedCard => ({
  ...(cardsOf(1)[0] as QueuedCard),
  difficulty: "medium",
  reviewCount: 2,
  lastReviewedAt: formatNoon(addDays(today, -days)),
  nextReviewAt: formatNoon(today),
  nextReviewDate: today,
  interval: days,
  recall: 0.89,
  ...changes,
});

const control = () => screen.findByRole("button", { name: "¿Por qué hoy?" });
const reason = () => screen.queryByRole("region", { name: "¿Por qué hoy?" });
const sentences = () =>
  within(reason() as HTMLElement)
    .getAllByText(/./)
    .map(({ textContent }) => replaceNoBreakSpaces(textContent));

describe("the reason why a card is asked", () => {
  it("is shown on request by the button or its key, but not before the answer", async () => {
    const { user, api } = studyWith({ cards: [dueCard(12, { recall: 0.84 })] });
    api.answer(accountEndpoints.preferences, samplePreferences({ desiredRetention: 0.85 }));
    await question(1);
    press("q");
    expect(reason()).toBeNull();
    press(" ");
    await user.click(await control());
    expect((await control()).getAttribute("aria-expanded")).toBe("true");
    expect(sentences()[0]).toMatch(/un 84 % de probabilidad, y repasamos al 85 %\.$/);
    // The live region announces both sentences at once.
    const said = document.querySelector("[aria-live=polite][aria-atomic]")?.textContent;
    expect(replaceNoBreakSpaces(said)).toMatch(/^La viste hace 12 días .+ Si pulsas Fácil/);
    press("q");
    expect(reason()).toBeNull();
    press("Q");
    expect(reason()).not.toBeNull();
    press("Escape");
    expect(reason()).toBeNull();
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    expect(api.callsTo(studyEndpoints.history)).toEqual([]);
  });

  it("is not asked of a new card, neither by the button nor by its key", async () => {
    studyWith({ cards: [cardsOf(1)[0] as QueuedCard, dueCard(12, { id: 2, front: "Pregunta 2" })] });
    await question(1);
    press(" ");
    await waitFor(() => expect(screen.getByText("Respuesta 1")).toBeTruthy());
    press("q");
    expect(reason()).toBeNull();
    press("s");
    await question(2);
    press(" ");
    expect(await control()).toBeTruthy();
  });

  it("leaves its place at the first answer of a first session to what the buttons mean", async () => {
    const meaning = () => screen.queryByText("Cuanto más fácil te resultó, más tarde vuelve.");
    const { unmount } = studyWith({ cards: cardsOf(2) });
    await question(1);
    press(" ");
    await screen.findByText("Respuesta 1");
    expect(meaning(), "after a completed session").toBeNull();
    unmount();
    studyWith({ cards: cardsOf(2) });
    localStorage.removeItem("hasCompletedFirstSession");
    await question(1);
    expect(meaning()).toBeNull();
    press(" ");
    expect(await screen.findByText("Cuanto más fácil te resultó, más tarde vuelve.")).toBeTruthy();
    press("s");
    await question(2);
    press(" ");
    await screen.findByText("Respuesta 2");
    expect(meaning()).toBeNull();
  });

  it("loads the reviews only to find out whether a hard card was forgotten", async () => {
    const card = dueCard(1, { difficulty: "hard", recall: 0.7 });
    const { api } = studyWith({ cards: [card] });
    const review = samplePastReview(addDays(today, -1), {
      difficulty: "hard",
      answerResult: "incorrect",
      interval: 1,
    });
    const { nextIntervals: _, ...known } = card;
    const body = { card: known, reviews: [review], recall: 0.7, stability: 1, nextReviewAt: card.nextReviewAt };
    api.answer(studyEndpoints.history, body);
    await question(1);
    press(" ");
    await control();
    expect(api.callsTo(studyEndpoints.history)).toEqual([]);
    press("q");
    expect(sentences()[0]).not.toMatch(/Difícil:/);
    await waitFor(() =>
      expect(sentences()[0]).toBe(
        "La fallaste ayer: por eso vuelve hoy, cuando la recordarías con un 70 % de probabilidad.",
      ),
    );
  });

  it("shows what is known without a network", async () => {
    studyWith({ cards: [dueCard(1, { difficulty: "hard", recall: 0.7 })] });
    await question(1);
    press(" ");
    await control();
    press("q");
    await waitFor(() => expect(sentences()).toHaveLength(2));
    expect(sentences()[0]).toMatch(/^La viste ayer y fue Difícil: por eso vuelve hoy/);
  });
});
