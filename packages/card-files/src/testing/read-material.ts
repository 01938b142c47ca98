import { writeFile } from "node:fs/promises";
import path from "node:path";
import { openCardFile } from "#open-card-file.ts";

/**
 * Reads all contents of a file, which is the only file of the folder before and after.
 *
 * @param now In milliseconds since 1970.
 */
export async function readMaterial(folder: string, data: Uint8Array | string, fileName: string, now: number) {
  const file = path.join(folder, "file");
  await writeFile(file, data);
  const material = await openCardFile({ path: file, fileName }, { tempFolder: folder, now, timeZone: "UTC" });
  try {
    const cards = [...material.cards()];
    const media = await Array.fromAsync(material.media());
    return { format: material.format, cards, media, losses: material.losses() };
  } finally {
    await material.close();
  }
}
