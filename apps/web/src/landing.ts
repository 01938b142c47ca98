// All JavaScript of the prerendered pages: no React and no zod.
import { attachLandingBehaviour } from "#features/landing/landing.behaviour.ts";
import { prefetchOnInteraction } from "#features/landing/landing.prefetch.ts";
import { attachVisitingBehaviour } from "#features/sharing/visiting/visiting.behaviour.ts";
import "#styles/landing.css";

/** In milliseconds: long enough that a request that fails at once is logged before the page is left. */
const GRACE_MS = 250;

attachLandingBehaviour(document, {
  go: async (path, counted) => {
    await Promise.race([counted, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
    location.assign(path);
  },
});

const shared = document.querySelector<HTMLElement>("[data-shared]");
if (shared) attachVisitingBehaviour(shared, (address) => location.assign(address));
const files = document.querySelector<HTMLMetaElement>("meta[name='app-files']")?.content;
if (files) prefetchOnInteraction(files.split(" "));
