import { createRequire } from "node:module";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { GROUPS, groupModules } from "./code-splitting.ts";
import { frequentPasswords } from "./frequent-passwords.ts";
import { LICENCES_FILE, licenceNotices } from "./licence-notices.ts";
import { prerenderPages } from "./prerendered-pages.ts";
import { serviceWorker } from "./service-worker.ts";
import { nameSessionFiles } from "./session-files.ts";
import { sharedCards } from "./shared-cards.ts";

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
const LAZILY_COMPILED = /^(markdown|rich-text|visitor)/;

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

/** The groups of modules, of which the bundler tells what they import once it has read them all. */
let groups: ReturnType<typeof groupModules> | undefined;

function nameGroup(id: string, bundler: Rolldown.ChunkingContext): string | null {
  const [app, landing] = ["index.html", "page.html"].map((name) => path.join(import.meta.dirname, name));
  groups ??= groupModules((one) => bundler.getModuleInfo(one), String(app), String(landing));
  return groups(id);
}

const isOfApp = (file: string) => /\/index-[^/]*\.(js|css)$/.test(file);
const isStyle = (file: string) => file.endsWith(".css");
const isOfGroup = (file: string) => GROUPS.some((group) => new RegExp(`/${group}-[^/]*\\.js$`).test(file));

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    frequentPasswords(),
    preloadTextFont(),
    nameSessionFiles(),
    prerenderPages(),
    fillPlaceholders(),
    compileEagerly(),
    licenceNotices(),
    sharedCards(),
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
      // The app's first file contains these lists. Groups are what most screens wait for; the app has loaded its own.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === "html"
          ? dependencies
          : dependencies.filter((one) => !isOfApp(one) && (isStyle(one) || isOfGroup(one))),
    },
    rolldownOptions: {
      // The build leaves out unused calls without side effects: zod's functions only build schemas, React's only wraps a component.
      treeshake: { manualPureFunctions: ["z", "forwardRef"] },
      output: {
        codeSplitting: { groups: [{ name: nameGroup, debugName: "group", includeDependenciesRecursively: false }] },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ["/api", "/c/"].map((path) => [
        path,
        { target: process.env.API_TARGET ?? "http://localhost:3000", changeOrigin: false },
      ]),
    ),
  },
});
