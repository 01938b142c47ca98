import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ConfirmationHost } from "#features/factors/components/confirmation-host.tsx";
import { FactorsCard } from "#features/factors/components/factors-card.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";

vi.mock("@simplewebauthn/browser", () => ({
  startRegistration: async () => ({ id: "a", rawId: "a", response: { clientDataJSON: "b", attestationObject: "c" } }),
}));

const failsToLoad = vi.hoisted(() => ({ codes: false }));
vi.mock("#features/factors/components/recovery-codes-dialog.tsx", async (original) => {
  const module = await original<typeof import("#features/factors/components/recovery-codes-dialog.tsx")>();
  // A getter, because a module that has been loaded is not requested again.
  return {
    ...module,
    get RecoveryCodesDialog() {
      if (failsToLoad.codes) throw new TypeError("Failed to fetch dynamically imported module");
      return module.RecoveryCodesDialog;
    },
  };
});

const QUESTION = { message: "Confirma que eres tú", code: "confirmation_required" };
const CODES = ["aaaa-bbbb", "cccc-dddd"];

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  failsToLoad.codes = false;
  vi.stubGlobal("PublicKeyCredential", class {});
  api = fakeApi();
  api.answer(factorEndpoints.factors, { passkeys: [], app: null, recoveryCodes: null, exportableUntil: null });
  api.answer(factorEndpoints.confirmationMethods, { password: true, app: false, passkey: null });
  api.answer(factorEndpoints.prepareApp, {
    secret: "ABCDEFGH",
    link: "otpauth://x",
    qr: { size: 1, path: "M0 0h1v1h-1z" },
  });
});

const button = (name: string) => screen.findByRole("button", { name });
const dialog = (name: string) => screen.findByRole("dialog", { name });

function open() {
  return renderApp(
    <main>
      <FactorsCard deviceName="Firefox" />
      <ConfirmationHost />
    </main>,
    "/settings",
  ).user;
}

/** Refuses the first call, as if the last confirmation were more than ten minutes old. */
function refuseOnce(endpoint: (typeof factorEndpoints)["addApp" | "addPasskey"]) {
  let calls = 0;
  api.on(endpoint, () => {
    calls += 1;
    return calls === 1 ? { status: 403, body: QUESTION } : { status: 201, body: { recoveryCodes: CODES } };
  });
  api.answer(factorEndpoints.confirm);
}

it("creates no codes that could not be shown, and never shows a message of the browser", async () => {
  failsToLoad.codes = true;
  const user = open();
  await user.click(await button("Usar una aplicación de códigos"));
  await user.type(await screen.findByLabelText("2. Escribe el código que muestra"), "123456{Enter}");
  // The toast and the announcement.
  expect((await screen.findAllByText("No se pudo activar la aplicación. Inténtalo de nuevo.")).length).toBeGreaterThan(
    0,
  );
  expect(api.callsTo(factorEndpoints.addApp)).toHaveLength(0);
});

it("requests another confirmation if setting up the app took long", async () => {
  refuseOnce(factorEndpoints.addApp);
  const user = open();
  await user.click(await button("Usar una aplicación de códigos"));
  await user.type(await screen.findByLabelText("2. Escribe el código que muestra"), "123456{Enter}");
  await user.type(await within(await dialog("Confirma que eres tú")).findByLabelText("Contraseña"), "clave{Enter}");
  expect(await dialog("Guarda tus códigos de recuperación")).toBeTruthy();
  expect(api.callsTo(factorEndpoints.addApp)).toHaveLength(2);
  // Loaded at first, after the confirmation (which may have used a recovery code) and after the change.
  expect(api.callsTo(factorEndpoints.factors)).toHaveLength(3);
});

it("requests another confirmation if creating the passkey took long", async () => {
  refuseOnce(factorEndpoints.addPasskey);
  api.on(factorEndpoints.preparePasskey, () => ({
    status: 200,
    body: {
      challenge: "c",
      rp: { id: "localhost", name: "Repasa" },
      user: { id: "u", name: "ana", displayName: "ana" },
      pubKeyCredParams: [],
      timeout: 1,
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    },
  }));
  const user = open();
  await user.click(await button("Añadir llave de acceso"));
  await user.type(await within(await dialog("Confirma que eres tú")).findByLabelText("Contraseña"), "clave{Enter}");
  expect(await dialog("Guarda tus códigos de recuperación")).toBeTruthy();
  expect(api.callsTo(factorEndpoints.addPasskey)).toHaveLength(2);
});

it("closes the codes only after the user has confirmed saving them", async () => {
  api.answer(factorEndpoints.addApp, { recoveryCodes: CODES });
  const user = open();
  await user.click(await button("Usar una aplicación de códigos"));
  await user.type(await screen.findByLabelText("2. Escribe el código que muestra"), "123456{Enter}");
  await dialog("Guarda tus códigos de recuperación");
  await user.keyboard("{Escape}");
  const question = await screen.findByRole("alertdialog", { name: "¿Has guardado los códigos?" });
  await user.click(within(question).getByRole("button", { name: "Volver" }));
  expect(screen.getByText("aaaa-bbbb")).toBeTruthy();
  await user.click(await button("Los he guardado"));
  await waitFor(() => expect(screen.queryByText("aaaa-bbbb")).toBeNull());
});

it("closes the confirmation and reports it if the session has ended meanwhile", async () => {
  api.fail(factorEndpoints.prepareApp, 403, QUESTION);
  api.fail(factorEndpoints.confirm, 401, { message: "Unauthorized", code: "unauthorized" });
  const user = open();
  await user.click(await button("Usar una aplicación de códigos"));
  const password = await within(await dialog("Confirma que eres tú")).findByLabelText("Contraseña");
  await waitFor(() => expect(document.activeElement).toBe(password));
  await user.type(password, "clave{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("No autorizado")).toBeTruthy();
  expect(screen.queryByText("Unauthorized")).toBeNull();
});

it("treats a factor that was already removed as a success, and moves the focus to the heading", async () => {
  const passkey = { id: "p", name: "Móvil", createdAt: "2026-03-01T10:00:00.000Z", lastUsedAt: null };
  let answer = (_: { status: number; body: unknown }) => {};
  api.on(factorEndpoints.factors, () => ({
    status: 200,
    body: { passkeys: [passkey], app: { since: passkey.createdAt }, recoveryCodes: 1 },
  }));
  api.on(factorEndpoints.removePasskey, () => new Promise((resolve) => (answer = resolve)));
  const user = open();
  expect(await screen.findByText("Te queda 1 de 10")).toBeTruthy();
  await user.click(await button("Quitar Móvil"));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Quitar" }));
  await waitFor(async () => expect((await button("Quitar Móvil")).getAttribute("aria-busy")).toBe("true"));
  expect((await button("Quitar la aplicación de códigos")).getAttribute("aria-busy")).toBeNull();
  api.on(factorEndpoints.factors, () => ({
    status: 200,
    body: { passkeys: [], app: { since: passkey.createdAt }, recoveryCodes: 0 },
  }));
  answer({ status: 404, body: { message: "No existe", code: "not_found" } });
  await waitFor(() => expect(screen.queryByText("Móvil")).toBeNull());
  expect(screen.getByText("No te queda ninguno")).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Verificación en dos pasos" })),
  );
});
