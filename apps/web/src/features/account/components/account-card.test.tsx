import type { User } from "@repasa/contract/auth.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { AccountCard } from "#features/account/components/account-card.tsx";
import { PasswordCard } from "#features/account/components/password-card.tsx";
import { SessionsCard } from "#features/account/components/sessions-card.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePlan, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(authEndpoints.sessions, []);
  api.answer(billingEndpoints.plan, samplePlan());
});

function renderCards(changes: Partial<User> = {}) {
  const user = sampleUser(changes);
  api.answer(authEndpoints.currentUser, user);
  return renderApp(
    <SignedIn user={user}>
      <AccountCard />
      <PasswordCard />
      <SessionsCard />
    </SignedIn>,
    "/settings",
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const NEW = "nueva@repasa.example";

describe("the address", () => {
  it("lets the user request the link again, also after a failure", async () => {
    api.fail(authEndpoints.sendVerification, 500, "");
    const { user } = renderCards();
    await user.click(button("Enviar de nuevo"));
    expect((await screen.findByRole("alert")).textContent).toBe("No se pudo enviar el enlace. Inténtalo de nuevo.");
    api.answer(authEndpoints.sendVerification, { message: "" });
    await user.click(button("Enviar de nuevo"));
    expect(await screen.findByText(/^Enlace enviado\./)).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is reloaded when the window gets the focus again", async () => {
    renderCards();
    api.answer(authEndpoints.currentUser, sampleUser({ isEmailVerified: true }));
    window.dispatchEvent(new Event("visibilitychange"));
    expect(await screen.findByText("Confirmado")).toBeTruthy();
    window.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(api.callsTo(authEndpoints.currentUser)).toHaveLength(1);
  });

  it("shows a pending replacement, which can be cancelled", async () => {
    api.fail(authEndpoints.cancelEmailChange, 500, "");
    const { user } = renderCards({ isEmailVerified: true, pendingEmail: NEW });
    expect(screen.getByText("Pendiente de confirmar:").textContent).toBe(`Pendiente de confirmar: ${NEW}`);
    expect(button("Enviar de nuevo")).toBeTruthy();
    await user.click(button("Cancelar el cambio"));
    await waitFor(() => expect(toasts().getByText("No se pudo cancelar el cambio. Inténtalo de nuevo.")).toBeTruthy());
    expect(screen.getByText(NEW)).toBeTruthy();
    api.answer(authEndpoints.cancelEmailChange);
    await user.click(button("Cancelar el cambio"));
    await waitFor(() => expect(screen.queryByText(NEW)).toBeNull());
    expect(document.activeElement).toBe(button("Cambiar correo"));
  });
});

describe("changing the address", () => {
  const field = (label: string) => within(screen.getByRole("dialog")).getByLabelText(label);

  async function fill(user: ReturnType<typeof renderCards>["user"], email: string, password: string) {
    await user.click(button("Cambiar correo"));
    await screen.findByRole("dialog", { name: "Cambiar correo" });
    await user.type(field("Correo nuevo"), email);
    await user.type(field("Contraseña actual"), `${password}{Enter}`);
  }

  it.each([
    [401, { message: "No", code: "invalid_credentials" }, "Contraseña actual", "La contraseña actual no es correcta"],
    [
      400,
      { message: "Mal", code: "validation_failed", issues: [{ path: "email", message: "Ya es el tuyo" }] },
      "Correo nuevo",
      "Ya es el tuyo",
    ],
  ])("shows the reason of a refusal (%i) at its field", async (status, body, label, message) => {
    api.fail(authEndpoints.changeEmail, status, body);
    const { user } = renderCards();
    await fill(user, NEW, "contraseña1");
    expect(field("Correo nuevo").getAttribute("autocomplete")).toBe("email");
    expect(field("Contraseña actual").getAttribute("autocomplete")).toBe("current-password");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(field(label));
    expect(field(label).getAttribute("aria-invalid")).toBe("true");
    expect(toasts().queryByRole("listitem")).toBeNull();
    expect(field("Correo nuevo")).toHaveProperty("value", NEW);
  });
});

describe("changing the password", () => {
  const field = (label: string) => within(screen.getByRole("dialog")).getByLabelText(label);

  it("shows other failures as a toast, and preserves the typed text", async () => {
    const { user } = renderCards();
    await user.click(button("Cambiar contraseña"));
    await screen.findByRole("dialog", { name: "Cambiar contraseña" });
    await user.type(field("Contraseña actual"), "la de antes");
    for (const label of ["Nueva contraseña", "Repite la contraseña"]) {
      expect(field(label).getAttribute("autocomplete")).toBe("new-password");
      await user.type(field(label), "contraseña1");
    }
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(toasts().getByText("No se pudo cambiar la contraseña. Inténtalo de nuevo.")).toBeTruthy(),
    );
    expect(field("Nueva contraseña")).toHaveProperty("value", "contraseña1");
  });
});
