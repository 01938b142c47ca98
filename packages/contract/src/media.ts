import * as z from "zod/mini";
import type { CardFormat } from "#cards.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { count } from "#fields.ts";

/** A media file's id: the sha256 of its stored bytes, in hex. Anything else becomes "", which no file has. */
export const mediaId = z.pipe(
  z.string(),
  z.transform((text) => (/^[\da-f]{64}$/.test(text) ? text : "")),
);

export const MEDIA_TYPES = [
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/mp4",
] as const;

/** An image or a sound in an account. */
const media = z.object({
  id: z.string(),
  contentType: z.enum(MEDIA_TYPES),
  bytes: count,
  /** The width in pixels; only for images. */
  width: z.optional(count),
  height: z.optional(count),
});
export type Media = z.output<typeof media>;

export const mediaEndpoints = {
  add: defineEndpoint("POST /api/media", {
    summary:
      "Stores an image or a sound of at most 5 MB; the same bytes again get the same id. 50 MB in all until the address is confirmed",
    changes: [],
    writeBudget: "study",
    status: 201,
    upload: "raw",
    response: media,
    errors: ["validation_failed", "limit_reached", "conflict"],
  }),
  read: defineEndpoint("GET /api/media/{mediaId}", {
    summary: "Returns an image or a sound of the user's, or a range of its bytes",
    reads: ["cards"],
    params: z.object({ mediaId }),
    download: true,
    errors: ["not_found"],
  }),
};

/** Matches a reference to a media file in a Markdown text: `![alt](media:SHA256)`. */
const MEDIA_LINK = /media:([\da-f]{64})(?![\da-f])/g;

/** Returns the ids of the media files that a Markdown text refers to, each once, in order of occurrence. */
export function listMediaIds(text: string): string[] {
  return [...new Set([...text.matchAll(MEDIA_LINK)].map(([, id]) => id as string))];
}

/** Returns the ids of the media files that a card's texts refer to, each once. A plain text refers to none. */
export function listMediaIdsOfCard({
  front,
  back,
  format,
}: {
  front: string;
  back: string;
  format: CardFormat;
}): string[] {
  return format === "markdown" ? listMediaIds(`${front}\n${back}`) : [];
}
