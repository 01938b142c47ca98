// Decides to which addresses the server sends pushes. Browsers name these addresses, so without this rule anybody with an account
// could make the server call any host.

/** An index of PostgreSQL holds at most 2,704 bytes. The push services use 200 to 600. */
export const MAX_ENDPOINT_LENGTH = 2000;

/** The hosts of Google's, Mozilla's, Apple's and Microsoft's push services. */
const KNOWN_HOSTS = [
  /^(?:fcm|android)\.googleapis\.com$/,
  /^(?:[a-z0-9-]+\.)+push\.services\.mozilla\.com$/,
  /^(?:[a-z0-9-]+\.)+push\.apple\.com$/,
  /^(?:[a-z0-9-]+\.)+notify\.windows\.com$/,
];

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns an endpoint's address if the server may send to it; null otherwise.
 *
 * - Only the exact form that browsers report is accepted. Every other spelling of an address (upper case, a default port, credentials,
 *   a dot at the end, white space, international letters) is refused rather than interpreted.
 * - Without `origins`, which an operator has listed, only https at its usual port of a known service is accepted.
 */
export function parseEndpoint(text: string, origins: ReadonlySet<string>): URL | null {
  const url = text.length <= MAX_ENDPOINT_LENGTH ? URL.parse(text) : null;
  if (url === null || url.href !== text || url.username !== "" || url.password !== "" || text.includes("#"))
    return null;
  if (origins.has(url.origin)) return url;
  const isKnown = KNOWN_HOSTS.some((host) => host.test(url.hostname));
  return url.protocol === "https:" && url.port === "" && isKnown ? url : null;
}

/** Returns whether a text is a whole origin to which pushes may be sent: https, or plain http to this machine alone. */
export function isPushOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text || !/^(?:[a-z0-9-]+\.)*[a-z0-9-]+$|^\[[\da-f:]+\]$/.test(url.hostname))
    return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
}
