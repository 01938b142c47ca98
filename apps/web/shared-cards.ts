import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";
import { afterBuild } from "./after-build.ts";

const root = import.meta.dirname;

/** Inside the build's folder. The server serves no file in a hidden folder. */
const FOLDER = ".server";

/** Builds the drawing of shared cards for the server's thread, with all libraries, which only the web depends on. */
export function sharedCards(): Plugin {
  return afterBuild("shared-cards", async (folder) => {
    await build({
      root,
      configFile: false,
      // It warns of what the app imports dynamically, and this build does not.
      logLevel: "error",
      plugins: [react()],
      define: { "process.env.NODE_ENV": JSON.stringify("production") },
      ssr: { noExternal: true },
      build: {
        ssr: path.join(root, "src/features/sharing/visiting/components/shared-cards.tsx"),
        outDir: path.join(folder, FOLDER),
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { output: { format: "es", entryFileNames: "shared-cards.js" } },
      },
    });
  });
}
