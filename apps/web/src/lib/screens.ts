import { type ComponentType, createElement, lazy, useState } from "react";

type ScreenModule<P> = { default: ComponentType<P> };
type Screen<P> = ComponentType<P> & { preload: () => Promise<void> };

/**
 * A screen whose code is loaded when it is first shown, or before by `preload`. Unlike a bare `lazy` it shows at once
 * when its code is there already, without a frame of the waiting state.
 */
export function lazyScreen<P extends object>(load: () => Promise<ScreenModule<P>>): Screen<P> {
  let loaded: ComponentType<P> | undefined;
  const fetchOnce = async () => {
    const module = await load();
    loaded = module.default;
    return module;
  };
  const Lazy = lazy(() => fetchOnce().catch(recoverFromDeploy)) as unknown as ComponentType<P>;
  function LazyScreen(props: P) {
    // Chosen once per mount: to change the component under a mounted screen would throw away its state.
    const [Component] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  return Object.assign(LazyScreen, {
    // A failed preload is no failure yet; the screen itself will try again.
    preload: () =>
      fetchOnce().then(
        () => undefined,
        () => undefined,
      ),
  });
}

const RELOADED_BUILD = "reloadedBuild";

/**
 * After a deploy, a page that was open before asks for files that the server no longer has. Loading it anew helps, so
 * it is done: once for each build, and only when the server is there at all, which a page of its own would not be.
 */
async function recoverFromDeploy(error: unknown): Promise<never> {
  const build = import.meta.url;
  try {
    if (sessionStorage.getItem(RELOADED_BUILD) === build) throw error;
    if (!(await fetch("/healthz", { cache: "no-store" })).ok) throw error;
    sessionStorage.setItem(RELOADED_BUILD, build);
  } catch {
    throw error;
  }
  window.location.reload();
  // The waiting state stays until the new page takes over.
  return new Promise(() => {});
}

type Preloadable = { preload: () => Promise<void> };
let preloaders: readonly { path: RegExp; screen: Preloadable }[] = [];

/** Told once by the router which screen each pattern shows, so that links know screens without importing them. */
export function registerScreens(screens: readonly (readonly [pattern: string, screen: Preloadable])[]): void {
  preloaders = screens.map(([pattern, screen]) => ({
    path: new RegExp(`^${pattern.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}/?$`),
    screen,
  }));
}

/** Fetches the code of the screen at an address of the app, if it is not there yet. */
export function preloadScreen(href: string): void {
  const path = href.split(/[?#]/, 1)[0] ?? href;
  void preloaders.find((entry) => entry.path.test(path))?.screen.preload();
}
