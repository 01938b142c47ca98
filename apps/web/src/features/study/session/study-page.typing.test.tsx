import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampleFolder, samplePreferences } from "#testing/sample-data.ts";
import { cardsOf, everythingLoaded, FOLDER, question, studyWith } from "#testing/study-page.tsx";

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
  it("checks with Enter, preselects a rating, and takes it with Enter", async () => {
    const { user, rated } = typeWith();
    const input = await field();
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(screen.queryByText("Respuesta 1")).toBeNull();
    await user.type(input, "respuesta 1");
    expect(rated.size).toBe(0);
    enter();
    expect(await screen.findByText("Correcto")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Medio.*propuesta/ })).toBeTruthy();
    enter({ repeat: true });
    expect(screen.getByText("Correcto")).toBeTruthy();
    enter();
    expect(await question(2)).toBeTruthy();
    await waitFor(() =>
      expect([...rated.values()]).toMatchObject([{ difficulty: "medium", answerResult: "correct", mode: "type" }]),
    );
  });

  it("names two cards at the end that this session has confused once, and an earlier one too", async () => {
    const { api, user, rated } = typeWith();
    const earlier = { reviewId: "earlier", date: "2026-01-01", cardId: 2, folderId: FOLDER, otherId: 1 };
    api.answer(studyEndpoints.confusions, { confusions: [earlier], cards: [] });
    for (const typed of ["respuesta 2", "respuesta 2", "respuesta 1"]) {
      await user.type(await field(), typed);
      enter();
      await screen.findByText(/orrecto/);
      enter();
    }
    const sentence = await screen.findByText(/^Confundes/);
    expect(sentence.textContent).toBe("Confundes «Pregunta 1» con «Pregunta 2» (2 veces). Estudiar las dos");
    const link = screen.getByRole("link", { name: "Estudiar las dos" });
    expect(link.getAttribute("href")).toBe("/study?confundidas=1%2C2");
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ confusedWith: 2 }, {}, {}]));
  });

  it("takes a list in lines, strikes what is none of it, and names what is missing", async () => {
    const [card, ...rest] = cardsOf(2);
    const list = { ...card, back: "- rojo\n- azul\n- verde" } as typeof card & object;
    const { user } = typeWith({}, [list, ...rest]);
    const input = await field();
    expect(input.tagName).toBe("TEXTAREA");
    expect(screen.getByText(/^Es una lista: separa con comas/).id).toBe(
      input.getAttribute("aria-describedby")?.split(" ").at(-1),
    );
    const newLine = "{Shift>}{Enter}{/Shift}";
    await user.type(input, `verde${newLine}rosa${newLine}rojo`);
    expect(screen.queryByText("Incorrecto")).toBeNull();
    enter();
    const status = (await screen.findByText("Incorrecto")).closest("[role=status]");
    expect(status?.textContent).toBe("IncorrectoFalta: azul");
    const items = screen.getAllByRole("listitem").filter((item) => item.closest("dl"));
    expect(items.map(({ textContent }) => textContent)).toEqual(["verde", "rosa (sobra)", "rojo"]);
    expect(items.map((item) => item.querySelector("del")?.textContent)).toEqual([undefined, "rosa", undefined]);
    const answer = screen.getByRole("region", { name: "Respuesta" });
    expect([...answer.querySelectorAll("ins")].map(({ textContent }) => textContent)).toEqual(["azul"]);
    expect(screen.queryByText(/^Es una lista/)).toBeNull();
  });

  it("accepts each form of an irregular verb, and compares a wrong one with the nearest", async () => {
    const cards = cardsOf(3).map((card) => ({ ...card, back: "be – was/were – been" }));
    const { user, rated } = typeWith({ language: "en" }, cards);
    for (const typed of ["be - was - been", "Be – were – been"]) {
      await user.type(await field(), typed);
      enter();
      expect(await screen.findByText("Correcto")).toBeTruthy();
      enter();
    }
    await question(3);
    await user.type(await field(), "be - were - bean");
    enter();
    expect(await screen.findByText("Incorrecto")).toBeTruthy();
    const [typed, nearest] = screen.getAllByRole("definition");
    expect([typed?.textContent, typed?.querySelector("del")?.textContent]).toEqual(["be - were - bean", "a"]);
    expect([nearest?.textContent, nearest?.querySelector("ins")?.textContent]).toEqual(["be – were – been", "e"]);
    await waitFor(() =>
      expect([...rated.values()].map((one) => (one as { mode: string }).mode)).toEqual(["type", "type"]),
    );
  });

  it("takes letters as letters while typing, and as ratings once checked", async () => {
    const { user, rated } = typeWith();
    const input = await field();
    await user.type(input, "asdf1u");
    expect(input.value).toBe("asdf1u");
    enter();
    expect(await screen.findByRole("button", { name: "Lo sabía" })).toBeTruthy();
    fireEvent.keyDown(input, { key: "a" });
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ difficulty: "easy", mode: "type" }]));
  });

  it("shows the answer after Enter in an empty field, as forgotten, and asks again after an undo", async () => {
    const { user, rated } = typeWith();
    await field();
    enter();
    expect(await screen.findByText("No la recordaste")).toBeTruthy();
    enter();
    await question(2);
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ answerResult: "incorrect", mode: "type" }]));
    await user.click(screen.getByRole("button", { name: /^Deshacer/ }));
    await question(1);
    expect((await field()).value).toBe("");
    await waitFor(() => expect(rated.size).toBe(0));
  });

  it("counts a wrong answer as recalled after 'Lo sabía', only with the student's key", async () => {
    const { user, rated } = typeWith();
    await user.type(await field(), "otra cosa");
    enter();
    await user.click(await screen.findByRole("button", { name: "Lo sabía" }));
    expect(screen.getByText("Cuenta como recordada")).toBeTruthy();
    expect(rated.size).toBe(0);
    await user.click(screen.getByRole("button", { name: /^Medio/ }));
    await waitFor(() => expect([...rated.values()]).toMatchObject([{ difficulty: "medium", answerResult: "correct" }]));
  });

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

  it("is how all folders are asked if the settings say so, except one that says otherwise", async () => {
    const asks = async (preferences: AnswerMode, folder: Partial<Folder>) => {
      const study = typeWith({ answerModeChosen: false, answerMode: "flip", ...folder });
      study.api.answer(accountEndpoints.preferences, samplePreferences({ answerMode: preferences }));
      await question(1);
      await everythingLoaded(study.queryClient);
      const isTyped = screen.queryByRole("textbox") !== null;
      cleanup();
      return isTyped;
    };
    expect(await asks("type", {})).toBe(true);
    expect(await asks("type", { answerModeChosen: true })).toBe(false);
    expect(await asks("flip", { answerModeChosen: true, answerMode: "type" })).toBe(true);
    expect(await asks("flip", {})).toBe(false);
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

  it("switches with T for the session, and turns over a card whose answer is long", async () => {
    const cards = cardsOf(2).map((card, index) => (index === 1 ? { ...card, back: "x".repeat(201) } : card));
    typeWith({ answerMode: "flip" }, cards);
    await question(1);
    expect(screen.queryByRole("textbox")).toBeNull();
    fireEvent.keyDown(document.body, { key: "t" });
    await field();
    enter();
    await screen.findByText("No la recordaste");
    enter();
    await question(2);
    expect(screen.getByRole("button", { name: /^Mostrar Respuesta/ })).toBeTruthy();
  });
});
