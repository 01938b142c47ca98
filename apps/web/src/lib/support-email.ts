/** Stands in the built pages where the server puts the address that it is configured with. */
const PLACEHOLDER = "%SUPPORT_EMAIL%";

/** The address of the support team: the page carries it, so that no call is needed. */
export function supportEmail(): string {
  // While the pages are prerendered there is no document, and the placeholder goes into them.
  if (typeof document === "undefined") return PLACEHOLDER;
  return document.querySelector<HTMLMetaElement>("meta[name='support-email']")?.content ?? "";
}
