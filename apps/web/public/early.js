// Before the first paint: see theme.ts and installation.prompt.ts.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]"))
      meta.media = meta.media.includes(theme) ? "all" : "not all";
  }
} catch {}
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.installPrompt = event;
});
