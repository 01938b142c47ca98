import path from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Plugin } from "vite";

const root = import.meta.dirname;

/** Inside the build's folder. The server serves no file in a hidden folder. */
const FOLDER = ".server";

/** Builds the drawing of shared cards for the server's thread, with all libraries, which only the web depends on. */
export function sharedCards(): Plugin {
  return {
    name: "shared-cards",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir: folder }) {
        if (folder === undefined) throw new Error("The build has no folder");
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
      },
    },
  };
}
