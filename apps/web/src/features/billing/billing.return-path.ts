const KEY = "returnPath";

export function rememberReturnPath(): void {
  const { pathname, search } = window.location;
  // Those are the pages that the payment itself leads back to.
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
