import type { accountEndpoints } from "@repasa/contract/account.ts";
import type { CallInput } from "@repasa/contract/endpoint.ts";

type TrackAccess = typeof accountEndpoints.trackAccess;

// Only types are imported from the contract, because the landing page must not load zod.
const TRACK_ACCESS: TrackAccess["path"] = "/api/track-access";
const ANONYMOUS: CallInput<TrackAccess>["body"] = { email: "anonymous@repasa.example", mobile: false };

export async function trackVisit(): Promise<void> {
  try {
    const response = await fetch(TRACK_ACCESS, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(ANONYMOUS),
      credentials: "same-origin",
      keepalive: true,
    });
    if (!response.ok) throw new Error(`${response.status}`);
  } catch (error) {
    console.error("Access tracking failed", error);
  }
}
