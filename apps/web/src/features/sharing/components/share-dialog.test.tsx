import type { User } from "@repasa/contract/auth.ts";
import * as sharingEndpoints from "@repasa/contract/client/sharing.ts";
import type { Share } from "@repasa/contract/sharing.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ShareDialog } from "#features/sharing/components/share-dialog.tsx";
import { SharesCard } from "#features/sharing/components/shares-card.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

const URL_OF_LINK = "https://repasa.example/c/abc";
const sampleShare = (changes: Partial<Share> = {}): Share => ({
  id: 7,
  token: "abc",
  url: URL_OF_LINK,
  createdAt: "2026-03-01T10:00:00.000Z",
  showName: false,
  followers: 0,
  ...changes,
});

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

function renderSheet(shares: Share[], user: Partial<User> = {}) {
  api.answer(sharingEndpoints.listOfFolder, shares);
  const rendered = renderApp(
    <SignedIn user={sampleUser(user)}>
      <ShareDialog open onOpenChange={() => {}} folder={{ id: 1, name: "Biología" }} />
    </SignedIn>,
  );
  // Copying is asked of the page's clipboard, which user-event replaces.
  const written: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void written.push(text));
  return { ...rendered, written };
}

const button = (name: string) => screen.findByRole("button", { name });

describe("the sheet of a folder", () => {
  it("creates a link that does not show the name unless the author wants it", async () => {
    const { user } = renderSheet([], { firstName: "Ana" });
    const name = await screen.findByRole("switch", { name: "Mostrar mi nombre" });
    expect(name).toHaveProperty("checked", false);
    api.on(sharingEndpoints.create, () => ({ status: 201, body: sampleShare() }));
    await user.click(await button("Crear enlace"));
    expect(await screen.findByDisplayValue(URL_OF_LINK)).toBeTruthy();
    expect(api.callsTo(sharingEndpoints.create).map(({ body }) => body)).toEqual([{ showName: false }]);
    api.answer(sharingEndpoints.update, sampleShare({ showName: true }));
    api.answer(sharingEndpoints.listOfFolder, [sampleShare({ showName: true })]);
    await user.click(screen.getByRole("switch", { name: "Mostrar mi nombre" }));
    await waitFor(() => expect(screen.getByRole("switch")).toHaveProperty("checked", true));
    expect(api.callsTo(sharingEndpoints.update).map(({ body }) => body)).toEqual([{ showName: true }]);
  });

  it("says that an account without a first name shows none", async () => {
    renderSheet([]);
    expect(await screen.findByRole("switch")).toHaveProperty("disabled", true);
    expect(screen.getByText("Tu cuenta no tiene nombre: no se ve ninguno.")).toBeTruthy();
  });

  it("hands the link on by the device, and copies it where that is not possible", async () => {
    const { user, written } = renderSheet([sampleShare({ followers: 3 })]);
    expect(await screen.findByText("La siguen 3 personas")).toBeTruthy();
    await user.click(await button("Copiar enlace"));
    expect(await button("Copiado")).toBeTruthy();
    await user.click(await button("Compartir"));
    await waitFor(() => expect(written).toEqual([URL_OF_LINK, URL_OF_LINK]));
    const shared: unknown[] = [];
    vi.stubGlobal(
      "navigator",
      Object.assign(Object.create(navigator), { share: async (link: unknown) => void shared.push(link) }),
    );
    await user.click(await button("Compartir"));
    await waitFor(() => expect(shared).toEqual([{ title: "Biología", url: URL_OF_LINK }]));
    expect(written).toHaveLength(2);
  });

  it("says that a link could not be copied", async () => {
    const { user } = renderSheet([sampleShare()]);
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
    await user.click(await button("Copiar enlace"));
    expect((await screen.findByRole("alert")).textContent).toBe("No se pudo copiar. Selecciona el enlace y cópialo.");
  });

  it.each([
    ["sharing_barred", 403, "Tu cuenta ya no puede compartir.", { name: "Escribir a soporte", href: "/support" }],
    ["conflict", 409, "Ya tienes 20 enlaces.", { name: "Ver mis enlaces", href: "/settings/data#enlaces" }],
    ["rate_limited", 429, "Puedes crear 30 enlaces al día.", null],
  ])("says why there is no link and where to go: %s", async (code, status, message, way) => {
    api.fail(sharingEndpoints.create, status, { message, code });
    const { user } = renderSheet([]);
    await user.click(await button("Crear enlace"));
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByText(message)).toBeTruthy();
    const link = way && alert.getByRole("link", { name: way.name });
    expect(link?.getAttribute("href") ?? null).toBe(way?.href ?? null);
    expect(alert.queryAllByRole("link")).toHaveLength(way ? 1 : 0);
    expect(toasts().queryByText(message)).toBeNull();
  });

  it("says that sharing needs a connection", async () => {
    const { user } = renderSheet([]);
    await user.click(await button("Crear enlace"));
    expect((await screen.findByRole("alert")).textContent).toBe("Para compartir hace falta conexión.");
  });
});

describe("the list of links", () => {
  it("is left out without links", async () => {
    api.answer(sharingEndpoints.list, []);
    renderApp(<SharesCard />);
    await waitFor(() => expect(api.callsTo(sharingEndpoints.list)).toHaveLength(1));
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("says that they could not be loaded, and loads them again", async () => {
    api.fail(sharingEndpoints.list, 503, { message: "La base de datos no responde", code: "unavailable" });
    const { user } = renderApp(<SharesCard />);
    expect(await screen.findByText("No se pudieron cargar tus enlaces")).toBeTruthy();
    api.answer(sharingEndpoints.list, [sampleShare()]);
    api.answer(sharingEndpoints.listNames, [{ shareId: 7, folderId: 1, name: "Biología" }]);
    await user.click(await button("Reintentar"));
    expect(await screen.findByText("Biología")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("names the folders of all links by one call, and ends a link", async () => {
    api.answer(sharingEndpoints.list, [sampleShare(), sampleShare({ id: 8, token: "def", followers: 1 })]);
    api.answer(sharingEndpoints.listNames, [
      { shareId: 7, folderId: 1, name: "Biología" },
      { shareId: 8, folderId: 2, name: "Historia" },
    ]);
    const { user } = renderApp(<SharesCard />);
    expect(await screen.findByText("Historia")).toBeTruthy();
    expect(api.callsTo(sharingEndpoints.listNames)).toHaveLength(1);
    api.answer(sharingEndpoints.end);
    api.answer(sharingEndpoints.list, [sampleShare()]);
    await user.click(await button("Terminar el enlace a Historia"));
    await user.click(await button("Terminar el enlace"));
    await waitFor(() => expect(screen.queryByText("Historia")).toBeNull());
    expect(api.callsTo(sharingEndpoints.end).map(({ url }) => url.pathname)).toEqual(["/api/shares/8"]);
    await waitFor(() => expect(document.activeElement?.ariaLabel).toBe("Terminar el enlace a Biología"));
  });
});
