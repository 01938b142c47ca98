import type { Plugin } from "vite";

/**
 * The files that a session loads as soon as the app runs: those that all members' screens share, its own screen, and the reader
 * of the copy.
 */
const OF_SESSION = ["app", "study-page", "offline"];

const TAG = 'src="/early.js"';

type Chunk = { readonly name: string; readonly fileName: string };

/** Names the files of a session in the app's page, so that `public/early.js` loads them beside the app's first one. */
export function addSessionFiles(html: string, chunks: readonly Chunk[]): string {
  const files = OF_SESSION.map((name) => chunks.find((chunk) => chunk.name === name)?.fileName);
  if (files.includes(undefined)) throw new Error(`A file of a session is not in the build: ${OF_SESSION}`);
  if (!html.includes(TAG)) throw new Error(`index.html has no ${TAG}, which would name the files of a session`);
  return html.replace(TAG, `$& data-session="${files.map((file) => `/${file}`).join(" ")}"`);
}

export function nameSessionFiles(): Plugin {
  return {
    name: "name-session-files",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle, path: page }) =>
        page === "/index.html"
          ? addSessionFiles(
              html,
              Object.values(bundle ?? {}).filter((file) => file.type === "chunk"),
            )
          : html,
    },
  };
}
