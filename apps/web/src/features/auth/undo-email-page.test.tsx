import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import UndoEmailPage from "#features/auth/undo-email-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { getLinkTarget } from "#testing/link-target.ts";
import { findPageTitle } from "#testing/page-title.ts";
import { renderApp } from "#testing/render.tsx";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
});

const renderPage = (path = "/undo-email#token=abc") => renderApp(<UndoEmailPage />, path);
const recoverButton = () => screen.getByRole("button", { name: "Recuperar mi cuenta" });

it("explains what to do with a used or broken link", async () => {
  api.fail(authEndpoints.undoEmailChange, 400, { message: "No", code: "invalid_token" });
  const { user } = renderPage();
  await user.click(recoverButton());
  await findPageTitle("Enlace no válido");
  expect(getLinkTarget("Restablecer contraseña")).toBe("/reset-password");
  expect(getLinkTarget("Ir a Soporte")).toBe("/support");
});

it("can be tried again after a failure", async () => {
  api.fail(authEndpoints.undoEmailChange, 503, { message: "Ahora no", code: "unavailable" });
  const { user } = renderPage();
  await user.click(recoverButton());
  expect(await screen.findByText("Ahora no")).toBeTruthy();
  api.answer(authEndpoints.undoEmailChange, { resetToken: "x" });
  await user.click(recoverButton());
  await findPageTitle("Tu cuenta vuelve a ser tuya");
});

it("shows an invalid link without a token", async () => {
  renderPage("/undo-email");
  await findPageTitle("Enlace no válido");
});
