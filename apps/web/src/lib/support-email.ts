const PLACEHOLDER = "%SUPPORT_EMAIL%";

/** The server writes the address into the page, so that it needs no request. */
export function supportEmail(): string {
  // Prerendered pages keep the placeholder.
  if (typeof document === "undefined") return PLACEHOLDER;
  return document.querySelector<HTMLMetaElement>("meta[name='support-email']")?.content ?? "";
}
