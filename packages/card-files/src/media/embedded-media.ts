// Extracts images and sounds that a field contains as `data:` URLs. They are stored on disk and replaced by short names.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { LossKey } from "#losses.ts";
import type { MaterialMedia } from "#material.ts";
import { MAX_FILE_BYTES, type MediaFiles } from "./archived-media.ts";
import { hasImageHeader, inspectMedia } from "./inspect-media.ts";
import { computeMediaId } from "./media-file.ts";
import { stripMetadata } from "./metadata/strip-metadata.ts";

export interface EmbeddedMedia extends MediaFiles {
  /** Returns the HTML with names instead of the `data:` URLs. `find` accepts these names. */
  extract(html: string): string;
}

const SOURCE = /\bsrc\s*=\s*(?:"\s*(data:[^"]*)"|'\s*(data:[^']*)')/gi;
const BASE64 = /^data:(?:image|audio)\/[\w.+-]{1,50}(?:;[\w=.-]{1,50})*;base64,/i;
const NAME = "embedded:";

/** @param folder The folder that stores the files until the material is closed. */
export function openEmbeddedMedia(folder: string, archived: MediaFiles): EmbeddedMedia {
  const known = new Set<string>();
  const wanted = new Set<string>();
  const fileOf = (id: string) => path.join(folder, `embedded-${id}`);

  const nameOf = (address: string): string => {
    const found = decodeDataUrl(address);
    if (typeof found === "string") return `${NAME}${found}`;
    const id = computeMediaId(found);
    if (!known.has(id)) writeFileSync(fileOf(id), found);
    known.add(id);
    return `${NAME}${id}`;
  };

  return {
    extract: (html) =>
      html.includes("data:")
        ? html.replace(SOURCE, (_all, double?: string, single?: string) => `src="${nameOf(double ?? single ?? "")}"`)
        : html,
    find: (name) => {
      const id = name.startsWith(NAME) ? name.slice(NAME.length) : null;
      if (id === null) return name.startsWith("data:") ? { loss: "unsupportedDataUrls" } : archived.find(name);
      if (!known.has(id)) return { loss: id === "largeMedia" ? id : "unsupportedDataUrls" };
      wanted.add(id);
      return { id };
    },
    reset: () => {
      wanted.clear();
      archived.reset();
    },
    async *readFound() {
      const yielded = new Set<string>();
      for await (const media of archived.readFound()) {
        yielded.add(media.id);
        yield media;
      }
      for (const id of wanted) if (!yielded.has(id)) yield* readFromDisk(fileOf(id), id);
    },
  };
}

async function* readFromDisk(file: string, id: string): AsyncIterable<MaterialMedia> {
  const data = readFileSync(file);
  const found = await inspectMedia(data);
  if (found) yield { ...found, id, data };
}

/** Decodes a `data:` URL. The check for an image is synchronous, because cards are read synchronously. */
function decodeDataUrl(address: string): Buffer | LossKey {
  const [head] = BASE64.exec(address) ?? [];
  if (head === undefined) return "unsupportedDataUrls";
  if (address.length - head.length > (MAX_FILE_BYTES * 4) / 3 + 4) return "largeMedia";
  const encoded = address
    .slice(head.length)
    .replace(/%([\da-f]{2})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const data = stripMetadata(Buffer.from(encoded, "base64"));
  return hasImageHeader(data) ? data : "unsupportedDataUrls";
}
