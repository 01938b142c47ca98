const KEY = "wayBackFromPayment";

/** Remembers where somebody was who leaves for the payment page. */
export function rememberWayBack(): void {
  const { pathname, search } = window.location;
  // The pages that one comes back to are no place to come back to.
  if (pathname.startsWith("/premium/")) return;
  try {
    sessionStorage.setItem(KEY, pathname + search);
  } catch {
    // Then the way back is the home.
  }
}

/** Where they were; null when that is not known. */
export function wayBack(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    return path?.startsWith("/") ? path : null;
  } catch {
    return null;
  }
}
