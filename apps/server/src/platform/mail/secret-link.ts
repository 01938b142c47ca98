/**
 * Returns the address of a page with a secret for it. The secret stands behind `#`, because browsers send that part to
 * no server: neither a proxy's log nor a Referer header contains it, and the page sends it in the body of a call.
 *
 * @param appUrl The configured address, because a request's Host header could name somebody else's site.
 */
export function buildSecretLink(path: string, appUrl: string, secret: string): string {
  const link = new URL(path, appUrl);
  link.hash = new URLSearchParams({ token: secret }).toString();
  return link.href;
}
