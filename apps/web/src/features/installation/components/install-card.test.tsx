import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InstallCard } from "#features/installation/components/install-card.tsx";
import { InstallOffer } from "#features/installation/components/install-offer.tsx";
import type { InstallPrompt } from "#features/installation/installation.prompt.ts";
import { renderApp } from "#testing/render.tsx";

/** Says how the app is shown, as iOS (`standalone`) and all other browsers do. */
function describeBrowser({ installed = false, standalone }: { installed?: boolean; standalone?: boolean }) {
  vi.stubGlobal("matchMedia", () => ({
    matches: installed,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  Object.defineProperty(navigator, "standalone", { configurable: true, value: standalone });
}

function offerPrompt() {
  const prompt = vi.fn(async () => ({ outcome: "dismissed" as const }));
  window.installPrompt = Object.assign(new Event("beforeinstallprompt"), { prompt }) as InstallPrompt;
  return prompt;
}

const button = () => screen.queryByRole("button", { name: "Instalar Repasa" });

afterEach(() => {
  window.installPrompt = undefined;
  Reflect.deleteProperty(navigator, "standalone");
});

describe("InstallCard", () => {
  it("lets the browser ask, once", async () => {
    describeBrowser({});
    const prompt = offerPrompt();
    const { user } = renderApp(<InstallCard />);
    await user.click(button() as HTMLElement);
    expect(prompt).toHaveBeenCalledOnce();
    expect(button()).toBeNull();
  });

  it("appears when the browser finds out later that it can install, and disappears when it has", () => {
    describeBrowser({});
    renderApp(<InstallCard />);
    expect(button()).toBeNull();
    act(() => {
      offerPrompt();
      window.dispatchEvent(new Event("beforeinstallprompt"));
    });
    expect(button()).toBeTruthy();
    act(() => void window.dispatchEvent(new Event("appinstalled")));
    expect(button()).toBeNull();
  });

  it("shows on iOS how to install the app, in three steps with pictures", async () => {
    describeBrowser({ standalone: false });
    const { user } = renderApp(<InstallCard />);
    await user.click(button() as HTMLElement);
    const steps = within(await screen.findByRole("dialog", { name: "Instalar Repasa" })).getAllByRole("listitem");
    expect(steps.map((step) => [step.querySelectorAll("svg").length, step.textContent])).toEqual([
      [1, expect.stringContaining("Compartir")],
      [1, expect.stringContaining("Añadir a pantalla de inicio")],
      [1, expect.stringContaining("«Añadir»")],
    ]);
  });

  it("shows nothing if the app is installed, or in a browser that cannot install", () => {
    for (const browser of [{ installed: true }, { standalone: true }, {}]) {
      describeBrowser(browser);
      if (Object.keys(browser).length > 0) offerPrompt();
      const { unmount } = renderApp(<InstallCard />);
      expect(button()).toBeNull();
      unmount();
      window.installPrompt = undefined;
    }
  });
});

describe("InstallOffer", () => {
  it("installs, or says where the app can still be installed", async () => {
    describeBrowser({});
    const prompt = offerPrompt();
    const { user, unmount } = renderApp(<InstallOffer />);
    await user.click(screen.getByRole("button", { name: "Ahora no" }));
    expect(screen.getByRole("status").textContent).toContain("no volveremos a preguntar");
    expect([button(), prompt.mock.calls.length]).toEqual([null, 0]);
    unmount();
    const again = renderApp(<InstallOffer />);
    await again.user.click(button() as HTMLElement);
    expect(prompt).toHaveBeenCalledOnce();
  });
});
