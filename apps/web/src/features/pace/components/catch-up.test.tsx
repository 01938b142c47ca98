import { type Backlog, paceEndpoints } from "@repasa/contract/pace.ts";
import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { CatchUp } from "#features/pace/components/catch-up.tsx";
import { backlogQuery } from "#features/pace/pace.api.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { settled } from "#testing/settled.ts";

const waiting: Backlog = {
  pending: 186,
  overdue: 150,
  minutes: 28,
  catchUp: null,
  suggestion: { days: 6, perDay: 45 },
  offered: true,
};
const ongoingPlan = { until: "2026-12-03", perDay: 45, doneToday: 0 };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

function Home() {
  const { data } = useQuery(backlogQuery());
  return (
    <>
      <h1 tabIndex={-1}>Inicio</h1>
      {data && <CatchUp backlog={data} />}
    </>
  );
}

const queryOffers = () => screen.queryAllByRole("heading", { level: 2 });
const isTitleFocused = () => document.activeElement === screen.getByRole("heading", { level: 1 });

const renderHome = (backlog: Partial<Backlog>) => {
  api.answer(paceEndpoints.backlog, { ...waiting, ...backlog });
  return renderApp(<Home />);
};

describe("a backlog", () => {
  it("can be spread over several days, whose workload is described", async () => {
    const { user } = renderHome({});
    await screen.findByRole("heading", { name: "Se te han juntado 186 repasos" });
    expect(screen.getByText(/\(unos 28 minutos\)/).textContent).toContain(
      "serán 45 repasos al día durante 6 días, unos 7 minutos cada uno: primero lo que antes olvidarías.",
    );
    api.answer(paceEndpoints.startCatchUp, { ...waiting, offered: false, catchUp: ongoingPlan });
    await user.click(screen.getByRole("button", { name: "Repartir en 6 días" }));
    await screen.findByRole("heading", { name: "Hoy te tocan 45 repasos" });
    expect(isTitleFocused()).toBe(true);
    expect(api.callsTo(paceEndpoints.startCatchUp)[0]?.body).toEqual({ days: 6 });
  });

  it("is not offered again on the day on which it was declined", async () => {
    const { user, unmount } = renderHome({});
    await user.click(await screen.findByRole("button", { name: "Hoy no" }));
    expect(queryOffers()).toEqual([]);
    expect(isTitleFocused()).toBe(true);
    unmount();
    const { queryClient } = renderHome({});
    await settled(queryClient);
    expect(queryOffers()).toEqual([]);
  });

  it("is not mentioned if none is offered", async () => {
    const { queryClient } = renderHome({ pending: 30, offered: false });
    await settled(queryClient);
    expect(queryOffers()).toEqual([]);
  });
});

describe("a plan to catch up", () => {
  it.each([
    [{ perDay: 45, doneToday: 12 }, "Hoy llevas 12 de 45 repasos"],
    [{ perDay: 45, doneToday: 45 }, "Tu parte de hoy está hecha"],
    [{ perDay: 1, doneToday: 0 }, "Hoy te toca 1 repaso"],
  ])("shows the progress of today's share: %o", async (share, heading) => {
    renderHome({ catchUp: { ...ongoingPlan, ...share }, offered: false });
    await screen.findByRole("heading", { name: heading });
    expect(screen.getByText("Estarás al día el jueves, 3 de diciembre.")).toBeTruthy();
  });

  it("is ended by one tap", async () => {
    const { user } = renderHome({ catchUp: ongoingPlan, offered: false });
    api.answer(paceEndpoints.endCatchUp);
    const leave = await screen.findByRole("button", { name: "Dejar el plan" });
    api.answer(paceEndpoints.backlog, { ...waiting, offered: false });
    await user.click(leave);
    await waitFor(() => expect(queryOffers()).toEqual([]));
    expect(isTitleFocused()).toBe(true);
  });
});
