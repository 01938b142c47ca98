import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import type { Backlog } from "@repasa/contract/pace.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { CatchUpNote, CatchUpStart } from "#features/pace/components/catch-up.tsx";
import { backlogQuery } from "#features/pace/pace.api.ts";
import { usePlanOffer } from "#features/pace/use-plan-offer.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleBacklog, samplePreferences } from "#testing/sample-data.ts";
import { toasts } from "#testing/toasts.ts";

const ongoingPlan = { until: "2026-12-03", perDay: 45, doneToday: 0 };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(accountEndpoints.preferences, samplePreferences({ sessionSize: 20 }));
});

function Home({ waits }: { waits: number }) {
  const { data } = useQuery(backlogQuery());
  const offer = usePlanOffer(data);
  return (
    <>
      <h1 tabIndex={-1}>Inicio</h1>
      {data && (offer ? <CatchUpStart offer={offer} total={220 - waits} waiting={waits} /> : "Comenzar revisión")}
      {data?.catchUp && <CatchUpNote plan={data.catchUp} />}
    </>
  );
}

const renderHome = (backlog: Partial<Backlog>, waits = 0) => {
  api.answer(paceEndpoints.backlog, sampleBacklog(backlog));
  return renderApp(<Home waits={waits} />);
};

describe("a backlog", () => {
  it("is spread over several days by one tap, which also starts today's share", async () => {
    const { user } = renderHome({});
    const start = await screen.findByRole("button", { name: "Hacer 45 hoy en sesiones de 20" });
    expect(screen.getByText("De 220 cartas pendientes: al día en 6 días.")).toBeTruthy();
    api.answer(paceEndpoints.startCatchUp, sampleBacklog({ offered: false, catchUp: ongoingPlan }));
    await user.click(start);
    await waitFor(() => expect(window.location.pathname).toBe("/study"));
    expect(api.callsTo(paceEndpoints.startCatchUp)[0]?.body).toEqual({ days: 6 });
  });

  it("stays where it is, with a toast, if the plan cannot be stored", async () => {
    const { user } = renderHome({});
    api.fail(paceEndpoints.startCatchUp, 503, { message: "No podemos guardar nada ahora mismo." });
    await user.click(await screen.findByRole("button", { name: "Hacer 45 hoy en sesiones de 20" }));
    expect(await toasts().findByText("No podemos guardar nada ahora mismo.")).toBeTruthy();
    expect(window.location.pathname).toBe("/");
  });

  it("offers the cards of a daily limit by their number, because they are not all", async () => {
    renderHome({}, 200);
    expect(await screen.findByRole("link", { name: "Hacer solo 20" })).toBeTruthy();
    expect(screen.getByText("De 220 cartas pendientes: al día en 6 días.")).toBeTruthy();
    expect(screen.queryByText(/Hacer todas/)).toBeNull();
  });

  it("can be studied as a whole, and is then not spread on the same day", async () => {
    const { user, unmount } = renderHome({});
    const all = await screen.findByRole("link", { name: "Hacer todas" });
    expect(all.getAttribute("href")).toBe("/study");
    expect(all.parentElement?.textContent).toBe("Hacer todas (unos 28 minutos)");
    await user.click(all);
    unmount();
    renderHome({});
    expect(await screen.findByText("Comenzar revisión")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    expect(api.callsTo(paceEndpoints.startCatchUp)).toEqual([]);
  });
});

describe("a plan to catch up", () => {
  it("is ended by one tap", async () => {
    const { user } = renderHome({ catchUp: ongoingPlan, offered: false });
    api.answer(paceEndpoints.endCatchUp);
    const leave = await screen.findByRole("button", { name: "Dejar el plan" });
    api.answer(paceEndpoints.backlog, sampleBacklog({ offered: false }));
    await user.click(leave);
    await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });
});
