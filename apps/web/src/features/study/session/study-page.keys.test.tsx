import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "#paths.ts";
import { cardsOf, FOLDER, press, question, reveal, studyWith } from "#testing/study-page.tsx";

describe("keys", () => {
  it("never rate a card whose answer is hidden, nor two cards at once", async () => {
    studyWith();
    await question(1);
    press("3");
    expect(screen.getByText("Pregunta 1")).toBeTruthy();
    press(" ");
    press("3");
    press("3");
    press("3", { repeat: true });
    expect(screen.getByText("Carta 2 de 3")).toBeTruthy();
    expect(reveal()).toBeTruthy();
  });

  it("do not reveal and rate by one Enter on the focused button", async () => {
    const { user } = studyWith();
    await question(1);
    reveal().focus();
    await user.keyboard("{Enter}");
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
    await user.keyboard("{Enter} ");
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
  });

  it("can be switched off; buttons are still pressed by Enter, and no hints show", async () => {
    const { user } = studyWith({ shortcuts: false });
    await question(1);
    await waitFor(() => expect(document.querySelector("kbd")).toBeNull());
    press(" ");
    expect(screen.queryByText("Respuesta 1")).toBeNull();
    reveal().focus();
    await user.keyboard("{Enter}");
    expect(screen.getByText("Respuesta 1")).toBeTruthy();
    press("3");
    press("z", { ctrlKey: true });
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
  });

  it("leave the session by Escape, but not while a dialog is open", async () => {
    studyWith();
    await question(1);
    press("e");
    await screen.findByRole("dialog", { name: "Editar carta" });
    press("Escape");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.pathname).toBe(paths.study(FOLDER));
    press("Escape");
    await waitFor(() => expect(window.location.pathname).toBe(paths.folder(FOLDER)));
  });

  it("edit the card that is shown, and type into its fields", async () => {
    const { user, api } = studyWith();
    api.on(cardEndpoints.update, ({ body }) => ({ status: 200, body: { ...cardsOf(1)[0], ...(body as object) } }));
    await question(1);
    press("e");
    const dialog = await screen.findByRole("dialog", { name: "Editar carta" });
    const front = within(dialog).getByLabelText("Pregunta");
    await user.clear(front);
    await user.type(front, "1 u 3 n");
    await user.click(within(dialog).getByRole("button", { name: /^Guardar/ }));
    expect(await screen.findByText("1 u 3 n")).toBeTruthy();
    expect(screen.getByText("Carta 1 de 3")).toBeTruthy();
    expect(api.callsTo(cardEndpoints.update)[0]?.body).toEqual({
      front: "1 u 3 n",
      back: "Respuesta 1",
      base: { front: "Pregunta 1", back: "Respuesta 1" },
    });
  });
});
