import { createEvent, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderApp } from "#testing/render.tsx";
import { Link } from "#ui/link.tsx";

/** Returns whether the browser is left to follow the link itself, and keeps it from doing so. */
function click(init: MouseEventInit): boolean {
  const link = screen.getByRole("link");
  const event = createEvent.click(link, init);
  let isLeft = false;
  const stop = (clicked: Event) => {
    isLeft = !clicked.defaultPrevented;
    clicked.preventDefault();
  };
  window.addEventListener("click", stop);
  fireEvent(link, event);
  window.removeEventListener("click", stop);
  return isLeft;
}

describe("Link", () => {
  it("opens its screen here, with the state that it has", () => {
    renderApp(
      <Link href="/folders" state={{ day: 3 }}>
        Carpetas
      </Link>,
      "/dashboard",
    );
    const { length } = window.history;
    expect(click({})).toBe(false);
    expect([window.location.pathname, window.history.state]).toEqual(["/folders", { day: 3 }]);
    expect(window.history.length).toBe(length + 1);
  });

  it("replaces the present entry if it should", () => {
    renderApp(
      <Link href="/folders" replace>
        Carpetas
      </Link>,
      "/dashboard",
    );
    const { length } = window.history;
    click({});
    expect([window.location.pathname, window.history.length]).toEqual(["/folders", length]);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    "leaves a click with %o to the browser",
    (init) => {
      renderApp(<Link href="/folders">Carpetas</Link>, "/dashboard");
      expect(click(init)).toBe(true);
      expect(window.location.pathname).toBe("/dashboard");
    },
  );

  it("stays where a handler prevents it", () => {
    renderApp(
      <Link href="/folders" onClick={(event) => event.preventDefault()}>
        Carpetas
      </Link>,
      "/dashboard",
    );
    click({});
    expect(window.location.pathname).toBe("/dashboard");
  });
});
