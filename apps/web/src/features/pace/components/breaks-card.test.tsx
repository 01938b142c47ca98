import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { BreaksCard } from "#features/pace/components/breaks-card.tsx";
import { formatBreak } from "#features/pace/pace.wording.ts";
import { addDays } from "#lib/local-date.ts";
import { periodInDays, today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences } from "#testing/sample-data.ts";
import { toasts } from "#testing/toasts.ts";

const [past, present, next] = [periodInDays(-20, -11), periodInDays(-1, 8), periodInDays(30, 30)];

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(paceEndpoints.breaks, [past, present, next]);
});

const rows = () => screen.getAllByRole("listitem");
const action = (name: string, one: typeof past) => ({ name: `${name}: pausa ${formatBreak(one)}` });

describe("the card of breaks", () => {
  it("removes a break, and keeps the focus in the card", async () => {
    const { user } = renderApp(<BreaksCard />);
    api.answer(paceEndpoints.endBreaks);
    const remove = await screen.findByRole("button", action("Quitar", next));
    api.answer(paceEndpoints.breaks, [present]);
    await user.click(remove);
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(api.callsTo(paceEndpoints.endBreaks)[0]?.body).toEqual(next);
    expect(document.activeElement?.textContent).toBe("Pausas");
  });

  it("keeps the form open with the server's reason if the break is refused", async () => {
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
});
