// The room's only door: which format a file has, by what is in it, and what it holds.
import { mkdtemp, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Material, type MaterialOptions, type MaterialSource, UnreadableFile } from "../imports.material.ts";
import { COLLECTIONS, openBareCollection, openPackage } from "./reading.anki.ts";
import { looksLikeJson, openRepasa } from "./reading.repasa.ts";
import { openSheet } from "./reading.sheet.ts";
import { decoded, officeRefusal, refusalOf } from "./reading.text.ts";
import { type Archive, openArchive } from "./reading.zip.ts";

type FileSource = { readonly path: string; readonly fileName: string | null };

/** @throws UnreadableFile where there is nothing to read; nothing is left on disk then. */
export async function openMaterial(source: MaterialSource, options: MaterialOptions): Promise<Material> {
  const tempFolder = await mkdtemp(path.join(options.tempFolder, "material-"));
  const remove = () => rm(tempFolder, { recursive: true, force: true });
  try {
    const inFolder = { ...options, tempFolder };
    const material = "text" in source ? openText(source.text, true, inFolder) : await openFile(source, inFolder);
    return {
      ...material,
      close: async () => {
        await material.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function openText(text: string, isList: boolean, options: MaterialOptions): Material {
  if (text.trim() === "") throw new UnreadableFile("empty", "No hay texto que importar.");
  return openSheet(text.replaceAll("\0", ""), isList, options);
}

/** In bytes: a table is held in memory while it is read. */
const LARGEST_TABLE = 16 * 1024 * 1024;
const HEAD_BYTES = 4100;

async function openFile(source: FileSource, options: MaterialOptions): Promise<Material> {
  const head = await headOf(source.path);
  if (head.length === 0) throw new UnreadableFile("empty", "El archivo está vacío.");
  if (head.toString("latin1", 0, 16) === "SQLite format 3\0") return openBareCollection(source.path, options);
  if (head.toString("latin1", 0, 2) === "PK") return openZip(source, options);
  if (looksLikeJson(head.toString("utf8"))) return openRepasa(source.path, null, options);
  const refusal = await refusalOf(head);
  if (refusal) throw refusal;
  return openTable(source, options);
}

async function openTable({ path: file, fileName }: FileSource, options: MaterialOptions): Promise<Material> {
  if ((await stat(file)).size > LARGEST_TABLE) {
    throw new UnreadableFile("too_large", "La tabla pesa más de 16 MB. Divídela en varios archivos.");
  }
  const text = decoded(await readFile(file));
  return openText(text, !/\.csv$/i.test(fileName ?? ""), options);
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const OURS = "repasa.json";
/** In bytes, on disk. */
const LARGEST_JSON = 1024 ** 3;

async function openZip(source: FileSource, options: MaterialOptions): Promise<Material> {
  const archive = await openArchive(source.path);
  try {
    return await openEntries(archive, source, options);
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function openEntries(archive: Archive, { fileName }: FileSource, options: MaterialOptions): Promise<Material> {
  const { names } = archive;
  if (names.has(OURS)) {
    const file = path.join(options.tempFolder, "json");
    await archive.extract(OURS, file, LARGEST_JSON);
    return openRepasa(file, archive, options);
  }
  if (COLLECTIONS.some((name) => names.has(name))) {
    return openPackage(archive, /\.colpkg$/i.test(fileName ?? "") ? "colpkg" : "apkg", options);
  }
  if (names.has("[Content_Types].xml") || names.has("content.xml")) throw officeRefusal();
  throw new UnreadableFile(
    "unknown_format",
    "El archivo comprimido no contiene un mazo de Anki. Descomprímelo e importa lo que hay dentro.",
  );
}
