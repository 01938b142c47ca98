const PLACEHOLDER = "%SUPPORT_EMAIL%";

/** Reads the address that the server has written into the page, so that no request is needed. */
export function supportEmail(): string {
  // Prerendered pages contain the placeholder, which the server replaces.
  if (typeof document === "undefined") return PLACEHOLDER;
  return document.querySelector<HTMLMetaElement>("meta[name='support-email']")?.content ?? "";
}
