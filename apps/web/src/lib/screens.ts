import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, createElement, lazy, useState } from "react";

import { type Prefetch, prefetch } from "#lib/prefetch.ts";

type ScreenModule<P> = { default: ComponentType<P> };
export type LazyScreen<P> = ComponentType<P> & { preload: () => Promise<void> };

/** The code of a screen, or of a part of one, could not be loaded, for example without a network. */
export class ScreenNotLoaded extends Error {
  /** Resolves to whether the code has loaded this time. Until it has, rendering fails again. */
  readonly loadAgain: () => Promise<boolean>;

  constructor(cause: unknown, loadAgain: () => Promise<boolean>) {
    super("A screen could not be loaded", { cause });
    this.loadAgain = loadAgain;
  }
}

/** Like React's `lazy`, with `preload`; a loaded screen renders without a frame of the fallback. */
export function lazyScreen<P extends object>(load: () => Promise<ScreenModule<P>>): LazyScreen<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const hasLoaded = () =>
    fetchOnce().then(
      () => true,
      () => false,
    );
  const fetchToShow = async () => {
    try {
      return await fetchOnce();
    } catch (error) {
      await recoverFromDeploy();
      throw new ScreenNotLoaded(error, hasLoaded);
    }
  };
  const Lazy = lazy(fetchToShow) as unknown as ComponentType<P>;
  function LazyScreen(props: P) {
    // Chosen once per mount, because swapping the component would lose its state.
    const [Component] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return Object.assign(LazyScreen, { preload: async () => void (await hasLoaded()) });
}

const RELOADED_BUILD = "reloadedBuild";

/**
 * After a deploy, an open page asks for files that no longer exist, and reloading it helps. That happens once for each
 * build, and only if the server answers: otherwise the reload would replace the page by the browser's error page.
 */
async function recoverFromDeploy(): Promise<void> {
  const build = import.meta.url;
  try {
    if (sessionStorage.getItem(RELOADED_BUILD) === build) return;
    if (!(await fetch("/healthz", { cache: "no-store" })).ok) return;
    sessionStorage.setItem(RELOADED_BUILD, build);
  } catch {
    return;
  }
  window.location.reload();
  // Keeps the fallback until the new page takes over.
  return new Promise(() => {});
}

type Preloader = {
  pattern: string;
  preload: () => Promise<void>;
  /** The data that the screen shows first. */
  prefetches?: readonly Prefetch[] | undefined;
};
let preloaders: readonly (Omit<Preloader, "pattern"> & { path: RegExp })[] = [];

export function registerScreens(screens: readonly Preloader[]): void {
  preloaders = screens.map(({ pattern, ...rest }) => ({
    ...rest,
    path: new RegExp(`^${pattern.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}/?$`),
  }));
}

function preloaderOf(href: string) {
  const path = href.split(/[?#]/, 1)[0] ?? href;
  return preloaders.find((entry) => entry.path.test(path));
}

/** Resolves when the screen's code has loaded, or failed to. */
export async function loadScreen(href: string): Promise<void> {
  await preloaderOf(href)?.preload();
}

export function preloadScreen(href: string): void {
  void loadScreen(href);
}

/** Loads the code and the data of the first screen while the session is still being loaded, or a login is confirmed. */
export function loadFirstScreen(queryClient: QueryClient, href: string): void {
  for (const call of preloaderOf(href)?.prefetches ?? []) prefetch(queryClient, call);
  preloadScreen(href);
}
