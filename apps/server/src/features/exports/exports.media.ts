import { Readable } from "node:stream";
import type { Media } from "@repasa/contract/media.ts";
import type { Context } from "#context.ts";
import { mediaExtensions, readMediaFile } from "#features/media/media.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Entry } from "./exports.archive.ts";
import type { MediaEntry } from "./exports.queries.ts";

/** What a file is called where it has a name of its own. */
export function mediaFileName({ id, contentType }: MediaEntry): string {
  return `${id}.${mediaExtensions[contentType as Media["contentType"]]}`;
}

/** Media files as entries of a zip, each read from the database when its turn has come. */
export function mediaEntries(
  { db }: Pick<Context, "db">,
  owner: OwnerId,
  media: readonly MediaEntry[],
  nameOf: (entry: MediaEntry, place: number) => string,
): Entry[] {
  return media.map((entry, place) => ({
    name: nameOf(entry, place),
    compress: false,
    // One that is gone meanwhile is empty.
    open: async () => Readable.from([(await readMediaFile(db, owner, entry.id)) ?? Buffer.alloc(0)]),
  }));
}
