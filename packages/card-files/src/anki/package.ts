import { copyFile } from "node:fs/promises";
import path from "node:path";
import type { ImportFormat } from "@repasa/contract/imports.ts";
import type { Archive } from "#archives/archive.ts";
import { LossCounter } from "#losses.ts";
import type { Material, MaterialOptions } from "#material.ts";
import { type MediaFiles, NO_MEDIA, openMedia } from "#media/archived-media.ts";
import { openEmbeddedMedia } from "#media/embedded-media.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { readCollectionCards } from "./cards.ts";
import { isMnemosyne, openCollection } from "./collection.ts";

/** The newest format first. If it exists, the older files only contain a notice to update Anki. */
export const COLLECTIONS = ["collection.anki21b", "collection.anki21", "collection.anki2"];
/**
 * In bytes, on disk. The texts of 100,000 notes with their log take a tenth of it. Limited because several imports share a disk.
 */
const MAX_COLLECTION_BYTES = 1024 ** 3;

/** @param archive The archive, which is closed with the material. */
export async function openPackage(archive: Archive, format: ImportFormat, options: MaterialOptions): Promise<Material> {
  const name = COLLECTIONS.find((one) => archive.names.has(one)) as string;
  const file = path.join(options.tempFolder, "collection");
  await archive.extract(name, file, MAX_COLLECTION_BYTES);
  const media = await openMedia(archive);
  return openDatabase(file, format, { media, close: () => archive.close() }, options);
}

/**
 * Opens a collection that is not in an archive: the file in Anki's own folder, of which it makes a copy.
 *
 * @throws UnreadableFile `mnemosyneFile` for a file of Mnemosyne, `damaged` if it cannot be read.
 */
export async function openCollectionFile(file: string, options: MaterialOptions): Promise<Material> {
  const copy = path.join(options.tempFolder, "collection");
  await copyFile(file, copy);
  if (isMnemosyne(copy)) throw new UnreadableFile("mnemosyneFile");
  return openDatabase(copy, "colpkg", { media: NO_MEDIA, close: () => {} }, options);
}

type MediaSource = { readonly media: MediaFiles; readonly close: () => void };

function openDatabase(file: string, format: ImportFormat, source: MediaSource, options: MaterialOptions): Material {
  const collection = openCollection(file);
  const losses = new LossCounter();
  const media = openEmbeddedMedia(options.tempFolder, source.media);
  return {
    format,
    table: null,
    *cards() {
      losses.clear();
      media.reset();
      yield* readCollectionCards(collection, { ...options, losses, media });
    },
    losses: () => losses.list(),
    media: () => media.readFound(),
    close: async () => {
      collection.close();
      source.close();
    },
  };
}
