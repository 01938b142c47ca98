import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefetchOnInteraction } from "#features/landing/landing.prefetch.ts";

const fetched = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=prefetch]")].map((link) => link.getAttribute("href"));

let giveUp: () => void;
beforeEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = '<a href="/login"><span>Entrar</span></a><p>Texto</p>';
  vi.useFakeTimers();
  giveUp = prefetchOnInteraction(["/assets/a.js", "/assets/b.css"]);
});
afterEach(() => giveUp());

const fire = (selector: string, type: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));

it("fetches nothing before an interaction, or for a pointer that only moves", () => {
  fire("p", "pointerover");
  vi.advanceTimersByTime(10_000);
  expect(fetched()).toEqual([]);
});

it("fetches at once when the pointer reaches a link, and only once", () => {
  fire("span", "pointerover");
  expect(fetched()).toEqual(["/assets/a.js", "/assets/b.css"]);
  fire("a", "focusin");
  fire("p", "pointerdown");
  vi.advanceTimersByTime(10_000);
  expect(fetched()).toHaveLength(2);
});

it("fetches after any other interaction when the browser is idle", () => {
  fire("p", "pointerdown");
  fire("p", "keydown");
  expect(fetched()).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(fetched()).toEqual(["/assets/a.js", "/assets/b.css"]);
});
