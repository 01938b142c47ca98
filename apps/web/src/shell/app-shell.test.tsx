import "#testing/indexed-db.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import AppShell from "#shell/app-shell.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences, sampleUser } from "#testing/sample-data.ts";
import { settled } from "#testing/settled.ts";
import { SignedIn } from "#testing/signed-in.tsx";

/** Drawn, seen or not: only the app's styles hide a bar, and a test of components has none. */
const mainBars = () => screen.getAllByRole("navigation", { name: "Principal" });

it("draws the sidebar or the bottom bar, never both, as the page becomes wide or narrow", async () => {
  const api = fakeApi();
  api.answer(accountEndpoints.trackAccess);
  api.answer(accountEndpoints.preferences, samplePreferences());
  const page = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal("matchMedia", () => page);
  const resize = (isWide: boolean) =>
    act(async () => {
      page.matches = isWide;
      page.dispatchEvent(new Event("change"));
    });
  const { queryClient } = renderApp(
    <SignedIn user={sampleUser()}>
      <AppShell>Inicio</AppShell>
    </SignedIn>,
  );
  // Nothing but the page's width draws the bars anew then.
  await settled(queryClient);
  const [bottomBar, ...others] = mainBars();
  expect(others).toEqual([]);
  await resize(true);
  const [sidebar, ...rest] = mainBars();
  expect(rest).toEqual([]);
  expect(sidebar, "another bar").not.toBe(bottomBar);
  expect(bottomBar?.isConnected).toBe(false);
  await resize(false);
  expect(mainBars()).toHaveLength(1);
});
