import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { useSearchKey } from "#shell/use-search-key.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences } from "#testing/sample-data.ts";

function Screen({ path }: { path: string }) {
  useSearchKey(path);
  return (
    <main>
      <input type="search" aria-label="Buscar" />
    </main>
  );
}

async function renderScreen(path: string, shortcuts: boolean) {
  const api = fakeApi();
  api.answer(accountEndpoints.preferences, samplePreferences({ shortcuts }));
  const { queryClient } = renderApp(<Screen path={path} />, path);
  await waitFor(() => expect(queryClient.getQueryData(preferencesQuery().queryKey)).toBeTruthy());
}

it("focuses the field on the search screen, and preserves the results", async () => {
  await renderScreen("/search", true);
  window.history.replaceState(null, "", "/search?q=adn");
  fireEvent.keyDown(document.body, { key: "/" });
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  expect(window.location.search).toBe("?q=adn");
});

it("does nothing if the user has switched shortcuts off", async () => {
  await renderScreen("/folders", false);
  fireEvent.keyDown(document.body, { key: "/" });
  expect(window.location.pathname).toBe("/folders");
});
