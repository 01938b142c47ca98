import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SessionSize } from "#features/preferences/components/session-size.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences } from "#testing/sample-data.ts";

function renderSessionSize(due: number, folderId: number | null = null) {
  const api = fakeApi();
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.on(accountEndpoints.setPreferences, ({ body }) => ({
    status: 200,
    body: samplePreferences(body as Partial<ReturnType<typeof samplePreferences>>),
  }));
  return { api, ...renderApp(<SessionSize due={due} folderId={folderId} />) };
}

const link = () => screen.getByRole("link", { name: /^Comenzar revisión/ });
const select = () => screen.queryByRole<HTMLSelectElement>("combobox", { name: "Cartas por sesión" });

describe("the button that starts a session", () => {
  it("offers no size if one session contains all due cards", () => {
    renderSessionSize(40, 7);
    expect(link().textContent).toBe("Comenzar revisión");
    expect(link().getAttribute("href")).toBe("/study/7");
    expect(select()).toBeNull();
  });

  it("offers a session size on a longer day, which is stored", async () => {
    const { api, user } = renderSessionSize(400);
    await waitFor(() => expect(link().textContent).toBe("Comenzar revisión Sesión de 20"));
    expect(link().getAttribute("href")).toBe("/study");
    const sizes = select() as HTMLSelectElement;
    expect([...sizes.options].map(({ label }) => label)).toEqual([
      "Sesión de 10",
      "Sesión de 20",
      "Sesión de 40",
      "Todas (400)",
    ]);
    expect(sizes.selectedOptions[0]?.label).toBe("Sesión de 20");
    await user.selectOptions(sizes, "Sesión de 40");
    expect(link().textContent).toBe("Comenzar revisión Sesión de 40");
    await user.selectOptions(sizes, "Todas (400)");
    expect(link().textContent).toBe("Comenzar revisión Todas (400)");
    await waitFor(() =>
      expect(api.callsTo(accountEndpoints.setPreferences).map(({ body }) => body)).toEqual([
        { sessionSize: 40 },
        { sessionSize: null },
      ]),
    );
  });
});
