import { createHash } from "node:crypto";
import type { Media } from "@repasa/contract/media.ts";
import { inspectMedia } from "./inspect-media.ts";
import { stripMetadata } from "./metadata/strip-metadata.ts";

/** A file that a card may name: its type and size as its bytes state them, and the SHA-256 of its bytes as its id. */
export type MediaFile = Media & { readonly data: Uint8Array };

/** Returns a file as it is stored: without metadata, and with an id computed from the rest. Null if the file is not accepted. */
export async function prepareMedia(upload: Uint8Array): Promise<MediaFile | null> {
  const data = stripMetadata(upload);
  const found = await inspectMedia(data);
  return found && { id: computeMediaId(data), bytes: data.length, ...found, data };
}

export function computeMediaId(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
