/** Files outside of /assets/ that the shell needs. Large pictures for installing are fetched when a browser wants them. */
export const OWN_FILES: readonly string[] = [
  "/early.js",
  "/favicon.svg",
  "/icon-192.png",
  "/manifest.webmanifest",
  "/picture.js",
];
