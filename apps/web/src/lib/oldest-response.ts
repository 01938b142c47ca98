import type { ClientEndpoint } from "@repasa/contract/client.ts";
import { findLocalResponses } from "#lib/local-responses.ts";
import type { AnyInput } from "#lib/server-calls.ts";

/** Returns the time of the oldest of the server's last responses to these calls; undefined unless the copy has all of them. */
export async function findOldestResponse(
  calls: readonly (readonly [ClientEndpoint, AnyInput])[],
): Promise<number | undefined> {
  try {
    const copy = await findLocalResponses();
    const times = await Promise.all(calls.map(([endpoint, input]) => copy?.respondedAt(endpoint, input)));
    const known = times.filter((time) => time !== undefined);
    return known.length > 0 && known.length === times.length ? Math.min(...known) : undefined;
  } catch {
    return undefined;
  }
}
