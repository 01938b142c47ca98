import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ways } from "#paths.ts";
import { sampleFolder } from "#testing/sample-data.ts";
import { cardsOf, FOLDER, press, question, studyWith } from "#testing/study-page.tsx";

const NOTE = /^Esta carta no tiene otras respuestas parecidas/;

it("choosing says why a card without good options is typed or turned over", async () => {
  const backs = ["Lima", "Quito", "Roma", "Oslo", "1789", "x".repeat(201)];
  const due = cardsOf(6).map((card, index) => ({ ...card, back: backs[index] ?? "" }));
  const cards = due.map((card) => ({ ...card, nextReviewDate: "2026-03-01" }));
  const { api, rated } = studyWith({ cards, way: ways.choose });
  api.answer(folderEndpoints.read, sampleFolder({ id: FOLDER, name: "Historia" }));
  api.answer(cardEndpoints.listInFolder, cards);
  const nameOwner = (option: string) => {
    const owner = backs.findIndex((back) => option.startsWith(back));
    return `Incorrecto: responde a «${due[owner]?.front}»`;
  };
  for (let number = 1; number <= 4; number++) {
    await question(number);
    expect(screen.queryByText(NOTE)).toBeNull();
    // A student who has seen the options must not type the answer.
    press("t");
    expect(screen.queryByRole("switch")).toBeNull();
    expect(screen.getAllByRole("listitem")).toHaveLength(4);
    const options = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
    const right = options.findIndex((text) => text.startsWith(backs[number - 1] as string));
    fireEvent.keyDown(document.body, { key: String(number === 1 ? ((right + 1) % 4) + 1 : right + 1) });
    const verdict = number === 1 ? nameOwner(options[(right + 1) % 4] as string) : "Correcto";
    expect(await screen.findByText(verdict)).toBeTruthy();
    // The review is sent at the moment of the answer.
    await waitFor(() => expect(rated.size).toBe(number));
    expect(screen.getByText(/^Carta \d de/).textContent).toBe(`Carta ${number} de 6`);
    expect(screen.queryByRole("button", { name: "No lo sé" })).toBeNull();
    if (number > 1) expect(screen.queryByRole("button", { name: /^Siguiente/ })).toBeNull();
    else fireEvent.click(screen.getByRole("button", { name: /^Siguiente/ }));
  }
  await question(5);
  press("t");
  expect((await screen.findByText(NOTE)).textContent).toContain("escríbela.");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox")));
  press("Enter");
  await screen.findByText("No la recordaste");
  expect(screen.queryByText(NOTE)).toBeNull();
  press("Enter");
  await question(6);
  expect(screen.getByText(NOTE).textContent).toContain("dale la vuelta.");
  await waitFor(() =>
    expect([...rated.values()]).toMatchObject([
      { mode: "choose", answerResult: "incorrect" },
      ...Array.from({ length: 3 }, () => ({ mode: "choose", answerResult: "correct" })),
      { mode: "type", answerResult: "incorrect" },
    ]),
  );
});
