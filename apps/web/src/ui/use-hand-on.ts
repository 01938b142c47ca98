import { useEffect, useState } from "react";
import { copyText, type LinkToShare, shareLink } from "#lib/share-link.ts";

/** In milliseconds. */
const COPIED_FOR = 2500;

/** A link; `copied` is the text to copy, if that is not the address. */
export type HandedOn = LinkToShare & { copied?: string };

/** Shares or copies a link, and says for a moment that it was copied. */
export function useHandOn({ copied, ...link }: HandedOn) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (outcome !== "copied") return;
    const timer = setTimeout(() => setOutcome(null), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);
  const run = async (work: () => Promise<unknown>) => {
    setOutcome(null);
    try {
      setOutcome((await work()) === "copied" ? "copied" : null);
    } catch {
      setOutcome("failed");
    }
  };
  return {
    isCopied: outcome === "copied",
    hasFailed: outcome === "failed",
    share: () => void run(() => shareLink(link)),
    copy: () => void run(() => copyText(copied ?? link.url).then(() => "copied")),
  };
}
