// A virtual authenticator that stores passkeys and always verifies its user, as in Chromium's own tests.
import type { Page } from "@playwright/test";

/** Adds an authenticator to the page's browser; `forget` removes its passkeys. */
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

/** Confirms with the password, which the first factor requires. */
export async function confirmPassword(page: Page, password: string) {
  const dialog = page.getByRole("dialog", { name: "Confirma que eres tú" });
  await dialog.getByLabel("Contraseña", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Confirmar" }).click();
}
