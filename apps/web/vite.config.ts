import { createRequire } from "node:module";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { prerenderPages } from "./prerendered-pages.ts";
import { responseShapes } from "./response-shapes.ts";
import { slimContract } from "./slim-contract.ts";

/** Every screen needs the text font, and the browser finds it only after the style sheet. */
function preloadTextFont(): Plugin {
  return {
    name: "preload-text-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /figtree-latin-wght-normal-[^/]*\.woff2$/.test(file));
        if (!font) throw new Error("The latin subset of the text font is not in the build");
        const attrs = { rel: "preload", href: `/${font}`, as: "font", type: "font/woff2", crossorigin: true };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

function fillPlaceholders(): Plugin {
  return {
    name: "fill-placeholders",
    apply: "serve",
    transformIndexHtml: (html) =>
      html.replaceAll("%SUPPORT_EMAIL%", process.env.SUPPORT_EMAIL ?? "soporte@repasa.example"),
  };
}

/** Modules of the prerendered pages, which must not share chunks with the app. */
const LANDING = /page\.html|src\/(landing\.ts|styles\/landing\.css|features\/landing\/landing\.)/;

/** Needed by every screen of a signed-in user sooner or later: one file instead of twenty. */
const APP_PARTS = new RegExp(
  [
    "src/ui/(difficulty-dot|empty-state|kbd|progress-bar|skeleton)",
    "src/shell/(bottom-bar|nav-items|sidebar|skip-link)",
    "src/lib/(local-date|plural|shortcut|use-late-component|use-online|uuid)",
    "src/features/cards/(cards\\.sides|components/card-text)",
    "src/features/folders/folders\\.loading",
    "src/features/study/(study\\.(api|storage)|use-outbox|offline/)",
    "src/features/preferences/(preferences\\.api|use-shortcuts-wanted|use-theme)",
    "src/features/stats/stats\\.api",
    "src/features/billing/(billing\\.paywall|components/paywall-host)",
    "contract/src/(study|stats)\\.ts",
    "packages/card-text/src/(code|variants)\\.ts",
    "icons/(circle-check-big|layers|pencil|settings|undo-2)\\.",
  ].join("|"),
);

/** What Home draws at once: one file, because a browser asks for no more than six at a time. */
const HOME_PARTS = new RegExp(
  [
    "src/features/stats/(?!stats\\.api|components/(?:new-cards-offer|on-break))",
    "src/features/billing/(billing\\.plan|use-offer|components/(ad-place|premium-crown))",
    "src/ui/(badge|linked-row|progress-ring|row-list|study-link|tooltip)",
    "src/lib/(use-entry-state|use-now|waiting-text)",
    "contract/src/billing\\.ts",
    "icons/(book-open|calendar-clock|check|chevron-down|chevron-right|circle-dashed|circle-x|crown|flame|folder-plus|folder-x|minus|search|square-pen)\\.",
  ].join("|"),
);

/**
 * What screens with lists and their dialogs share: the first file names each file that a screen needs, so that many small
 * ones would weigh on the login too.
 */
const LIST_PARTS = new RegExp(
  [
    "src/ui/(menu|search-field|select-field|switch-field|textarea-field)",
    "src/lib/(relative-time|text-search|use-address-query)",
    "icons/(arrow-right|chevron-left|download|ellipsis|file-up|plus|search-x|tag|trash-2)\\.",
  ].join("|"),
);

const FORM_PARTS =
  /src\/(ui\/(field|form-error|text-field|email-field|password-field|page-card|notice)|lib\/use-form|shell\/public-shell|features\/(auth\/auth\.api|factors\/factors\.device))/;

/** Validation, which the first screen of a signed-in user does not need; that of exams, breaks, cards, factors and imports comes with their dialogs. */
const SCHEMAS = /node_modules\/zod\/|contract\/src\/(fields|(?!exams|factors|pace|cards|imports)[\w-]+\.forms)\.ts/;

/** Of cards, whose contract the app's parts name without using it. */
const CARD_SCHEMAS = /contract\/src\/(cards\.forms|imports\.forms)\.ts/;

/** Lists search and shorten the texts of cards, and dialogs validate them: neither should load the other's files. */
const CARD_TEXT = /packages\/card-text\/src\/(?!code\.|variants\.)/;

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    responseShapes(),
    slimContract(),
    preloadTextFont(),
    prerenderPages(),
    fillPlaceholders(),
  ],
  resolve: {
    // React has had the hook itself since 18; the router still brings a copy for those before it.
    alias: {
      "use-sync-external-store/shim/index.js": "react",
      // Its way for browsers lets them parse styles in HTML, of which the content security policy complains.
      "hast-util-from-html-isomorphic": createRequire(import.meta.url).resolve("hast-util-from-html-isomorphic"),
    },
  },
  build: {
    target: ["chrome111", "edge111", "firefox128", "safari16.4"],
    manifest: true,
    // The content security policy forbids data: addresses.
    assetsInlineLimit: 0,
    // Browsers without it load the same files a little later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies, { hostId, hostType }) => {
        // Hardly anybody needs it, and everybody who signs in would load the list of its parts.
        if (file.includes("second-step")) return [];
        // The app's own file and styles are there when it asks for another.
        const isThere = hostType === "js" && /\/index-[^/]*\.js$/.test(hostId);
        return isThere ? dependencies.filter((one) => !/\/index-[^/]*\.(js|css)$/.test(one)) : dependencies;
      },
    },
    rolldownOptions: {
      output: {
        // Few files compress better than many.
        codeSplitting: {
          groups: [
            { name: "initial", tags: ["$initial"], test: (id) => !LANDING.test(id), priority: 2 },
            { name: "schemas", test: SCHEMAS, priority: 3 },
            { name: "card-text", test: CARD_TEXT, priority: 4 },
            { name: "card-schemas", test: CARD_SCHEMAS, priority: 3 },
            { name: "app", test: APP_PARTS, priority: 1 },
            { name: "form", test: FORM_PARTS, priority: 1 },
            { name: "home", test: HOME_PARTS, priority: 0 },
            { name: "lists", test: LIST_PARTS, priority: 0 },
            // Shared by the form screens, the app's shell and toasts.
            {
              name: "shell",
              test: /src\/(ui\/(logo|link|button-link|icon-button)\.|lib\/(page-title|use-change))|(useMutation|mutationObserver)\.js|icons\/(circle-check|info|(circle|triangle)-exclamation-point|x)\./,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { "/api": { target: process.env.API_TARGET ?? "http://localhost:3000", changeOrigin: false } },
  },
});
