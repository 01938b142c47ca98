import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { paths } from "#paths.ts";
import { FOLDER, press, question, reveal, studyWith } from "#testing/study-page.tsx";

describe("keys", () => {
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
});
