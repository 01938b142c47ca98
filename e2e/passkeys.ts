// A device that keeps passkeys and always knows its user, as Chromium's own tests have it.
import type { Page } from "@playwright/test";

/** From now on the page's browser has one; `forget` takes its passkeys away. */
export async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    forget: () => session.send("WebAuthn.clearCredentials", { authenticatorId }),
    refuse: (refuses: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: !refuses }),
  };
}

/** A first factor is added only by whoever has just typed the password. */
export async function confirmPassword(page: Page, password: string) {
  const dialog = page.getByRole("dialog", { name: "Confirma que eres tú" });
  await dialog.getByLabel("Contraseña", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Confirmar" }).click();
}
