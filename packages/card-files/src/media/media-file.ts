import { createHash } from "node:crypto";
import type { Media } from "@repasa/contract/media.ts";
import { inspectMedia } from "./inspect-media.ts";
import { stripMetadata } from "./metadata/strip-metadata.ts";

/** A file that a card may name. Type and size are read from its bytes, and its id is their SHA-256. */
export type MediaFile = Media & { readonly data: Uint8Array };

/** Returns a file as it is stored: without metadata, and with an id computed from the rest. Null if the file is not accepted. */
export async function prepareMedia(upload: Uint8Array): Promise<MediaFile | null> {
  const data = stripMetadata(upload);
  const found = await inspectMedia(data);
  return found && { id: computeMediaId(data), bytes: data.length, ...found, data };
}

/** Returns the SHA-256 of the bytes, in hex: 64 characters. */
export function computeMediaId(data: Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
