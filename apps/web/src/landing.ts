// The whole JavaScript of the prerendered pages: no React, no contract, nothing of the app.
import { enlivenLanding } from "#features/landing/landing.enliven.ts";
import { prefetchOnInteraction } from "#features/landing/landing.prefetch.ts";
import "#styles/landing.css";

/** Long enough that a call which fails at once is logged before the page is gone; too short to be noticed. */
const GRACE_MS = 250;

enlivenLanding(document, {
  go: async (path, counted) => {
    await Promise.race([counted, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
    location.assign(path);
  },
});
const files = document.querySelector<HTMLMetaElement>("meta[name='app-files']")?.content;
if (files) prefetchOnInteraction(files.split(" "));
