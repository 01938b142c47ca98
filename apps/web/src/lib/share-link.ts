export type LinkToShare = { title: string; text?: string; url: string };

/** @throws If the browser does not let the page write to the clipboard. */
export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text);

/**
 * Offers a link to the apps of the device. A browser that cannot do that copies it instead.
 *
 * @throws If the link could be neither shared nor copied.
 */
export async function shareLink(link: LinkToShare): Promise<"shared" | "copied" | "cancelled"> {
  if (!navigator.share) {
    await copyText([link.text, link.url].filter(Boolean).join(" "));
    return "copied";
  }
  try {
    await navigator.share(link);
    return "shared";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    await copyText(link.url);
    return "copied";
  }
}
