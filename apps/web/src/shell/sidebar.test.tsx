import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { BottomBar } from "#shell/bottom-bar.tsx";
import { Sidebar } from "#shell/sidebar.tsx";
import { renderApp } from "#testing/render.tsx";

const listCurrent = () =>
  screen
    .getAllByRole("link")
    .filter((link) => link.getAttribute("aria-current") === "page")
    .map((link) => link.textContent);

describe("BottomBar", () => {
  it.each(["/progress", "/progress/details", "/pending-reviews/3"])("marks Inicio as current at %s", (path) => {
    renderApp(<BottomBar path={path} />, path);
    expect(listCurrent()).toEqual(["Inicio"]);
  });
});

describe("Sidebar", () => {
  it.each([
    ["/folders/3", "Carpetas"],
    ["/exams/3", "Exámenes"],
  ])("marks one link as current at %s", async (path, name) => {
    renderApp(<Sidebar path={path} givesWay={false} />, path);
    const more = within(await screen.findByRole("navigation", { name: "Más" }));
    expect(more.getAllByRole("link").map((link) => link.textContent)).toEqual(["Progreso", "Exámenes", "Importar"]);
    expect(listCurrent()).toEqual([name]);
  });

  it("keeps to the main links in a session", async () => {
    renderApp(<Sidebar path="/study/3" givesWay />, "/study/3");
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getAllByRole("navigation")).toHaveLength(1);
  });
});
