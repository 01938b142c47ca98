import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import LoginPage from "#features/auth/login-page.tsx";
import NewPasswordPage from "#features/auth/new-password-page.tsx";
import RegisterPage from "#features/auth/register-page.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleUser } from "#testing/sample-data.ts";
import { toasts } from "#testing/toasts.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
});

const field = (label: string) => screen.getByLabelText(label);
const submitButton = (name: string) => screen.getByRole("button", { name });

describe("login", () => {
  it("replaces the login by Home, and all that was loaded for somebody else", async () => {
    api.answer(authEndpoints.login, sampleUser());
    const { user, queryClient } = renderApp(<LoginPage />, "/login");
    queryClient.setQueryData(["somebody else's"], 1);
    const before = window.history.length;
    await user.type(field("Correo electrónico"), "ana@repasa.example");
    await user.type(field("Contraseña"), "contraseña1{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect(queryClient.getQueryData(userQuery.queryKey)).toEqual(sampleUser());
    expect(queryClient.getQueryData(["somebody else's"])).toBeUndefined();
    expect(window.history.length).toBe(before);
  });

  it("shows the second step and returns from it with the focus and the typed address", async () => {
    api.fail(authEndpoints.login, 401, { message: "Falta un paso", code: "second_factor_required" });
    api.answer(factorEndpoints.secondFactorMethods, { password: false, app: true, passkey: null });
    const { user } = renderApp(<LoginPage />, "/login");
    await user.type(field("Correo electrónico"), "ana@repasa.example");
    await user.type(field("Contraseña"), "contraseña1{Enter}");
    const code = await screen.findByLabelText("Código de tu aplicación");
    expect(document.activeElement).toBe(code);
    expect(screen.getByRole("link", { name: "Soporte" }).getAttribute("href")).toBe("/support");
    await user.click(submitButton("Volver a iniciar sesión"));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Iniciar Sesión" })));
    expect(field("Correo electrónico")).toHaveProperty("value", "ana@repasa.example");
  });

  it("returns to the form if the second step cannot be loaded", async () => {
    api.fail(authEndpoints.login, 401, { message: "Falta un paso", code: "second_factor_required" });
    api.fail(factorEndpoints.secondFactorMethods, 500, "");
    const { user } = renderApp(<LoginPage />, "/login");
    await user.type(field("Correo electrónico"), "ana@repasa.example");
    await user.type(field("Contraseña"), "contraseña1{Enter}");
    await screen.findByText("No se pudo cargar");
    await user.click(submitButton("Volver a iniciar sesión"));
    expect(await screen.findByLabelText("Contraseña")).toBeTruthy();
  });

  it("stays busy after the second step until the screen changes", async () => {
    api.fail(authEndpoints.login, 401, { message: "Falta un paso", code: "second_factor_required" });
    api.answer(factorEndpoints.secondFactorMethods, { password: false, app: true, passkey: null });
    api.answer(factorEndpoints.finishSignIn, sampleUser());
    const { user } = renderApp(<LoginPage />, "/login");
    await user.type(field("Correo electrónico"), "ana@repasa.example");
    await user.type(field("Contraseña"), "contraseña1{Enter}");
    await user.type(await screen.findByLabelText("Código de tu aplicación"), "123456{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect(submitButton("Confirmar").getAttribute("aria-busy")).toBe("true");
  });

  it("shows the passkey button as busy after it was pressed", async () => {
    vi.stubGlobal("PublicKeyCredential", class {});
    api.on(factorEndpoints.passkeyRequest, () => new Promise(() => {}));
    const { user } = renderApp(<LoginPage />, "/login");
    await user.click(submitButton("Entrar con una llave de acceso"));
    expect(submitButton("Entrar con una llave de acceso").getAttribute("aria-busy")).toBe("true");
    expect(submitButton("Iniciar Sesión").getAttribute("aria-busy")).toBeNull();
  });

  it("shows the password on request", async () => {
    const { user } = renderApp(<LoginPage />, "/login");
    expect(field("Contraseña").getAttribute("autocomplete")).toBe("current-password");
    await user.click(screen.getByRole("button", { name: "Mostrar contraseña" }));
    expect(field("Contraseña").getAttribute("type")).toBe("text");
  });
});

describe("a forgotten password", () => {
  it("rates the new password while it is typed, visibly and for screen readers, and accepts weak ones", async () => {
    api.answer(authEndpoints.setNewPassword, { message: "" });
    const { user } = renderApp(<NewPasswordPage />, "/new-password#token=abc");
    const password = field("Nueva contraseña");
    const hint = () => document.getElementById(password.getAttribute("aria-describedby") ?? "")?.textContent;
    await user.type(password, "murciel");
    expect(hint()).toBe("Usa al menos 8 caracteres.");
    await user.type(password, "ago");
    await waitFor(() => expect(hint()).toBe("Contraseña débil: prueba con varias palabras."));
    const queryHints = () => screen.queryAllByText("Contraseña débil: prueba con varias palabras.", { ignore: false });
    await waitFor(() => expect(queryHints().some((element) => element.ariaLive === "polite")).toBe(true));
    await user.type(field("Repite la contraseña"), "murcielago{Enter}");
    expect(await screen.findByRole("heading", { name: "Contraseña actualizada" })).toBeTruthy();
  });

  it("is said to be refused while it is typed, as soon as it is the user's own address", async () => {
    const { user } = renderApp(<RegisterPage />, "/register");
    await user.type(field("Correo electrónico"), "ana.belen@correo.example");
    const password = field("Contraseña");
    await user.type(password, "ana.belen1");
    const hint = () => document.getElementById(password.getAttribute("aria-describedby") ?? "")?.textContent;
    await waitFor(() => expect(hint()).toBe("La contraseña no puede ser solo tu nombre o tu correo. Elige otra."));
  });

  it("explains an expired link when the server sends no message", async () => {
    api.fail(authEndpoints.setNewPassword, 400, "");
    const { user } = renderApp(<NewPasswordPage />, "/new-password?token=abc");
    await user.type(field("Nueva contraseña"), "contraseña1");
    await user.type(field("Repite la contraseña"), "contraseña1{Enter}");
    const message = "No se pudo actualizar la contraseña. Es posible que el enlace haya caducado o sea inválido.";
    await waitFor(() => expect(toasts().getByText(message)).toBeTruthy());
    expect(screen.getByRole("link", { name: "Pide uno nuevo" }).getAttribute("href")).toBe("/reset-password");
  });
});
