import { useSyncExternalStore } from "react";

/** Not a part of the platform's types, because only Chromium has it. */
export interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface Window {
    /** Written by public/early.js, because the browser may dispatch the event before the app has loaded. */
    installPrompt?: InstallPrompt | undefined;
  }
  interface Navigator {
    /** On iOS alone: whether the app was opened from the home screen. */
    readonly standalone?: boolean;
  }
}

/** `prompt`: the browser asks and installs. `guide`: only the student can, in the browser's own menu. */
export type InstallWay = "prompt" | "guide" | null;

/** Returns how the app can be installed; null if it is installed already, or cannot be. */
function findInstallWay(): InstallWay {
  if (navigator.standalone === true || window.matchMedia("(display-mode: standalone)").matches) return null;
  if (window.installPrompt) return "prompt";
  return navigator.standalone === false ? "guide" : null;
}

const listeners = new Set<() => void>();

function report(): void {
  for (const listener of listeners) listener();
}

function forgetPrompt(): void {
  window.installPrompt = undefined;
  report();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // Dispatched again by the browser after a refusal.
    window.addEventListener("beforeinstallprompt", report);
    window.addEventListener("appinstalled", forgetPrompt);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("beforeinstallprompt", report);
    window.removeEventListener("appinstalled", forgetPrompt);
  };
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribe, findInstallWay);
}

/** Lets the browser ask. It does so once for each event that it has dispatched. */
export async function askToInstall(): Promise<void> {
  const prompt = window.installPrompt;
  forgetPrompt();
  await prompt?.prompt();
}
