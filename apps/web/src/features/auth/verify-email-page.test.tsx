import { authEndpoints, type User } from "@repasa/contract/auth.ts";
import { screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { beforeEach, expect, it } from "vitest";
import VerifyEmailPage from "#features/auth/verify-email-page.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

/** Sets the user that the server returns before and after the link is used. */
function signedIn(before: User | null, after: User | null = before) {
  api.on(authEndpoints.currentUser, () => {
    const user = api.callsTo(authEndpoints.verifyEmail).length > 0 ? after : before;
    return user ? { status: 200, body: user } : { status: 401, body: { message: "Unauthorized" } };
  });
}

const open = (path = "/verify-email?token=abc") =>
  renderApp(
    <StrictMode>
      <VerifyEmailPage />
    </StrictMode>,
    path,
  );
const refuse = (code: string, status = 400) => api.fail(authEndpoints.verifyEmail, status, { message: "No", code });
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const way = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const notice = (text: string | RegExp) => expect(screen.getAllByText(text)).not.toHaveLength(0);

it("confirms without a click by one call, and updates the user at once", async () => {
  signedIn(sampleUser(), sampleUser({ isEmailVerified: true }));
  api.answer(authEndpoints.verifyEmail, { message: "" });
  const { queryClient } = open();
  expect(screen.getByRole("status").textContent).toBe("Cargando...");
  expect(document.activeElement).toBe(document.body);
  await heading("Correo confirmado");
  notice("Gracias. Tu correo está confirmado.");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(way("Ir al inicio")).toBe("/");
  expect(api.callsTo(authEndpoints.verifyEmail).map(({ body }) => body)).toEqual([{ token: "abc" }]);
  expect(queryClient.getQueryData(userQuery.queryKey)?.isEmailVerified).toBe(true);
  expect(window.location.href).not.toContain("abc");
  expect(document.title).toBe("Confirmar correo · Repasa");
});

it("shows the new address of the account if it has changed", async () => {
  signedIn(
    sampleUser({ pendingEmail: "nueva@repasa.example" }),
    sampleUser({ email: "nueva@repasa.example", isEmailVerified: true }),
  );
  api.answer(authEndpoints.verifyEmail, { message: "" });
  open();
  await heading("Correo confirmado");
  notice("Desde ahora tu cuenta usa nueva@repasa.example, también para iniciar sesión.");
});

it("asks for a click if nobody is signed in, and then links to the login", async () => {
  signedIn(null);
  api.answer(authEndpoints.verifyEmail, { message: "" });
  const { user } = open();
  await heading("¿Confirmar este correo?");
  expect(way("Elige una contraseña nueva")).toBe("/reset-password");
  // A mail scanner that opens the link presses no button.
  expect(api.callsTo(authEndpoints.verifyEmail)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Confirmar mi correo" }));
  await heading("Correo confirmado");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(way("Iniciar Sesión")).toBe("/login");
  expect(screen.queryByText("No autorizado")).toBeNull();
});

it("explains where to get a new link if this one is used up", async () => {
  refuse("invalid_token");
  signedIn(null);
  const { unmount, user } = open();
  await user.click(await screen.findByRole("button", { name: "Confirmar mi correo" }));
  await heading("Enlace no válido");
  notice(/inicia sesión y pide otro enlace en Ajustes/);
  expect(way("Iniciar Sesión")).toBe("/login");
  unmount();
  signedIn(sampleUser());
  open();
  await heading("Enlace no válido");
  expect(way("Ir a Ajustes")).toBe("/settings");
});

it("shows no error when a link is opened again after the confirmation", async () => {
  refuse("invalid_token");
  signedIn(sampleUser({ isEmailVerified: true }));
  const { unmount } = open();
  await heading("Tu correo está confirmado");
  notice(/no tienes que hacer nada: ana@repasa.example está confirmado/);
  unmount();
  // Another address is still unconfirmed.
  signedIn(sampleUser({ isEmailVerified: true, pendingEmail: "nueva@repasa.example" }));
  open();
  await heading("Enlace no válido");
});

it("reports that the address now belongs to another account", async () => {
  refuse("email_taken", 409);
  signedIn(sampleUser({ pendingEmail: "nueva@repasa.example" }));
  open();
  await heading("Ese correo ya tiene una cuenta");
  expect(way("Ir a Ajustes")).toBe("/settings");
});

it("shows the server's message that the link only works in a browser of the account", async () => {
  signedIn(null);
  api.fail(authEndpoints.verifyEmail, 409, { message: "Abre el enlace en otro navegador.", code: "conflict" });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Confirmar mi correo" }));
  await heading("Abre el enlace con tu sesión iniciada");
  notice("Abre el enlace en otro navegador.");
  expect(way("Iniciar Sesión")).toBe("/login");
});

it("can be retried when there was no response", async () => {
  signedIn(sampleUser());
  api.fail(authEndpoints.verifyEmail, 500, "");
  const { user } = open();
  const retry = await screen.findByRole("button", { name: "Reintentar" });
  expect(screen.getByRole("heading", { level: 1, name: "Confirmar correo" })).toBeTruthy();
  api.answer(authEndpoints.verifyEmail, { message: "" });
  await user.click(retry);
  await heading("Correo confirmado");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
  expect(api.callsTo(authEndpoints.verifyEmail)).toHaveLength(2);
});

it("sends no request without a token", async () => {
  signedIn(null);
  open("/verify-email");
  await heading("Enlace no válido");
  notice(/^El enlace está incompleto\./);
  expect(api.callsTo(authEndpoints.verifyEmail)).toEqual([]);
});
