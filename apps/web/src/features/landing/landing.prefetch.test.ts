import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prefetchOnInteraction } from "#features/landing/landing.prefetch.ts";

const listPrefetched = () =>
  [...document.head.querySelectorAll<HTMLLinkElement>("link[rel=prefetch]")].map((link) => link.getAttribute("href"));

let stop: () => void;
beforeEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = '<a href="/login"><span>Entrar</span></a><p>Texto</p>';
  vi.useFakeTimers();
  stop = prefetchOnInteraction(["/assets/a.js", "/assets/b.css"]);
});
afterEach(() => stop());

const dispatch = (selector: string, type: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));

it("prefetches nothing before an interaction, or for a pointer that only moves", () => {
  dispatch("p", "pointerover");
  vi.advanceTimersByTime(10_000);
  expect(listPrefetched()).toEqual([]);
});

it("prefetches at once when the pointer reaches a link, and only once", () => {
  dispatch("span", "pointerover");
  expect(listPrefetched()).toEqual(["/assets/a.js", "/assets/b.css"]);
  dispatch("a", "focusin");
  dispatch("p", "pointerdown");
  vi.advanceTimersByTime(10_000);
  expect(listPrefetched()).toHaveLength(2);
});

it("prefetches after any other interaction when the browser is idle", () => {
  dispatch("p", "pointerdown");
  dispatch("p", "keydown");
  expect(listPrefetched()).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(listPrefetched()).toEqual(["/assets/a.js", "/assets/b.css"]);
});
