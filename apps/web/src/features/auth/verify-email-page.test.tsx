import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import { screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, expect, it } from "vitest";
import VerifyEmailPage from "#features/auth/verify-email-page.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { getLinkTarget } from "#testing/link-target.ts";
import { findPageTitle } from "#testing/page-title.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.unprovenSessions, []);
});

/** Sets the user that the server returns before and after the link is used. */
function answerSession(before: User | null, after: User | null = before) {
  api.on(authEndpoints.currentUser, () => {
    const user = api.callsTo(authEndpoints.verifyEmail).length > 0 ? after : before;
    return user ? { status: 200, body: user } : { status: 401, body: { message: "Unauthorized" } };
  });
}

const renderPage = (path = "/verify-email#token=abc") =>
  renderApp(
    <StrictMode>
      <VerifyEmailPage />
    </StrictMode>,
    path,
  );
const failVerification = (code: string, status = 400) =>
  api.fail(authEndpoints.verifyEmail, status, { message: "No", code });
const expectNotice = (text: string | RegExp) => expect(screen.getAllByText(text)).not.toHaveLength(0);

it("confirms without a click by a single call, and updates the user at once", async () => {
  answerSession(sampleUser(), sampleUser({ isEmailVerified: true }));
  api.answer(authEndpoints.verifyEmail, { message: "" });
  const { queryClient } = renderPage();
  await findPageTitle("Correo confirmado");
  expect(api.callsTo(authEndpoints.verifyEmail).map(({ body }) => body)).toEqual([{ token: "abc" }]);
  expect(queryClient.getQueryData(userQuery.queryKey)?.isEmailVerified).toBe(true);
});

it("shows the new address of the account if it has changed", async () => {
  answerSession(
    sampleUser({ pendingEmail: "nueva@repasa.example" }),
    sampleUser({ email: "nueva@repasa.example", isEmailVerified: true }),
  );
  api.answer(authEndpoints.verifyEmail, { message: "" });
  renderPage();
  await findPageTitle("Correo confirmado");
  expectNotice("Desde ahora tu cuenta usa nueva@repasa.example, también para iniciar sesión.");
});

const computer = { id: "5f0c3a4e-6a0b-4a53-9f0e-1d2c3b4a5968", userAgent: null, createdAt: new Date().toISOString() };

it.each([null, sampleUser()])("asks once whether the other device is one's own, and then keeps it", async (session) => {
  answerSession(session);
  api.answer(authEndpoints.unprovenSessions, [computer]);
  api.answer(authEndpoints.verifyEmail, { message: "" });
  const { user } = renderPage();
  await findPageTitle("¿Confirmar este correo?");
  expect(screen.getByRole("list", { name: "Dispositivos con tu cuenta abierta" }).children).toHaveLength(1);
  expect(api.callsTo(authEndpoints.verifyEmail)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Sí, es mío. Confirmar mi correo" }));
  await findPageTitle("Correo confirmado");
  expectNotice("Gracias. Tu correo está confirmado.");
  expect(api.callsTo(authEndpoints.verifyEmail).map(({ body }) => body)).toEqual([
    { token: "abc", keptSessions: [computer.id] },
  ]);
});

it("ends the session of a device that is not one's own, and leads to a new password", async () => {
  answerSession(null);
  api.answer(authEndpoints.unprovenSessions, [computer]);
  api.answer(authEndpoints.verifyEmail, { message: "" });
  const { user } = renderPage();
  await user.click(await screen.findByRole("button", { name: "No, cerrar su sesión" }));
  await findPageTitle("Correo confirmado");
  expect(api.callsTo(authEndpoints.verifyEmail).map(({ body }) => body)).toEqual([{ token: "abc" }]);
  expect(getLinkTarget("Elegir una contraseña nueva")).toBe("/reset-password");
});

it("asks as before when the other sessions cannot be loaded", async () => {
  answerSession(null);
  api.fail(authEndpoints.unprovenSessions, 500, "");
  renderPage();
  expect(await screen.findByRole("button", { name: "Confirmar mi correo" })).toBeTruthy();
});

it("explains where to get a new link if this one is used up", async () => {
  failVerification("invalid_token");
  answerSession(null);
  const { unmount, user } = renderPage();
  await user.click(await screen.findByRole("button", { name: "Confirmar mi correo" }));
  await findPageTitle("Enlace no válido");
  expectNotice(/inicia sesión y pide otro enlace en Ajustes/);
  expect(getLinkTarget("Iniciar Sesión")).toBe("/login");
  unmount();
  answerSession(sampleUser());
  renderPage();
  await findPageTitle("Enlace no válido");
  expect(getLinkTarget("Ir a Ajustes")).toBe("/settings/account");
});

it("is invalid if it was used up, and another address is still unconfirmed", async () => {
  failVerification("invalid_token");
  answerSession(sampleUser({ isEmailVerified: true, pendingEmail: "nueva@repasa.example" }));
  renderPage();
  await findPageTitle("Enlace no válido");
});

it("reports that the address now belongs to another account", async () => {
  failVerification("email_taken", 409);
  answerSession(sampleUser({ pendingEmail: "nueva@repasa.example" }));
  renderPage();
  await findPageTitle("Ese correo ya tiene una cuenta");
  expect(getLinkTarget("Ir a Ajustes")).toBe("/settings/account");
});

it("shows the server's message that the link only works in a browser of the account", async () => {
  answerSession(null);
  api.fail(authEndpoints.verifyEmail, 409, { message: "Abre el enlace en otro navegador.", code: "conflict" });
  const { user } = renderPage();
  await user.click(await screen.findByRole("button", { name: "Confirmar mi correo" }));
  await findPageTitle("Abre el enlace con tu sesión iniciada");
  expectNotice("Abre el enlace en otro navegador.");
  expect(getLinkTarget("Iniciar Sesión")).toBe("/login");
});

it("can be retried when there was no response", async () => {
  answerSession(sampleUser());
  api.fail(authEndpoints.verifyEmail, 500, "");
  const { user } = renderPage();
  const retry = await screen.findByRole("button", { name: "Reintentar" });
  expect(screen.getByRole("heading", { level: 1, name: "Confirmar correo" })).toBeTruthy();
  api.answer(authEndpoints.verifyEmail, { message: "" });
  await user.click(retry);
  await findPageTitle("Correo confirmado");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
  expect(api.callsTo(authEndpoints.verifyEmail)).toHaveLength(2);
});
