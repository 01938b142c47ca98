import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { prepareCheckout } from "#features/billing/billing.checkout.ts";
import { useUser } from "#lib/session.ts";
import { announce } from "#ui/announcer.tsx";

export type CheckoutPhase = "idle" | "verifying" | "preparing" | "leaving";

/** What the button says meanwhile. */
export const checkoutLabels: Record<CheckoutPhase, string> = {
  idle: "Empezar ahora",
  verifying: "Verificando...",
  preparing: "Preparando checkout...",
  leaving: "Empezar ahora",
};

/** The way to the payment page. `blockedUrl` is where a link must lead when the browser let no new tab open. */
export function useCheckout() {
  const queryClient = useQueryClient();
  const { mobile } = useUser();
  const [phase, setPhase] = useState<CheckoutPhase>("idle");
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    // Back from the payment page the browser may show this page as it was left.
    const comeBack = (event: PageTransitionEvent) => event.persisted && setPhase("idle");
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.removeEventListener("pageshow", comeBack);
      running.current?.abort();
    };
  }, []);

  const enter = (next: CheckoutPhase) => {
    setPhase(next);
    announce(checkoutLabels[next]);
  };

  const start = async () => {
    if (phase !== "idle") return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    // A frame cannot show the payment page, and browsers open a tab only while the click is being handled.
    const framed = window.parent !== window;
    const tab = framed && mobile === false ? window.open("about:blank", "_blank") : null;
    setBlockedUrl(null);
    enter("verifying");
    const result = await prepareCheckout({ queryClient, signal, onVerified: () => enter("preparing") });
    if (signal.aborted || typeof result === "string") {
      tab?.close();
      if (!signal.aborted) setPhase(result === "leaving" ? "leaving" : "idle");
      return;
    }
    if (!framed) {
      window.location.assign(result.url);
      return;
    }
    if (tab) {
      tab.opener = null;
      tab.location.href = result.url;
    } else setBlockedUrl(result.url);
    setPhase("idle");
  };

  return { phase, blockedUrl, start: () => void start() };
}
