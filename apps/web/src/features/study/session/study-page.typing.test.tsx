import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleFolder } from "#testing/sample-data.ts";
import { cardsOf, FOLDER, question, studyWith } from "#testing/study-page.tsx";

function typeWith(changes: Partial<Folder> = {}, cards = cardsOf(2)) {
  const study = studyWith({ cards });
  const folder = sampleFolder({ id: FOLDER, name: "Historia", answerMode: "type", ...changes });
  study.api.answer(folderEndpoints.list, [folder]);
  study.api.answer(cardEndpoints.listInFolder, cards);
  return study;
}

const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: "Tu respuesta" });
const enter = (init = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key: "Enter", ...init });

describe("typing the answer", () => {
  it("takes letters for no shortcuts on a question without a field, until it is turned over", async () => {
    const cards = cardsOf(2).map((card, index) => (index === 1 ? { ...card, back: "x".repeat(201) } : card));
    const { rated } = typeWith({}, cards);
    await field();
    enter();
    await screen.findByText("No la recordaste");
    enter();
    await question(2);
    for (const key of ["u", "e", "t"]) fireEvent.keyDown(document.body, { key });
    expect(await question(2)).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(rated.size).toBe(1));
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    await question(1);
    await waitFor(() => expect(rated.size).toBe(0));
  });

  it("takes a list in lines by Shift and Enter", async () => {
    const cards = cardsOf(2).map((card) => ({ ...card, back: "- rojo\n- azul\n- verde" }));
    const { user } = typeWith({}, cards);
    await user.type(await field(), "verde{Shift>}{Enter}{/Shift}rojo");
    expect(screen.queryByText("Incorrecto")).toBeNull();
    enter();
    expect(await screen.findByText("Falta: azul")).toBeTruthy();
  });

  it("begins with the header's switch, and ends with it, for cards that are due", async () => {
    const { user, rated } = typeWith({ answerMode: "flip" });
    await question(1);
    const typing = screen.getByRole("switch", { name: "Escribir las respuestas", checked: false });
    await user.click(typing);
    await user.type(await field(), "respuesta 1");
    expect(typing.getAttribute("aria-checked")).toBe("true");
    enter();
    await screen.findByText("Correcto");
    await user.click(typing);
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    await question(2);
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: /^Mostrar Respuesta/ }));
    // An answer that was seen is not asked for any more.
    await user.click(typing);
    await user.click(screen.getByRole("button", { name: /^Fácil/ }));
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ mode: "type" }, { difficulty: "easy" }]));
    expect([...rated.values()].map((one) => (one as { mode?: string }).mode)).toEqual(["type", undefined]);
  });
});
