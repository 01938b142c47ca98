import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as followingEndpoints from "@repasa/contract/client/following.ts";
import type { Follows, Pull } from "@repasa/contract/following.rows.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import FolderPage from "#features/folders/folder-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder } from "#testing/sample-data.ts";
import { toasts } from "#testing/toasts.ts";

const BATCH = "b1a5c0de-0000-4000-8000-000000000001";
const nothing: Pull = { batchId: null, added: 0, changed: 0, kept: 0, suspended: 0 };
const news: Pull = { batchId: BATCH, added: 2, changed: 1, kept: 0, suspended: 0 };
const follows = (changes: Partial<Follows> = {}): Follows => ({
  from: "Ana",
  ended: false,
  paused: false,
  lastPull: null,
  ...changes,
});
const lastPull = (hoursAgo: number) => ({ ...news, at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString() });

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(cardEndpoints.listInFolder, [sampleCard({ upstream: { state: "same" } })]);
  api.answer(followingEndpoints.pull, nothing);
});

const answerFolder = (changes?: Partial<Follows>) =>
  api.answer(folderEndpoints.read, sampleFolder({ follows: follows(changes) }));

async function renderFolder(changes?: Partial<Follows>) {
  answerFolder(changes);
  const rendered = renderApp(<FolderPage folderId={1} />, "/folders/1");
  await screen.findByRole("article");
  return rendered;
}

const pulls = () => api.callsTo(followingEndpoints.pull).map(({ body }) => body);
const listLoads = () => api.callsTo(cardEndpoints.listInFolder).length;

describe("a followed folder", () => {
  it("names its author, takes what is new by itself, and reloads nothing if nothing came", async () => {
    await renderFolder();
    expect(screen.getByText("De Ana")).toBeTruthy();
    await waitFor(() => expect(pulls()).toEqual([{ automatic: true, known: null }]));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(listLoads()).toBe(1);
    expect(screen.queryByText(/^Llegó/)).toBeNull();
  });

  it("shows what came by a pull that an earlier load of the page began", async () => {
    let answer = (_: Pull) => {};
    const running = new Promise<Pull>((resolve) => {
      answer = resolve;
    });
    api.on(followingEndpoints.pull, async () => ({ status: 200, body: await running }));
    await renderFolder({ lastPull: lastPull(25) });
    await waitFor(() => expect(pulls()).toEqual([{ automatic: true, known: BATCH }]));
    expect(listLoads()).toBe(1);
    answer({ ...news, batchId: "b1a5c0de-0000-4000-8000-000000000002" });
    await waitFor(() => expect(listLoads()).toBe(2));
  });

  it("is not pulled by itself while it is paused, but by a tap", async () => {
    const { user } = await renderFolder({ paused: true });
    expect(pulls()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Actualizar" }));
    await waitFor(() => expect(toasts().getByText("Ya tienes lo último")).toBeTruthy());
    expect(pulls()).toEqual([{}]);
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  it("undoes what came, and keeps the focus on the page although the button goes", async () => {
    const { user } = await renderFolder({ lastPull: lastPull(1) });
    api.answer(cardEndpoints.undoBatch, { batchId: BATCH, changed: 3 });
    answerFolder({ paused: true });
    screen.getByRole("button", { name: "Deshacer" }).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("No se actualiza sola, porque deshiciste sus cambios.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  });

  it("says that its link has ended, and asks for nothing", async () => {
    await renderFolder({ ended: true, lastPull: lastPull(25) });
    expect(screen.getByText("De Ana · Ya no se comparte; tus cartas se quedan")).toBeTruthy();
    // A pull of more than a day ago cannot be undone.
    expect(screen.queryByText(/^Llegó/)).toBeNull();
    expect(pulls()).toEqual([]);
  });

  it("says in a line, without the paywall, that what is new does not fit", async () => {
    const limit = { message: "Has llegado al límite", code: "limit_reached" };
    api.fail(followingEndpoints.pull, 402, limit);
    await renderFolder();
    expect(await screen.findByText("Hay cartas nuevas que no caben en tu plan.")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Actualizar" })).toBeTruthy();
  });

  it("opens without a network", async () => {
    api.on(followingEndpoints.pull, () => {
      throw new TypeError("Failed to fetch");
    });
    await renderFolder();
    await waitFor(() => expect(pulls()).toHaveLength(1));
    expect(toasts().queryByRole("listitem")).toBeNull();
  });
});

describe("a folder of one's own", () => {
  it("is not pulled, and cannot be unfollowed", async () => {
    api.answer(folderEndpoints.read, sampleFolder());
    const { user } = renderApp(<FolderPage folderId={1} />, "/folders/1");
    await screen.findByRole("article");
    await user.click(screen.getByRole("button", { name: "Más opciones de la carpeta" }));
    expect(screen.queryByRole("menuitem", { name: "Dejar de seguir" })).toBeNull();
    expect(pulls()).toEqual([]);
  });
});
