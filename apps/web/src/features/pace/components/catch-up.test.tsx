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
const underWay = { until: "2026-12-03", perDay: 45, doneToday: 0 };

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

const offers = () => screen.queryAllByRole("heading", { level: 2 });
const focusIsOnTitle = () => document.activeElement === screen.getByRole("heading", { level: 1 });

const draw = (backlog: Partial<Backlog>) => {
  api.answer(paceEndpoints.backlog, { ...waiting, ...backlog });
  return renderApp(<Home />);
};

describe("a backlog", () => {
  it("is offered to be spread over days, with what that means", async () => {
    const { user } = draw({});
    await screen.findByRole("heading", { name: "Se te han juntado 186 repasos" });
    expect(screen.getByText(/\(unos 28 minutos\)/).textContent).toContain(
      "serán 45 repasos al día durante 6 días, unos 7 minutos cada uno: primero lo que antes olvidarías.",
    );
    api.answer(paceEndpoints.startCatchUp, { ...waiting, offered: false, catchUp: underWay });
    await user.click(screen.getByRole("button", { name: "Repartir en 6 días" }));
    await screen.findByRole("heading", { name: "Hoy te tocan 45 repasos" });
    expect(focusIsOnTitle()).toBe(true);
    expect(api.callsTo(paceEndpoints.startCatchUp)[0]?.body).toEqual({ days: 6 });
  });

  it("is not offered again on the day on which it was declined", async () => {
    const { user, unmount } = draw({});
    await user.click(await screen.findByRole("button", { name: "Hoy no" }));
    expect(offers()).toEqual([]);
    expect(focusIsOnTitle()).toBe(true);
    unmount();
    const { queryClient } = draw({});
    await settled(queryClient);
    expect(offers()).toEqual([]);
  });

  it("is not mentioned where there is none", async () => {
    const { queryClient } = draw({ pending: 30, offered: false });
    await settled(queryClient);
    expect(offers()).toEqual([]);
  });
});

describe("catching up", () => {
  it.each([
    [{ perDay: 45, doneToday: 12 }, "Hoy llevas 12 de 45 repasos"],
    [{ perDay: 45, doneToday: 45 }, "Tu parte de hoy está hecha"],
    [{ perDay: 1, doneToday: 0 }, "Hoy te toca 1 repaso"],
  ])("says how far today's share is: %o", async (share, heading) => {
    draw({ catchUp: { ...underWay, ...share }, offered: false });
    await screen.findByRole("heading", { name: heading });
    expect(screen.getByText("Estarás al día el jueves, 3 de diciembre.")).toBeTruthy();
  });

  it("is left by one tap", async () => {
    const { user } = draw({ catchUp: underWay, offered: false });
    api.answer(paceEndpoints.endCatchUp);
    const leave = await screen.findByRole("button", { name: "Dejar el plan" });
    api.answer(paceEndpoints.backlog, { ...waiting, offered: false });
    await user.click(leave);
    await waitFor(() => expect(offers()).toEqual([]));
    expect(focusIsOnTitle()).toBe(true);
  });
});
