const KEY = "returnPath";

export function rememberReturnPath(): void {
  const { pathname, search } = window.location;
  // The payment itself returns to these pages.
  if (pathname.startsWith("/premium/")) return;
  try {
    sessionStorage.setItem(KEY, pathname + search);
  } catch {}
}

export function returnPath(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    return path?.startsWith("/") ? path : null;
  } catch {
    return null;
  }
}
