import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import PrivacyPolicyPage from "#features/legal/privacy-policy-page.tsx";
import SupportPage from "#features/legal/support-page.tsx";
import { renderApp } from "#testing/render.tsx";

beforeEach(() => {
  document.head.innerHTML = '<meta name="support-email" content="ayuda@repasa.test">';
});

describe("support", () => {
  it("answers the four questions", () => {
    renderApp(<SupportPage />, "/support");
    const questions = screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
    expect(questions).toEqual([
      "¿Cómo restablezco mi contraseña?",
      "¿Cómo funciona la repetición espaciada?",
      "¿Puedo usar Repasa sin conexión?",
      "¿Cómo elimino mi cuenta?",
    ]);
    expect(screen.getByText(/^Sí, en un navegador en el que ya hayas iniciado sesión/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "restablecer contraseña" }).getAttribute("href")).toBe("/reset-password");
    expect(screen.getByRole("link", { name: "Ajustes" }).getAttribute("href")).toBe("/settings");
  });
});

it("explains in support how to stop reminders, and lists in the privacy policy the data stored for them", () => {
  renderApp(<SupportPage />, "/support");
  const mails = screen.getByRole("heading", { level: 2, name: "Correos y recordatorios" }).parentElement;
  const [, , reminder] = within(mails ?? document.body).getAllByRole("listitem");
  expect(reminder?.textContent).toMatch(/en Ajustes o con el enlace que lleva cada recordatorio, sin iniciar sesión/);
  renderApp(<PrivacyPolicyPage />);
  expect(screen.getByText("Tus recordatorios:").parentElement?.textContent).toMatch(/última visita/);
});

it("lists in the privacy policy every cookie, the stored data of a second factor, and the address of this server", () => {
  renderApp(<PrivacyPolicyPage />);
  expect(screen.getByText(/^Última actualización: \d+ de \w+ de \d{4}$/)).toBeTruthy();
  const [contact] = screen.getAllByRole("link", { name: "ayuda@repasa.test" });
  expect(contact?.getAttribute("href")).toBe("mailto:ayuda@repasa.test");
  expect(
    screen.getByText(
      /^Usamos cuatro cookies propias\. .* La tercera dura diez minutos .* La cuarta lleva el número de tu cuenta/,
    ),
  ).toBeTruthy();
  const storedData = screen.getByText(/^Tu verificación en dos pasos/).parentElement?.textContent;
  for (const word of ["llave de acceso", "aplicación de códigos", "código de recuperación"])
    expect(storedData).toContain(word);
});
