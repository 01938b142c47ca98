/** Sets the cookie that names the account whose session the browser has, as the server's responses do, or removes it. */
export function setAccountCookie(value: string | null): void {
  // biome-ignore lint/suspicious/noDocumentCookie: there is no CookieStore in these tests
  document.cookie = value === null ? "repasa-account=; Max-Age=0" : `repasa-account=${value}`;
}
