import type { Backlog } from "@repasa/contract/pace.ts";
import { useState } from "react";
import { useToday } from "#features/preferences/use-today.ts";

const DECLINED_KEY = "catchUpDeclined";

/** An offer to catch up by a plan, and what a student does who wants to study everything today. */
export type PlanOffer = { backlog: Backlog; decline: () => void };

/** Returns the offer of a plan to catch up; null if there is none, or on a day on which the student has declined it. */
export function usePlanOffer(backlog: Backlog | null | undefined): PlanOffer | null {
  const today = useToday();
  const [declined, setDeclined] = useState(readDateDeclined);
  if (!backlog?.offered || declined === today) return null;
  return {
    backlog,
    decline: () => {
      storeDateDeclined(today);
      setDeclined(today);
    },
  };
}

function readDateDeclined(): string | null {
  try {
    return localStorage.getItem(DECLINED_KEY);
  } catch {
    return null;
  }
}

function storeDateDeclined(today: string): void {
  try {
    localStorage.setItem(DECLINED_KEY, today);
  } catch {}
}
