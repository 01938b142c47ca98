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
import FoldersPage from "#features/folders/folders-page.tsx";
import StorePage from "#features/store/store-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { RoutedPaywall } from "#testing/routed-paywall.tsx";
import { sampleFace, sampleFolder, samplePlan, sampleUser } from "#testing/sample-data.ts";
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
  api.answer(folderEndpoints.stats, {
    totalCards: 0,
    dueCards: 0,
    newWaiting: 0,
    dueWaiting: 0,
    masteredCards: 0,
    difficultCards: 0,
  });
  api.answer(cardEndpoints.listInFolder, []);
  api.fail(folderEndpoints.create, 402, LIMIT);
  api.fail(cardEndpoints.create, 402, LIMIT);
  return () => act(() => closePaywall());
});

const renderScreen = (screenElement: ReactElement, path: string, user = sampleUser()) =>
  renderApp(
    <SignedIn user={user}>
      <main tabIndex={-1}>{screenElement}</main>
      <RoutedPaywall />
    </SignedIn>,
    path,
  );

const paywall = () => screen.findByRole("dialog", { name: "Impulsa tu memoria" });
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const countToasts = () => toasts().queryAllByRole("listitem").length;

const folder = {
  element: <FoldersPage />,
  path: "/folders",
  open: "Nueva carpeta",
  fields: { Nombre: "Historia", "Descripción (opcional)": "De España" },
  save: /^Crear carpeta$/,
};
const card = {
  element: <FolderPage folderId={1} />,
  path: "/folders/1",
  open: "Añadir carta",
  fields: { Pregunta: "Hola", Respuesta: "Hello" },
  save: /^Guardar$/,
};

async function reachLimit({ element, path, open, fields, save }: typeof folder | typeof card) {
  const rendered = renderScreen(element, path);
  await rendered.user.click(await screen.findByRole("button", { name: open }));
  for (const [label, text] of Object.entries(fields)) await rendered.user.type(screen.getByLabelText(label), text);
  await rendered.user.click(screen.getByRole("button", { name: save }));
  expect(within(await paywall()).getByText(REASON)).toBeTruthy();
  return rendered;
}

it.each([
  ["folder", folder],
  ["card", card],
])(
  "a new %s beyond the limit opens the paywall over the dialog, which has its text and the focus afterwards",
  async (_, one) => {
    const { user } = await reachLimit(one);
    expect(countToasts()).toBe(0);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Impulsa tu memoria" })).toBeNull());
    for (const [label, text] of Object.entries(one.fields)) expect(value(label)).toBe(text);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: one.save })));
  },
);

it("a new folder is not restored after it was discarded, for another user, or in another place", async () => {
  const { element, path, open } = folder;
  const { user, unmount } = await reachLimit(folder);
  unmount();
  act(() => closePaywall());
  const other = renderScreen(element, path, sampleUser({ id: 2 }));
  await screen.findByRole("button", { name: open });
  expect(screen.queryByRole("dialog")).toBeNull();
  other.unmount();
  api.answer(folderEndpoints.read, sampleFolder({ id: 3 }));
  const elsewhere = renderScreen(<FolderPage folderId={3} />, "/folders/3");
  await screen.findByRole("button", { name: card.open });
  expect(screen.queryByRole("dialog")).toBeNull();
  elsewhere.unmount();
  const back = renderScreen(element, path);
  await screen.findByRole("dialog");
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  const discard = screen.queryByRole("button", { name: "Descartar" });
  if (discard) await user.click(discard);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  back.unmount();
  renderScreen(element, path);
  await screen.findByRole("button", { name: open });
  expect(screen.queryByRole("dialog")).toBeNull();
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
