import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, createElement, lazy, useState } from "react";
import { matchPattern } from "#lib/path-patterns.ts";
import { type Prefetch, prefetch } from "#lib/prefetch.ts";

type ScreenModule<P> = { default: ComponentType<P> };
export type LazyScreen<P> = ComponentType<P> & { preload: () => Promise<void> };

/** Thrown when the code of a screen, or of a part of one, cannot be loaded, for example without a network. */
export class ScreenNotLoaded extends Error {
  /** Tries again and resolves to whether the code has loaded. Until it has, rendering fails again. */
  readonly loadAgain: () => Promise<boolean>;

  constructor(cause: unknown, loadAgain: () => Promise<boolean>) {
    super("A screen could not be loaded", { cause });
    this.loadAgain = loadAgain;
  }
}

/** Like React's `lazy`, but with `preload`, and a loaded screen renders without showing the fallback for a frame. */
export function lazyScreen<P extends object>(load: () => Promise<ScreenModule<P>>): LazyScreen<P> {
  let loaded: ComponentType<P> | undefined;
  const loadModule = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const tryToLoad = () =>
    loadModule().then(
      () => true,
      () => false,
    );
  const loadOrRecover = async () => {
    try {
      return await loadModule();
    } catch (error) {
      await recoverFromDeploy();
      throw new ScreenNotLoaded(error, tryToLoad);
    }
  };
  const Lazy = lazy(loadOrRecover) as unknown as ComponentType<P>;
  function LazyScreen(props: P) {
    // Chosen once per mount, because swapping the component would lose its state.
    const [Component] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return Object.assign(LazyScreen, { preload: async () => void (await tryToLoad()) });
}

const RELOADED_BUILD = "reloadedBuild";

/**
 * Reloads the page, because after a deploy an open page requests files that no longer exist. Reloads once for each
 * build, and only if the server responds: otherwise the browser's error page would replace the page.
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
  // Never resolves, so that the fallback is shown until the new page replaces this one.
  return new Promise(() => {});
}

type Preloader = {
  pattern: string;
  preload: () => Promise<void>;
  /** The requests for the data that the screen shows first. */
  prefetches?: readonly Prefetch[] | undefined;
};
let preloaders: readonly (Omit<Preloader, "pattern"> & { path: RegExp })[] = [];

export function registerScreens(screens: readonly Preloader[]): void {
  preloaders = screens.map(({ pattern, ...rest }) => ({
    ...rest,
    path: matchPattern(pattern),
  }));
}

function findPreloader(href: string) {
  const path = href.split(/[?#]/, 1)[0] ?? href;
  return preloaders.find((entry) => entry.path.test(path));
}

/** Resolves when the code of the screen has loaded or has failed to load. */
export async function loadScreen(href: string): Promise<void> {
  await findPreloader(href)?.preload();
}

export function preloadScreen(href: string): void {
  void loadScreen(href);
}

/** Loads code and data of the first screen in parallel with the session or while the response to a login is pending. */
export function loadFirstScreen(queryClient: QueryClient, href: string): Promise<void> {
  for (const call of findPreloader(href)?.prefetches ?? []) prefetch(queryClient, call);
  return loadScreen(href);
}
