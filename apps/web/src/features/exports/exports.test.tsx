import * as exportEndpoints from "@repasa/contract/client/exports.ts";
import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import type { Factors } from "@repasa/contract/factors.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { MyDataCard } from "#features/exports/components/my-data-card.tsx";
import { parseFileName } from "#features/exports/exports.download.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";

let api: ReturnType<typeof fakeApi>;
let savedFiles: { name: string; blob: Blob }[];
beforeEach(() => {
  api = fakeApi();
  answerFactors({ exportableUntil: null });
  savedFiles = [];
  let lastBlob: Blob;
  URL.createObjectURL = (blob) => {
    lastBlob = blob as Blob;
    return "blob:one";
  };
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    savedFiles.push({ name: this.download, blob: lastBlob });
  });
});

function answerFactors(changes: Partial<Factors>) {
  api.answer(factorEndpoints.factors, {
    passkeys: [],
    app: null,
    recoveryCodes: null,
    exportableUntil: null,
    ...changes,
  });
}

it.each([
  ["the password", {}, "Antes te pediremos tu contraseña."],
  ["a second factor", { recoveryCodes: 10 }, "Antes te pediremos tu llave o un código."],
] as const)("says beforehand that %s will be asked for", async (_, factors, text) => {
  answerFactors(factors);
  renderApp(<MyDataCard />);
  expect(await screen.findByText(text)).toBeTruthy();
});

it("says nothing of a confirmation until the session needs one again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const soon = new Date(Date.now() + 5 * 60_000).toISOString();
  answerFactors({ exportableUntil: soon });
  renderApp(<MyDataCard />);
  await waitFor(() => expect(api.callsTo(factorEndpoints.factors)).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText(/^Antes te pediremos/)).toBeNull();
  vi.setSystemTime(new Date(Date.parse(soon) + 60_000));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await screen.findByText("Antes te pediremos tu contraseña.")).toBeTruthy();
  vi.useRealTimers();
});

it("downloads a table for Excel or for any spreadsheet", async () => {
  api.on(exportEndpoints.account, ({ url }) => ({
    status: 200,
    body: "tabla",
    headers: { "Content-Disposition": `attachment; filename="${url.searchParams.get("format")}.csv"` },
  }));
  const { user } = renderApp(<MyDataCard />);
  await user.click(screen.getByRole("button", { name: /Tabla/ }));
  await waitFor(() => expect(savedFiles.map(({ name }) => name)).toEqual(["csv.csv"]));
  await user.click(screen.getByRole("button", { name: /Excel/ }));
  await waitFor(() => expect(savedFiles.map(({ name }) => name)).toEqual(["csv.csv", "excel.csv"]));
});

it("saves no file after an error, and shows the server's message", async () => {
  api.fail(exportEndpoints.account, 503, { code: "unavailable", message: "Ahora no. Inténtalo en un minuto." });
  const { user } = renderApp(<MyDataCard />);
  await user.click(screen.getByRole("button", { name: /Anki/ }));
  expect((await screen.findAllByText("Ahora no. Inténtalo en un minuto.")).length).toBeGreaterThan(0);
  expect(savedFiles).toEqual([]);
});

it("parses the file name in a Content-Disposition header", () => {
  expect(parseFileName('attachment; filename="mazo.apkg"')).toBe("mazo.apkg");
  expect(parseFileName("attachment; filename*=UTF-8''%E0%A4; filename=\"mazo.csv\"")).toBe("mazo.csv");
  expect(parseFileName(null)).toBeNull();
});
