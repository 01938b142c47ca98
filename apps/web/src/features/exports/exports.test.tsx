import { exportEndpoints } from "@repasa/contract/exports.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { MyDataCard } from "#features/exports/components/my-data-card.tsx";
import { fileName } from "#features/exports/exports.download.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";

let api: ReturnType<typeof fakeApi>;
let kept: { name: string; blob: Blob }[];
beforeEach(() => {
  api = fakeApi();
  kept = [];
  let last: Blob;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return "blob:one";
  };
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    kept.push({ name: this.download, blob: last });
  });
});

it("hands a file over under the server's name", async () => {
  api.on(exportEndpoints.account, () => ({
    status: 200,
    body: '{"cards":[]}',
    headers: { "Content-Disposition": "attachment; filename=\"repasa.json\"; filename*=UTF-8''repasa%20de%20Ana.json" },
  }));
  const { user } = renderApp(<MyDataCard />);
  const link = screen.getByRole("link", { name: /Copia completa/ });
  expect(link.getAttribute("href")).toBe("/api/account/export?format=json");
  await user.click(link);
  await waitFor(() => expect(kept.map(({ name }) => name)).toEqual(["repasa de Ana.json"]));
  expect(await kept[0]?.blob.text()).toBe('{"cards":[]}');
  expect((await screen.findAllByText("Tu archivo está listo")).length).toBeGreaterThan(0);
});

it("keeps no file of an error, and says what the server says", async () => {
  api.fail(exportEndpoints.account, 503, { code: "unavailable", message: "Ahora no. Inténtalo en un minuto." });
  const { user } = renderApp(<MyDataCard />);
  await user.click(screen.getByRole("link", { name: /Anki/ }));
  expect((await screen.findAllByText("Ahora no. Inténtalo en un minuto.")).length).toBeGreaterThan(0);
  expect(kept).toEqual([]);
});

it("reads the name of a file", () => {
  expect(fileName('attachment; filename="mazo.apkg"')).toBe("mazo.apkg");
  expect(fileName("attachment; filename*=UTF-8''%E0%A4; filename=\"mazo.csv\"")).toBe("mazo.csv");
  expect(fileName(null)).toBeNull();
});
