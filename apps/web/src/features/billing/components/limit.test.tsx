import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as storeEndpoints from "@repasa/contract/client/store.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, it } from "vitest";
import { closePaywall } from "#features/billing/billing.paywall.ts";
import FolderPage from "#features/folders/folder-page.tsx";
import StorePage from "#features/store/store-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { RoutedPaywall } from "#testing/routed-paywall.tsx";
import { sampleFace, sampleFolder, sampleFolderStats, samplePlan, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

const REASON = "Tu plan gratuito tiene sitio para 10 carpetas. Con Premium no hay límite.";
const LIMIT = { message: REASON, code: "limit_reached" };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(billingEndpoints.price, { formatted_annual: "29,99 €", formatted_monthly: "2,50 €", publishableKey: "" });
  api.answer(billingEndpoints.plan, samplePlan());
  api.answer(folderEndpoints.list, [sampleFolder()]);
  api.answer(folderEndpoints.read, sampleFolder());
  api.answer(folderEndpoints.stats, sampleFolderStats());
  api.answer(cardEndpoints.listInFolder, []);
  api.fail(cardEndpoints.create, 402, LIMIT);
  return () => act(() => closePaywall());
});

const renderScreen = (screenElement: ReactElement, path: string) =>
  renderApp(
    <SignedIn user={sampleUser()}>
      <main tabIndex={-1}>{screenElement}</main>
      <RoutedPaywall />
    </SignedIn>,
    path,
  );

const paywall = () => screen.findByRole("dialog", { name: "Impulsa tu memoria" });
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const countToasts = () => toasts().queryAllByRole("listitem").length;

it("a new card beyond the limit opens the paywall over the dialog, which has its text and the focus afterwards", async () => {
  const { user } = renderScreen(<FolderPage folderId={1} />, "/folders/1");
  await user.click(await screen.findByRole("button", { name: "Añadir carta" }));
  await user.type(screen.getByLabelText("Pregunta"), "Hola");
  await user.type(screen.getByLabelText("Respuesta"), "Hello");
  const save = screen.getByRole("button", { name: /^Guardar$/ });
  await user.click(save);
  expect(within(await paywall()).getByText(REASON)).toBeTruthy();
  expect(countToasts()).toBe(0);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Impulsa tu memoria" })).toBeNull());
  expect([value("Pregunta"), value("Respuesta")]).toEqual(["Hola", "Hello"]);
  await waitFor(() => expect(document.activeElement).toBe(save));
});

it("leaves the preview of the store open below the paywall", async () => {
  const entry = {
    slug: "huesos",
    name: "Huesos",
    description: "Los 206.",
    ...sampleFace,
    cardCount: 1,
    folderId: null,
  };
  api.answer(storeEndpoints.catalog, [entry]);
  api.answer(storeEndpoints.preview, { ...entry, sources: [], cards: [{ front: "Fémur", back: "Muslo" }] });
  api.fail(storeEndpoints.add, 402, LIMIT);
  const { user } = renderScreen(<StorePage />, "/store");
  await user.click(await screen.findByRole("button", { name: "Vista previa" }));
  const add = within(await screen.findByRole("dialog", { name: "Huesos" })).getByRole("button", { name: "Añadir" });
  await user.click(add);
  expect(within(await paywall()).getByText(REASON)).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(await screen.findByRole("dialog", { name: "Huesos" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(add));
  expect(countToasts()).toBe(0);
});
