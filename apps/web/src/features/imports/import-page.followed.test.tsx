import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as importEndpoints from "@repasa/contract/client/imports.ts";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import ImportPage from "#features/imports/import-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFolder } from "#testing/sample-data.ts";
import { sampleImport } from "#testing/sample-imports.ts";

it("ends in the folder that was followed, names what did not fit, and offers no undo", async () => {
  const api = fakeApi();
  const counts = { folders: 1, cards: 2500, updated: 0, skipped: 0, reviews: 0, media: 3, kept: 0 };
  const done = sampleImport({
    status: "done",
    format: "share",
    fileName: null,
    preview: null,
    result: { ...counts, folderId: 7, missingMedia: ["a".repeat(64), "b".repeat(64)] },
  });
  api.answer(folderEndpoints.list, [sampleFolder({ id: 7 })]);
  api.answer(importEndpoints.list, [done]);
  api.answer(importEndpoints.read, done);
  renderApp(<ImportPage />, `/import?import=${done.id}`);
  const outcome = within(await screen.findByRole("region", { name: "La carpeta ya está entre las tuyas" }));
  expect(outcome.getByText("Carpeta compartida")).toBeTruthy();
  expect(outcome.getByText("2.500 cartas nuevas")).toBeTruthy();
  expect(outcome.getByText(/^2 imágenes y audios no caben en tu espacio\./)).toBeTruthy();
  expect(outcome.getByRole("link", { name: "Ver la carpeta" }).getAttribute("href")).toBe("/folders/7");
  expect(outcome.queryByRole("button")).toBeNull();
});
