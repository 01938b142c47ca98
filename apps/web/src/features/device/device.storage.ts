/** Returns undefined if the browser forbids session storage: even accessing the property then throws. */
export function getTabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
