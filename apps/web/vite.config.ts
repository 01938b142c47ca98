import { createRequire } from "node:module";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { frequentPasswords } from "./frequent-passwords.ts";
import { LICENCES_FILE, licenceNotices } from "./licence-notices.ts";
import { prerenderPages } from "./prerendered-pages.ts";
import { responseShapes } from "./response-shapes.ts";
import { serviceWorker } from "./service-worker.ts";
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

/** Libraries of which a screen calls few functions. */
const LAZILY_COMPILED = /^(markdown|rich-text|schemas)/;

/** In characters before they are minified. The other files compile quickly, and the mark costs 40 bytes. */
const LEAST_MARKED = 20_000;

type Chunk = { name: string; modules: Record<string, { renderedLength: number }> };

function isCompiledEagerly({ name, modules }: Chunk): boolean {
  const length = Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0);
  return length >= LEAST_MARKED && !LAZILY_COMPILED.test(name);
}

/**
 * Marks large files, so that Chromium compiles them whole, in another thread while they load. Otherwise it compiles each function
 * when it is first called, and the first question of a start appears a fifth later (https://v8.dev/blog/explicit-compile-hints).
 */
function compileEagerly(): Plugin {
  return {
    name: "compile-eagerly",
    apply: "build",
    // The name of a file has to change with the mark, as with everything else in it.
    augmentChunkHash: (chunk) => (isCompiledEagerly(chunk) ? "eager" : ""),
    generateBundle: {
      // The mark has to come before what Vite puts first.
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk" && isCompiledEagerly(file))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/** Modules of the prerendered pages, which must not share chunks with the app. */
const LANDING = /page\.html|src\/(landing\.ts|styles\/landing\.css|features\/landing\/landing\.)/;

/** Modules that every signed-in user needs sooner or later: one file instead of twenty. */
const APP_PARTS = new RegExp(
  [
    "src/ui/(difficulty-dot|kbd|progress-bar|skeleton)",
    // Not the ways that a study session has no use for.
    "src/shell/(app-shell|bottom-bar|nav-items|sidebar(?!-ways)|skip-link)",
    "src/lib/(local-date|pending-count|plural|shortcut|use-late-component|use-online|uuid)",
    "src/features/cards/(cards\\.sides|components/card-text)",
    "src/features/folders/folders\\.loading",
    "src/features/device/(device\\.(database|storage)|use-outbox|outbox/)",
    "src/features/study/study\\.(api|decks|keys|session|ways|wording)",
    "src/features/feedback/(feedback\\.first-session|components/rating-question)",
    "src/features/preferences/(preferences\\.loading|use-shortcuts-wanted|use-theme)",
    "src/features/billing/(billing\\.paywall|components/paywall-host)",
    "contract/src/(account|study)\\.ts",
    "packages/card-text/src/(code|variants)\\.ts",
    "icons/(layers|pencil|rotate-ccw|settings|undo-2)\\.",
  ].join("|"),
);

/** Modules that Home renders at once: one file, because a browser loads at most six in parallel. */
const HOME_PARTS = new RegExp(
  [
    "src/features/stats/(?!stats\\.ways|components/(?:new-cards-offer|on-break))",
    "src/features/preferences/preferences\\.api",
    "src/features/billing/(billing\\.plan|use-offer|components/(ad-place|premium-crown))",
    "src/ui/(badge|empty-state|linked-row|progress-ring|row-list|study-link|tooltip)",
    "src/lib/(use-entry-state|use-now|waiting-text)",
    "contract/src/(billing|stats)\\.ts",
    "icons/(book-open|calendar-clock|check|chevron-down|chevron-right|circle-dashed|circle-x|crown|flame|folder-plus|folder-x|minus|search|square-pen)\\.",
  ].join("|"),
);

/**
 * Modules that screens with lists and their dialogs share: one file, because the app's first file lists the files of every
 * screen, and a long list would slow down the login too.
 */
const LIST_PARTS = new RegExp(
  [
    "src/ui/(back-link|folded|folder-choices|menu|page-header|page-menu|search-field|select-field|switch-field|textarea-field)",
    "src/lib/(portion-query|relative-time|shorten-text|text-search|upload|use-address-query|use-found|wording)",
    "src/features/cards/(cards\\.(due|wording)|use-batch|use-folder-cards|use-new-card-request|components/(more-cards|speak-button))",
    "src/features/media/media\\.kinds",
    "icons/(arrow-right|chevron-left|copy|download|ellipsis|file-up|file-x|plus|search-x|tag|trash|trash-2|volume-2)\\.",
  ].join("|"),
);

/** What answers calls from the copy of an account: one file, because the first screen of a start without a network waits for it. */
const COPY_PARTS =
  /src\/features\/device\/(copy|changes|ahead)\/|src\/features\/cards\/cards\.batch-changes|packages\/study-queue\/|src\/lib\/(device-caches|reached-at)|contract\/src\/(changes|week|folder-faces)\.ts/;

/** Files that few users need or that are seldom opened first, or that a session loads while the student reads. */
const LATE_PARTS =
  /(store|import|exams|progress-details|premium-success|premium-cancel|verify-email|undo-email|unsubscribe|settings|progress|pending-reviews|support|privacy-policy|terms-of-service)-page|paywall|card-dialog|second-step|rating-dialog|install-offer|installation\.worker|study-(face|summary|speech)|typing-|choose-table|pairs-screen|study\.choosing|study\.flight|use-next-folder|pinned-question|why-today|missing-folder|device\.(texts|leaving)|left-session\.ending|device-changes|connection-line|idle-start/;

const FORM_PARTS =
  /src\/(ui\/(field|form-error|text-field|email-field|password-field|page-card)|lib\/use-form|shell\/public-shell|features\/(auth\/auth\.api|factors\/factors\.device))/;

/**
 * Schemas of forms, which the first screen of a signed-in user does not need. Those of exams, folders, breaks, cards,
 * factors and imports are loaded with their dialogs.
 */
const SCHEMAS =
  /node_modules\/zod\/|contract\/src\/(fields|(?!exams|factors|folders|pace|cards|imports)[\w-]+\.forms)\.ts/;

/** Schemas of cards and folders, kept apart because the parts of the app import their contracts without using the schemas. */
const CARD_SCHEMAS = /contract\/src\/(cards|folders|imports)\.forms\.ts/;

/**
 * Shared by lists and the copy, which shorten texts of cards and give faces to folders, and dialogs, which validate them: none loads
 * the other's files.
 */
const CARD_TEXT = /packages\/card-text\/src\/(?!code\.|variants\.)|contract\/src\/folders\.choices\.ts/;

/** What a typed question and its verdict need: one file, which compresses better. */
const TYPING_PARTS =
  /answers\/src\/(?!distractors|estimate|kinds|random|sample)|study\/(study\.(judging|other-answers|verdict-wording)|use-(checking|answer-fields|visible-frame)|components\/(typed-|answer-field))|ui\/difference-text/;

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    responseShapes(),
    slimContract(),
    frequentPasswords(),
    preloadTextFont(),
    prerenderPages(),
    fillPlaceholders(),
    compileEagerly(),
    licenceNotices(),
    serviceWorker(),
  ],
  resolve: {
    // React itself has had this hook since version 18; the router depends on a copy for older versions.
    alias: {
      "use-sync-external-store/shim/index.js": "react",
      // Its variant for browsers makes them parse inline styles, which violates the content security policy.
      "hast-util-from-html-isomorphic": createRequire(import.meta.url).resolve("hast-util-from-html-isomorphic"),
    },
  },
  build: {
    target: ["chrome111", "edge111", "firefox128", "safari16.4"],
    manifest: true,
    license: { fileName: LICENCES_FILE },
    // The content security policy forbids data: addresses.
    assetsInlineLimit: 0,
    // Without the polyfill, browsers that lack the feature load the same files a little later.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, dependencies, { hostId, hostType }) => {
        // All users would load the lists of dependencies: of the second step, which few need, and of what a session loads
        // while the student reads.
        // Nothing else would load their styles.
        if (LATE_PARTS.test(file)) return dependencies.filter((one) => /(?<!\/index-[^/]*)\.css$/.test(one));
        // The app's own script and styles are loaded by the time it imports another file.
        const isAppLoaded = hostType === "js" && /\/(app|index|study-page)-[^/]*\.js$/.test(hostId);
        return isAppLoaded ? dependencies.filter((one) => !/\/index-[^/]*\.(js|css)$/.test(one)) : dependencies;
      },
    },
    rolldownOptions: {
      output: {
        // A few large files compress better than many small ones.
        codeSplitting: {
          groups: [
            { name: "initial", tags: ["$initial"], test: (id) => !LANDING.test(id), priority: 2 },
            { name: "schemas", test: SCHEMAS, priority: 3 },
            { name: "card-text", test: CARD_TEXT, priority: 4 },
            { name: "card-schemas", test: CARD_SCHEMAS, priority: 3 },
            // What these import is in files that a session has loaded by then.
            { name: "typing", test: TYPING_PARTS, priority: 5, includeDependenciesRecursively: false },
            // Apart from Home's parts, which the sidebar would load on every screen.
            { name: "ways", test: /src\/features\/stats\/stats\.ways/, priority: 1.5 },
            // The calls of study import the shape of a card, but a session calls none of these.
            { name: "card-calls", test: /contract\/src\/cards\.ts/, priority: 1.5 },
            { name: "app", test: APP_PARTS, priority: 1 },
            { name: "copy", test: COPY_PARTS, priority: 1.2 },
            // Not with the copy, which would load the schemas for it.
            { name: "exam-forms", test: /contract\/src\/exams\.forms\.ts/, priority: 3 },
            // Not with Home's parts, because a study session loads it too.
            { name: "folder-face", test: /src\/ui\/folder-face/, priority: 2 },
            { name: "form", test: FORM_PARTS, priority: 1 },
            { name: "home", test: HOME_PARTS, priority: 0 },
            { name: "lists", test: LIST_PARTS, priority: 0 },
            // Not with Home's parts, because the pages for visitors load it too.
            { name: "button-link", test: /src\/ui\/button-link/, priority: 1.9 },
            // Shared by the form screens and the app's shell.
            {
              name: "shell",
              test: /src\/(ui\/(logo|link|icon-button)\.|lib\/(page-title|use-change))|(useMutation|mutationObserver)\.js|icons\/(circle-exclamation-point|x)\./,
              priority: 2,
            },
            // Loaded by every page, but only after it is shown.
            {
              name: "toasts",
              test: /src\/ui\/toast-message|icons\/(circle-check|info|triangle-exclamation-point)\./,
              priority: 1,
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
