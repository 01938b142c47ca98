import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import PendingReviewsPage from "#features/study/pending/pending-reviews-page.tsx";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFace, sampleFolder, sampleFolderStats, samplePreferences, sampleReview } from "#testing/sample-data.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

const createPendingFolder = (
  folderId: number,
  name: string,
  counts: Partial<Record<"new" | "hard" | "medium" | "easy", number>>,
) => {
  const all = { new: 0, hard: 0, medium: 0, easy: 0, ...counts };
  return { folderId, name, ...sampleFace, ...all, total: all.new + all.hard + all.medium + all.easy };
};

function renderFolders(...folders: ReturnType<typeof createPendingFolder>[]) {
  const api = fakeApi();
  const totalDue = folders.reduce((sum, { total }) => sum + total, 0);
  api.answer(statsEndpoints.dailyReview, sampleReview({ totalDue, folders }));
  renderApp(<PendingReviewsPage folderId={null} />, "/pending-reviews");
}

describe("the folders with pending reviews", () => {
  it("are counted in the singular if there is one", async () => {
    renderFolders(createPendingFolder(3, "Historia", { new: 1 }));
    expect(await screen.findByText("1 carta pendiente de revisión en 1 materia")).toBeTruthy();
  });
});

describe("a folder's pending cards", () => {
  const renderFolder = (cards: Partial<QueuedCard>[], newWaiting = 0) => {
    const api = serve(newWaiting);
    api.answer(
      studyEndpoints.reviewQueue,
      cards.map((card) => sampleQueuedCard(card)),
    );
    return renderCards(api);
  };
  const renderCards = (api: ReturnType<typeof fakeApi>) => {
    renderApp(<PendingReviewsPage folderId={3} />, "/pending-reviews/3");
    return api;
  };
  const serve = (newWaiting = 0) => {
    const api = fakeApi();
    api.answer(accountEndpoints.preferences, samplePreferences());
    const folders = [createPendingFolder(2, "Química", { new: 9 }), createPendingFolder(3, "Historia", { new: 5 })];
    api.answer(statsEndpoints.dailyReview, sampleReview({ totalDue: 14, folders }));
    api.answer(folderEndpoints.read, sampleFolder({ id: 3, name: "Historia" }));
    api.answer(folderEndpoints.stats, sampleFolderStats({ newWaiting }));
    return api;
  };

  it("are replaced by a message if there are none", async () => {
    renderFolder([]);
    expect(await screen.findByText("No hay cartas para revisar")).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Comenzar sesión de revisión" })).toBeNull();
  });

  it("exclude new ones that the daily limit holds back, with a note", async () => {
    renderFolder([{ id: 1 }, { id: 2 }], 3);
    expect(await screen.findByText("3 nuevas esperan su día")).toBeTruthy();
    expect(screen.getByText("2 cartas pendientes de revisión")).toBeTruthy();
  });

  it("link to their own pages", async () => {
    renderFolder([{ id: 1, front: "¿Cuándo cayó Roma?" }, { id: 2 }]);
    const link = await screen.findByRole("link", { name: "¿Cuándo cayó Roma?" });
    expect(link.getAttribute("href")).toBe("/cards/1");
  });

  it("start a session of that folder", async () => {
    const threeDaysAgo = addDays(localDateOf(new Date(), 4), -3);
    const api = renderFolder([{ id: 1 }, { id: 2, nextReviewDate: threeDaysAgo }]);
    const link = await screen.findByRole("link", { name: "Comenzar sesión de revisión" });
    expect(link.getAttribute("href")).toBe("/study/3");
    expect(await screen.findByRole("heading", { name: "Historia" })).toBeTruthy();
    expect(api.callsTo(studyEndpoints.reviewQueue)[0]?.url.search).toBe("?folderId=3&limit=100");
  });

  it("are loaded in portions, a failed one again on request", async () => {
    const api = serve();
    const portion = (id: number, next: string | null) => ({
      status: 200,
      body: { cards: [sampleQueuedCard({ id, front: `Pregunta ${id}` })], total: 2, next },
    });
    api.on(studyEndpoints.reviewQueue, ({ url }) =>
      url.searchParams.has("after") ? { status: 500 } : portion(1, "1_1_1_2026-03-01"),
    );
    renderCards(api);
    expect(await screen.findByText("No se pudieron cargar más cartas.")).toBeTruthy();
    expect(screen.getAllByRole("article")).toHaveLength(1);
    expect(screen.getByText("2 cartas pendientes de revisión")).toBeTruthy();
    api.on(studyEndpoints.reviewQueue, () => portion(2, null));
    await userEvent.click(screen.getByRole("button", { name: "Reintentar" }));
    expect(await screen.findByRole("link", { name: "Pregunta 2" })).toBeTruthy();
    expect(screen.getAllByRole("article")).toHaveLength(2);
    expect(screen.queryByText("No se pudieron cargar más cartas.")).toBeNull();
  });

  it("are replaced by a message if the folder does not exist", async () => {
    const api = fakeApi();
    api.fail(folderEndpoints.read, 404, { message: "La carpeta no existe" });
    api.fail(studyEndpoints.reviewQueue, 404, { message: "La carpeta no existe" });
    renderApp(<PendingReviewsPage folderId={3} />, "/pending-reviews/3");
    expect(await screen.findByText("La carpeta no existe")).toBeTruthy();
  });
});
