// Before the first paint: see theme.ts, installation.prompt.ts and vite.config.ts.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]"))
      meta.media = meta.media.includes(theme) ? "all" : "not all";
  }
} catch {}
// If the app begins with a session, and a worker has its files, these load beside the app's first file instead of after it has run.
{
  const { session } = document.currentScript.dataset;
  if (session && /^\/study(\/|$)/.test(location.pathname) && navigator.serviceWorker?.controller) {
    for (const href of session.split(" ")) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }
}
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.installPrompt = event;
});
