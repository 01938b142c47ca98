import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as storeEndpoints from "@repasa/contract/client/store.ts";
import type { CatalogFolder } from "@repasa/contract/store.ts";
import { act, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import StorePage from "#features/store/store-page.tsx";
import { invalidateChanged } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFace, sampleFolder, samplePlan, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

const verbs: CatalogFolder = {
  slug: "verbos",
  name: "Verbos irregulares",
  description: "Los que más se usan.",
  ...sampleFace,
  cardCount: 60,
  folderId: null,
};
const bones: CatalogFolder = { ...verbs, slug: "huesos", name: "Huesos", description: "Los 206.", cardCount: 1 };
const capitals: CatalogFolder = { ...verbs, slug: "capitales", name: "Capitales", folderId: 7 };
const added = sampleFolder({ id: 12, name: verbs.name, cardCount: 60, dueCount: 60 });
const preview = {
  ...verbs,
  sources: ["Diccionario panhispánico de dudas", "Atlas de anatomía"],
  cards: Array.from({ length: 60 }, (_, index) => ({ front: `Verbo ${index + 1}`, back: `Forma ${index + 1}` })),
};

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(storeEndpoints.catalog, [verbs, bones, capitals]);
  api.answer(storeEndpoints.preview, preview);
  api.answer(billingEndpoints.plan, samplePlan());
  return () => act(() => closePaywall());
});

const renderStore = (user = sampleUser()) =>
  renderApp(
    <SignedIn user={user}>
      <StorePage />
    </SignedIn>,
    "/store",
  );

const findCard = async (name: string) => within(await screen.findByRole("article", { name }));

describe("the plan", () => {
  it("opens the paywall", async () => {
    const { user } = renderStore();
    const plan = within(await screen.findByRole("region", { name: "Repasa Premium" }));
    await user.click(plan.getByRole("button", { name: "Descubrir Premium" }));
    expect(paywallStore.snapshot()).toEqual({ open: true, reason: undefined });
    await findCard("Capitales");
  });

  it("is active for premium users", async () => {
    renderStore(sampleUser({ subscription: "active", premium: true }));
    const plan = within(screen.getByRole("region", { name: "Repasa Premium" }));
    expect(plan.getByText("Suscripción Premium Activa")).toBeTruthy();
    expect(plan.queryByRole("button")).toBeNull();
    await findCard("Capitales");
  });
});

describe("the catalogue", () => {
  it("shows that it is loading", async () => {
    api.on(storeEndpoints.catalog, () => new Promise(() => {}));
    renderStore();
    expect(screen.getByText("Cargando tienda...")).toBeTruthy();
  });

  it("links to the user's folders when it is empty", async () => {
    api.answer(storeEndpoints.catalog, []);
    renderStore();
    const link = await screen.findByRole("link", { name: "Ir a tus carpetas" });
    expect(link.getAttribute("href")).toBe("/folders");
  });

  it("can be loaded again after a failure", async () => {
    api.fail(storeEndpoints.catalog, 500);
    const { user } = renderStore();
    const retry = await screen.findByRole("button", { name: "Reintentar" });
    api.answer(storeEndpoints.catalog, [verbs]);
    await user.click(retry);
    await findCard("Verbos irregulares");
  });
});

describe("adding a folder", () => {
  it("adds several at a time, each with its own spinner", async () => {
    const answers = new Map<string, (folder: unknown) => void>();
    api.on(storeEndpoints.add, ({ url }) => {
      return new Promise((settle) =>
        answers.set(url.pathname.replace("/api/store/folders/", ""), (body) => settle({ status: 201, body })),
      );
    });
    const { user } = renderStore();
    const one = await findCard("Verbos irregulares");
    const other = await findCard("Huesos");
    await user.dblClick(one.getByRole("button", { name: "Añadir" }));
    await user.click(other.getByRole("button", { name: "Añadir" }));
    expect([...answers.keys()]).toEqual(["verbos", "huesos"]);
    expect(one.getByRole("button", { name: "Añadir" }).getAttribute("aria-busy")).toBe("true");
    await act(async () => answers.get("huesos")?.(sampleFolder({ id: 20, name: "Huesos" })));
    expect(await other.findByText("Añadida")).toBeTruthy();
    expect(one.queryByText("Añadida")).toBeNull();
    await act(async () => answers.get("verbos")?.(added));
    expect(await one.findByText("Añadida")).toBeTruthy();
    expect(api.callsTo(storeEndpoints.add)).toHaveLength(2);
  });

  it("shows a folder that was already added", async () => {
    const { user } = renderStore();
    const one = await findCard("Verbos irregulares");
    api.fail(storeEndpoints.add, 409, { message: "Ya tienes esta carpeta", code: "conflict" });
    api.answer(storeEndpoints.catalog, [{ ...verbs, folderId: 30 }, bones, capitals]);
    await user.click(one.getByRole("button", { name: "Añadir" }));
    expect(await toasts().findByText("Ya tienes esta carpeta")).toBeTruthy();
    expect((await one.findByRole("link", { name: "Ver cartas" })).getAttribute("href")).toBe("/folders/30");
  });

  it("reports a failure, and can be tried again", async () => {
    const { user } = renderStore();
    api.fail(storeEndpoints.add, 502, "");
    const one = await findCard("Verbos irregulares");
    await user.click(one.getByRole("button", { name: "Añadir" }));
    expect(await toasts().findByText("Error al añadir la carpeta")).toBeTruthy();
    api.answer(storeEndpoints.add, added);
    await user.click(one.getByRole("button", { name: "Añadir" }));
    expect(await one.findByText("Añadida")).toBeTruthy();
  });
});

describe("the preview", () => {
  it("is loaded again after the user's folders have changed", async () => {
    const { user, queryClient } = renderStore();
    await user.click((await findCard("Verbos irregulares")).getByRole("button", { name: "Vista previa" }));
    await within(await screen.findByRole("dialog")).findByText("Verbo 1");
    await act(() => invalidateChanged(queryClient, folderEndpoints.remove));
    expect(api.callsTo(storeEndpoints.preview)).toHaveLength(2);
  });

  it("can be loaded again after a failure", async () => {
    api.fail(storeEndpoints.preview, 500);
    const { user } = renderStore();
    await user.click((await findCard("Verbos irregulares")).getByRole("button", { name: "Vista previa" }));
    const dialog = within(await screen.findByRole("dialog"));
    const retry = await dialog.findByRole("button", { name: "Reintentar" });
    api.answer(storeEndpoints.preview, preview);
    api.answer(billingEndpoints.plan, samplePlan());
    await user.click(retry);
    expect(await dialog.findByText("Verbo 1")).toBeTruthy();
  });
});
