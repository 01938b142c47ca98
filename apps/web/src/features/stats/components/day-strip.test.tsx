import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { DayStrip } from "#features/stats/components/day-strip.tsx";
import type { StripDay } from "#features/stats/use-days.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { renderApp } from "#testing/render.tsx";

const days: StripDay[] = [
  { date: "2026-11-27", status: "missed", asked: undefined },
  { date: "2026-11-28", status: "break", asked: undefined },
  { date: "2026-11-29", status: "current", asked: 4 },
  { date: "2026-11-30", status: "future", asked: 1 },
  { date: "2026-12-01", status: "future", asked: 1234 },
];

function Strip() {
  const [selected, setSelected] = useState("2026-11-29");
  return <DayStrip days={days} today="2026-11-29" selected={selected} onSelect={setSelected} panelId="panel" />;
}

const tabs = () => screen.getAllByRole("tab");
/** Returns what a screen reader says of each day. */
const names = () =>
  tabs().map((tab) => {
    const said = tab.cloneNode(true) as HTMLElement;
    for (const hidden of said.querySelectorAll("[aria-hidden=true]")) hidden.remove();
    return replaceNoBreakSpaces(said.textContent).replace(/\s+/g, " ");
  });

describe("a strip of days", () => {
  it("says each day once: its weekday and date as they are seen, its month, how it went, and what it asks", () => {
    renderApp(<Strip />);
    expect(names()).toEqual([
      "VIE 27 de noviembre, sin completar",
      "SAB 28 de noviembre, en pausa",
      "DOM 29 de noviembre, hoy, 4 cartas",
      "LUN 30 de noviembre, próximo, 1 carta",
      "MAR 1 de diciembre, próximo, 1.234 cartas",
    ]);
    for (const name of names()) {
      const words = name.match(/\p{L}{4,}|[\d.]+/gu) ?? [];
      expect(new Set(words).size, `no word twice in "${name}"`).toBe(words.length);
    }
  });

  it("is one stop for the Tab key, in which arrows, Home and End move, and the month follows the selected day", async () => {
    renderApp(<Strip />);
    const user = userEvent.setup();
    expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, -1, -1]);
    for (const tab of tabs()) tab.scrollIntoView = () => {};
    tabs()[2]?.focus();
    const focused = async (key: string) => {
      await user.keyboard(`{${key}}`);
      return tabs().indexOf(document.activeElement as HTMLElement);
    };
    expect([await focused("End"), await focused("ArrowRight"), await focused("ArrowLeft")]).toEqual([4, 4, 3]);
    expect([await focused("Home"), await focused("ArrowLeft")]).toEqual([0, 0]);
    await focused("End");
    expect(screen.getByRole("heading", { name: /noviembre/i })).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("heading", { name: /diciembre/i })).toBeTruthy();
    expect(tabs().map((tab) => tab.getAttribute("aria-selected"))).toEqual([
      "false",
      "false",
      "false",
      "false",
      "true",
    ]);
  });
});
