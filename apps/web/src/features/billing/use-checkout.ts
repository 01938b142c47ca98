import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { prepareCheckout } from "#features/billing/billing.checkout.ts";
import { beginDeparture } from "#features/billing/billing.departure.ts";
import { rememberReturnPath } from "#features/billing/billing.return-path.ts";
import { useShownAgain } from "#features/billing/use-shown-again.ts";
import { useUser } from "#features/session/use-session.ts";
import { announce } from "#ui/announcer.tsx";

type CheckoutPhase = "idle" | "verifying" | "preparing" | "to-login";

export const checkoutLabels: Record<CheckoutPhase, string> = {
  idle: "Empezar ahora",
  verifying: "Verificando...",
  preparing: "Preparando checkout...",
  "to-login": "Empezar ahora",
};

/** `blockedUrl` is the target of a link that must be shown because the browser has blocked the new tab. */
export function useCheckout() {
  const queryClient = useQueryClient();
  const { mobile } = useUser();
  const [phase, setPhase] = useState<CheckoutPhase>("idle");
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useShownAgain(() => setPhase("idle"));
  useEffect(() => () => running.current?.abort(), []);

  const enter = (next: CheckoutPhase) => {
    setPhase(next);
    announce(checkoutLabels[next]);
  };

  const start = async () => {
    if (phase !== "idle") return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    rememberReturnPath();
    const departure = beginDeparture({ mayOpenTab: mobile === false });
    setBlockedUrl(null);
    enter("verifying");
    const result = await prepareCheckout({ queryClient, signal, onVerified: () => enter("preparing") });
    if (signal.aborted || typeof result === "string") {
      departure.cancel();
      if (!signal.aborted) setPhase(result === "to-login" ? "to-login" : "idle");
      return;
    }
    setBlockedUrl(departure.go(result.url));
    if (!departure.leavesPage) setPhase("idle");
  };

  return { phase, blockedUrl, start: () => void start() };
}
