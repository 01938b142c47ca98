import type { accountEndpoints } from "@repasa/contract/account.ts";
import type { CallInput } from "@repasa/contract/endpoint.ts";

type TrackAccess = typeof accountEndpoints.trackAccess;

// Only the types of the contract come along: the page for visitors must not load its parsers.
const TRACK_ACCESS: TrackAccess["path"] = "/api/track-access";
/** Stands for a visitor without an account, whose e-mail is not known. */
const ANONYMOUS: CallInput<TrackAccess>["body"] = { email: "anonymous@repasa.example", mobile: false };

/** Counts a visitor who begins. The page may be left meanwhile, and a failure is only logged. */
export async function trackBeginning(): Promise<void> {
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
