import { Readable } from "node:stream";
import type { Media } from "@repasa/contract/media.ts";
import type { Context } from "#context.ts";
import { mediaExtensions, readMediaFile } from "#features/media/media.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Entry } from "./exports.archive.ts";
import type { MediaEntry } from "./exports.queries.ts";

/** Formats the name of a media file in archives that name them by id. */
export function formatMediaFileName({ id, contentType }: MediaEntry): string {
  return `${id}.${mediaExtensions[contentType as Media["contentType"]]}`;
}

/** Creates a zip entry for each media file. The file is read from the database when the entry is opened. */
export function createMediaEntries(
  { db }: Pick<Context, "db">,
  owner: OwnerId,
  media: readonly MediaEntry[],
  getName: (entry: MediaEntry, place: number) => string,
): Entry[] {
  return media.map((entry, place) => ({
    name: getName(entry, place),
    compress: false,
    // The file is empty if it was deleted meanwhile.
    open: async () => Readable.from([(await readMediaFile(db, owner, entry.id)) ?? Buffer.alloc(0)]),
  }));
}
