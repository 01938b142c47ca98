import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleFolder } from "#testing/sample-data.ts";
import { cardsOf, FOLDER, press, question, reveal, studyWith } from "#testing/study-page.tsx";

const CAPITALS = ["Lima", "Quito", "Roma", "Oslo"];

function hintWith(answerMode: Folder["answerMode"], changes: Partial<QueuedCard> = {}, count = 4) {
  const cards = cardsOf(count).map((card, index) => ({ ...card, back: CAPITALS[index] ?? "", ...changes }));
  const study = studyWith({ cards });
  study.api.answer(folderEndpoints.list, [sampleFolder({ id: FOLDER, name: "Historia", answerMode })]);
  study.api.answer(cardEndpoints.listInFolder, cards);
  return study;
}

const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Tu respuesta" });
const pressHint = async () => fireEvent.click(await screen.findByRole("button", { name: "Pista" }));
const listOptions = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent ?? "");
const listRatings = () =>
  screen
    .queryByRole("group", { name: "¿Qué tal la recordaste?" })
    ?.querySelectorAll("button")
    .values()
    .map(({ textContent }) => /Fácil|Medio|Difícil|No la recordé/.exec(textContent)?.[0])
    .toArray();
const typeAnswer = async (text: string) => {
  fireEvent.input(await field(), { target: { value: text } });
  press("Enter");
};

describe("'Pista'", () => {
  it("gives the first letter, half of the letters, and options in place of the field, after which the card comes again", async () => {
    const { rated } = hintWith("type");
    await field();
    await pressHint();
    expect(screen.getByText("Empieza por «L»").getAttribute("aria-live")).toBe("polite");
    await pressHint();
    await screen.findByText("Empieza por «Li»");
    expect(listOptions()).toEqual([]);
    await pressHint();
    await waitFor(() => expect(listOptions()).toHaveLength(4));
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Pista" })).toBeNull();
    // Letters that were meant for the field.
    for (const key of ["t", "e", "u"]) press(key);
    press(String(listOptions().findIndex((text) => text.startsWith("Lima")) + 1));
    await screen.findByText("Correcto");
    expect(listRatings()).toEqual(["No la recordé"]);
    for (const key of ["a", "s", "d"]) press(key);
    expect(rated.size).toBe(0);
    press("Enter");
    await question(2);
    const expected = { mode: "type", hints: 3, difficulty: "hard", answerResult: "incorrect" };
    await waitFor(() => expect([...rated.values()]).toMatchObject([expected]));
    for (const capital of CAPITALS.slice(1)) {
      await typeAnswer(capital);
      await screen.findByText("Correcto");
      press("Enter");
    }
    await screen.findByText("Repaso 1 de 1");
    await question(1);
    expect(screen.queryByText(/^Empieza por/)).toBeNull();
  });

  it("says that another option is wrong, and knows 'No lo sé'", async () => {
    const { rated } = hintWith("type");
    for (const option of [/^Roma/, "No lo sé"]) {
      for (let step = 1; step <= 3; step++) await pressHint();
      fireEvent.click(await screen.findByRole("button", { name: option }));
      await screen.findByText(option === "No lo sé" ? "No la recordaste" : "Incorrecto: responde a «Pregunta 3»");
      expect(screen.queryByRole("button", { name: "Lo sabía" })).toBeNull();
      expect(listRatings()).toEqual(["No la recordé"]);
      fireEvent.click(screen.getByRole("button", { name: /^No la recordé/ }));
    }
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ hints: 3 }, { hints: 3 }]));
  });

  it("counts as hard at most, also after an undo, and if the card is then turned over", async () => {
    const { rated } = hintWith("type");
    await pressHint();
    await typeAnswer("lima");
    expect(await screen.findByRole("button", { name: /^Difícil.*propuesta/ })).toBeTruthy();
    expect(listRatings()).toEqual(["Difícil", "No la recordé"]);
    for (const key of ["a", "s"]) press(key);
    expect(rated.size).toBe(0);
    press("Enter");
    await question(2);
    const expected = { mode: "type", hints: 1, difficulty: "hard", answerResult: "correct" };
    await waitFor(() => expect([...rated.values()]).toMatchObject([expected]));
    fireEvent.click(screen.getByRole("button", { name: /^Deshacer/ }));
    await screen.findByText("Empieza por «L»");
    await waitFor(() => expect(rated.size).toBe(0));
    (document.activeElement as HTMLElement).blur();
    press("t");
    fireEvent.click(await waitFor(reveal));
    expect(listRatings()).toEqual(["Difícil", "No la recordé"]);
    press("d");
    await question(2);
    await waitFor(() => expect([...rated.values()]).toMatchObject([expected]));
  });

  it("leaves 'Lo sabía' hard", async () => {
    const { rated } = hintWith("type");
    await pressHint();
    await typeAnswer("otra cosa");
    expect(await screen.findByRole("button", { name: /^No la recordé.*propuesta/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Lo sabía" }));
    press("Enter");
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ hints: 1, answerResult: "correct" }]));
  });

  it("follows the focus from gap to gap, and has no options for several", async () => {
    const front = "La {{c1::mitocondria}} produce {{c1::ATP}}";
    hintWith("type", { front, back: "", format: "markdown", variant: "c1" }, 1);
    await pressHint();
    await screen.findByText("Empieza por «m»");
    (await screen.findByRole("textbox", { name: "Hueco 2 de 2" })).focus();
    await screen.findByText("Empieza por «A»");
    await pressHint();
    await screen.findByText("Empieza por «AT»");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pista" }).disabled).toBe(true);
  });

  it.each([
    ["in a list", "- uno\n- dos", "Empieza por «un»"],
    ["without three good ones", "Quito", "Empieza por «Qui»"],
  ])("has no options %s", async (_, back, half) => {
    // The options of the other tests do not know this card.
    hintWith("type", { id: 90, back }, 1);
    await pressHint();
    await pressHint();
    await screen.findByText(half);
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Pista" }).disabled).toBe(true));
    expect(listOptions()).toEqual([]);
  });
});

