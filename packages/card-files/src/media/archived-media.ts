// Finds the images and sounds of a package by name, and determines their types.

import { PbfReader } from "pbf";
import type { Archive } from "#archives/archive.ts";
import type { LossKey } from "#losses.ts";
import type { MaterialMedia } from "#material.ts";
import { UnreadableFile } from "#unreadable-file.ts";
import { type MediaFile, prepareMedia } from "./media-file.ts";
import { stripMetadata } from "./metadata/strip-metadata.ts";

/** The size of the largest file that is accepted, in bytes. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;
const MAX_MAP_BYTES = 32 * 1024 * 1024;

type KnownFile = Omit<MediaFile, "data"> & { readonly entry: string };

export interface MediaFiles {
  find(name: string): { readonly id: string } | { readonly loss: LossKey };
  /** Forgets which files were found. */
  reset(): void;
  /** Yields the files that were found, each once. */
  readFound(): AsyncIterable<MaterialMedia>;
}

/** The media of a file that has none: whatever a text names is a loss. */
export const NO_MEDIA: MediaFiles = {
  find: (name) => ({ loss: name.startsWith("data:") ? "unsupportedDataUrls" : "missingMedia" }),
  reset: () => {},
  async *readFound() {},
};

/**
 * Reads every file once to compute its id, with one file in memory at a time: texts refer to files by name, cards by id.
 *
 * @param entries The names in texts, each with its name in the archive; by default those that an Anki package lists.
 */
export async function openMedia(archive: Archive, entries?: ReadonlyMap<string, string>): Promise<MediaFiles> {
  const known = new Map<string, KnownFile | LossKey>();
  for (const [name, entry] of entries ?? (await readEntryNames(archive))) {
    if (archive.names.has(entry)) known.set(normalizeName(name), await inspectEntry(archive, entry));
  }
  const wanted = new Map<string, KnownFile>();
  return {
    find: (name) => {
      const file = listSpellings(name)
        .map((variant) => known.get(variant))
        .find((one) => one !== undefined);
      if (file === undefined || typeof file === "string") return { loss: file ?? "missingMedia" };
      wanted.set(file.id, file);
      return { id: file.id };
    },
    reset: () => wanted.clear(),
    async *readFound() {
      for (const { entry, ...described } of wanted.values()) {
        const data = await archive.read(entry, MAX_FILE_BYTES);
        if (data) yield { ...described, data: stripMetadata(data) };
      }
    },
  };
}

/** Lists spellings of a name: systems write accents as one or two characters, and pages write spaces as `%20`. */
function listSpellings(name: string): string[] {
  const variants = [normalizeName(name)];
  if (name.includes("%")) {
    try {
      variants.push(normalizeName(decodeURIComponent(name)));
    } catch {
      // The percent sign is part of the name.
    }
  }
  return variants;
}

function normalizeName(name: string): string {
  return name.trim().normalize("NFC");
}

async function inspectEntry(archive: Archive, entry: string): Promise<KnownFile | LossKey> {
  const data = await archive.read(entry, MAX_FILE_BYTES).catch(() => undefined);
  if (data === undefined) return "unsupportedMedia";
  if (data === null) return "largeMedia";
  const file = await prepareMedia(data);
  if (!file) return "unsupportedMedia";
  const { data: _, ...described } = file;
  return { ...described, entry };
}

/** Returns the names in texts with the names in the archive, which are numbers. */
async function readEntryNames(archive: Archive): Promise<Map<string, string>> {
  if (!archive.names.has("media")) return new Map();
  const map = await archive.read("media", MAX_MAP_BYTES);
  if (map === null) throw new UnreadableFile("damaged");
  try {
    return map.toString("utf8", 0, 100).trimStart().startsWith("{") ? parseJsonNames(map) : parseProtobufNames(map);
  } catch {
    throw new UnreadableFile("damaged");
  }
}

function parseJsonNames(map: Buffer): Map<string, string> {
  const json = JSON.parse(map.toString("utf8")) as Record<string, unknown>;
  return new Map(Object.entries(json).flatMap(([entry, name]) => (typeof name === "string" ? [[name, entry]] : [])));
}

/** `MediaEntries` of Anki's import_export.proto: the place in the list is the name in the archive. */
function parseProtobufNames(map: Buffer): Map<string, string> {
  const names = new Map<string, string>();
  let place = 0;
  new PbfReader(map).readFields((tag, _result, pbf) => {
    if (tag !== 1) return;
    const end = pbf.readVarint() + pbf.pos;
    let name = "";
    let entry = place++;
    pbf.readFields(
      (inner) => {
        if (inner === 1) name = pbf.readString();
        else if (inner === 255) entry = pbf.readVarint();
      },
      null,
      end,
    );
    names.set(name, String(entry));
  }, null);
  return names;
}
