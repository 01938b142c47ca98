import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The text font is needed on every screen; without a preload it is only found after the style sheet. */
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

const FORM_PARTS =
  /src\/(ui\/(field|form-error|text-field|password-field)|lib\/use-form|shell\/public-shell|features\/auth\/(components|auth\.api))/;

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), tailwindcss(), preloadTextFont()],
  build: {
    target: ["chrome111", "edge111", "firefox128", "safari16.4"],
    manifest: true,
    // The content security policy allows no data: addresses, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few files compress better than many small ones, and the first screen of a newcomer is the login.
        codeSplitting: {
          groups: [
            { name: "initial", tags: ["$initial"], priority: 2 },
            { name: "form", test: FORM_PARTS, priority: 1 },
            // Parts of these that the app's shell needs too, on screens without a form.
            { name: "shell", test: /src\/ui\/logo|(useMutation|mutationObserver)\.js/, priority: 2 },
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
