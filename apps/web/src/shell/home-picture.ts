// A picture of Home on this device: its markup, which the worker puts into the page of the next start, so that Home can be read
// before the app has loaded. public/picture.js removes it when the app has drawn Home.
import { screens } from "@repasa/contract/screens.ts";
import type { QueryClient } from "@tanstack/react-query";
import { preferencesQuery, readDayStart } from "#features/preferences/preferences.loading.ts";
import { readConnection } from "#lib/connection.ts";
import { type HomePicture, writeFlag } from "#lib/device-flags.ts";
import { localDateOf } from "#lib/local-date.ts";

/** In milliseconds: after the last change of data, Home is drawn by then. */
const SETTLED_AFTER_MS = 1000;
const HOUR_MS = 3_600_000;

const PATHS: readonly string[] = [screens.home.pattern, screens.dashboard.pattern];

/** Elements that belong to a moment, or to the app's own loading. */
const PASSING = "[role=status], [role=alert], [role=dialog], dialog, script, :is(.animate-pulse, .animate-spin)";

/** Stores a picture each time Home has settled. Returns a function that stops it. */
export function followHome(queryClient: QueryClient, owner: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const takeLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const root = document.getElementById("root");
      if (!root || queryClient.isFetching() > 0 || !isHomeSettled(root)) return;
      const until = findEndOfDay(new Date(), readDayStart(queryClient.getQueryData(preferencesQuery().queryKey)));
      const picture: HomePicture = { owner, html: drawPicture(root, until) };
      // A browser that stores nothing more starts without a picture.
      void writeFlag("home", JSON.stringify(picture)).catch(() => {});
    }, SETTLED_AFTER_MS);
  };
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === "updated") takeLater();
  });
  takeLater();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Returns whether the page shows the present day of Home completely, and as the server knows it. */
function isHomeSettled(root: Element): boolean {
  if (!PATHS.includes(window.location.pathname) || readConnection().offline) return false;
  const isOtherDay = (window.history.state as { day?: unknown } | null)?.day !== undefined;
  return (
    !isOtherDay &&
    root.querySelector("main h1") !== null &&
    !root.querySelector("main :is(.animate-pulse, .animate-spin), dialog[open]")
  );
}

/** Returns when the study date changes, in milliseconds since 1970. Hours of a changed clock do not matter here. */
function findEndOfDay(now: Date, dayStartHour: number): number {
  const today = localDateOf(now, dayStartHour);
  const nextHour = new Date(now).setMinutes(0, 0, 0) + HOUR_MS;
  for (let end = nextHour; ; end += HOUR_MS) if (localDateOf(new Date(end), dayStartHour) !== today) return end;
}

function drawPicture(root: Element, until: number): string {
  const picture = document.createElement("div");
  picture.id = "picture";
  picture.append(...(root.cloneNode(true) as Element).childNodes);
  for (const passing of picture.querySelectorAll(PASSING)) passing.remove();
  for (const styled of picture.querySelectorAll("[style]")) {
    styled.setAttribute("data-style", styled.getAttribute("style") ?? "");
    styled.removeAttribute("style");
  }
  // The app draws the landmark and the ids meanwhile, which a page has once.
  const main = picture.querySelector("main");
  const content = document.createElement("div");
  content.className = main?.className ?? "";
  content.append(...(main?.childNodes ?? []));
  main?.replaceWith(content);
  for (const named of picture.querySelectorAll("[id]")) named.removeAttribute("id");
  const build = document.querySelector<HTMLMetaElement>("meta[name=build]")?.content ?? "";
  Object.assign(picture.dataset, { until, build, width: window.innerWidth, path: PATHS.join(" ") });
  return picture.outerHTML;
}