describe("the ladder", () => {
  it("gives a hint for each Enter in an empty field, on a card that is hardly known, and then options", async () => {
    const { rated } = hintWith("adapt", { recall: 0.5, nextReviewDate: "2026-03-01" });
    await field();
    expect(screen.getByRole("button", { name: "No lo sé" })).toBeTruthy();
    press("Enter");
    await screen.findByText("Empieza por «L»");
    press("Enter");
    await screen.findByText("Empieza por «Li»");
    press("Enter");
    await waitFor(() => expect(listOptions()).toHaveLength(4));
    press("Enter");
    expect(listOptions()).toHaveLength(4);
    fireEvent.click(screen.getByRole("button", { name: "No lo sé" }));
    press("Enter");
    await question(2);
    fireEvent.click(await screen.findByRole("button", { name: "No lo sé" }));
    await screen.findByText("No la recordaste");
    press("Enter");
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ hints: 3 }, { answerResult: "incorrect" }]));
    expect([...rated.values()][1]).not.toHaveProperty("hints");
  });

  it("ends with 'No la recordé' where there are no options", async () => {
    // The options of the other tests do not know this card.
    hintWith("adapt", { id: 91 }, 1);
    await field();
    press("Enter");
    await screen.findByText("Empieza por «L»");
    press("Enter");
    await screen.findByText("Empieza por «Li»");
    fireEvent.click(await screen.findByRole("button", { name: /^No la recordé/ }));
    await screen.findByText("No la recordaste");
    expect(listRatings()).toEqual(["Difícil", "No la recordé"]);
  });

  it("leaves a card that is known as it is, until it is forgotten", async () => {
    hintWith("adapt", { recall: 0.9, nextReviewDate: "2026-03-01" }, 1);
    await field();
    press("Enter");
    await screen.findByText("No la recordaste");
    press("Enter");
    await screen.findByText("Repaso 1 de 1");
    await field();
    press("Enter");
    await screen.findByText("Empieza por «L»");
  });
});
