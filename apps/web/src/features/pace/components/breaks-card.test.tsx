import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BreaksCard } from "#features/pace/components/breaks-card.tsx";
import { addDays } from "#lib/local-date.ts";
import { periodInDays, today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences } from "#testing/sample-data.ts";
import { toasts } from "#testing/toasts.ts";

describe("the card of breaks", () => {
  it("keeps the form open with the server's reason if the break is refused", async () => {
    const api = fakeApi();
    api.answer(accountEndpoints.preferences, samplePreferences());
    api.answer(paceEndpoints.breaks, []);
    const { user } = renderApp(<BreaksCard />);
    await user.click(screen.getByRole("button", { name: "Me voy unos días" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Me voy unos días" }));
    await user.type(dialog.getByLabelText("Hasta"), addDays(today, 9));
    const message = "Con la pausa que ya tienes serían más de 60 días seguidos";
    api.fail(paceEndpoints.addBreak, 409, { code: "conflict", message });
    await user.click(dialog.getByRole("button", { name: /Guardar pausa/ }));
    expect(await toasts().findByText(message)).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Me voy unos días", hidden: true })).toBeTruthy();
  });

  it("lists no past break, and ends the one whose button is pressed", async () => {
    const api = fakeApi();
    api.answer(accountEndpoints.preferences, samplePreferences());
    const [past, present, coming] = [periodInDays(-9, -5), periodInDays(-1, 2), periodInDays(10, 12)];
    api.answer(paceEndpoints.breaks, [past, present, coming]);
    api.answer(paceEndpoints.endBreaks);
    const { user } = renderApp(<BreaksCard />);
    const list = within(await screen.findByRole("list", { name: "Pausas" }));
    expect(list.getAllByRole("button").map((button) => button.textContent)).toEqual(["Terminar hoy", "Quitar"]);
    await user.click(list.getByRole("button", { name: /^Quitar: pausa/ }));
    await waitFor(() => expect(api.callsTo(paceEndpoints.endBreaks).map(({ body }) => body)).toEqual([coming]));
  });
});
