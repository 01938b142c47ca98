import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleFolder } from "#testing/sample-data.ts";
import { cardsOf, FOLDER, press, studyWith } from "#testing/study-page.tsx";

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
describe("'Pista'", () => {
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
});
