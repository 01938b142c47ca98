// Runs before the first paint of every page.
try {
  // The page never flashes in the wrong theme; see src/lib/theme.ts.
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    const [light, dark] = document.querySelectorAll("meta[name=theme-color]");
    light.media = theme === "light" ? "all" : "not all";
    dark.media = theme === "dark" ? "all" : "not all";
  }
} catch {}
// The browser offers to install the app before the app has loaded; see src/features/installation/installation.prompt.ts.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.installPrompt = event;
});
