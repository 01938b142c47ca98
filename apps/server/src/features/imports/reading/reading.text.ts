// Bytes as text, and what they are when they are none.
import { fileTypeFromBuffer } from "file-type";
import { UnreadableFile } from "../imports.material.ts";

/** By the mark at its beginning, or else as the encoding that it is written in without mistakes. */
export function decoded(data: Uint8Array): string {
  const encoding = encodingOf(data);
  return new TextDecoder(encoding).decode(data);
}

function encodingOf(data: Uint8Array): string {
  if (data[0] === 0xff && data[1] === 0xfe) return "utf-16le";
  if (data[0] === 0xfe && data[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(data);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** What a file is that is neither text nor of a format of ours, in a sentence that says what to do; null for text. */
export async function refusalOf(head: Uint8Array): Promise<UnreadableFile | null> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const { ext = "", mime = "" } = found ?? {};
  if (/^application\/(?:vnd\.openxml|vnd\.oasis|x-cfb)/.test(mime)) return officeRefusal();
  if (ext === "pdf") return notText("Es un PDF. Copia el texto y pégalo, o guárdalo como CSV.");
  if (mime.startsWith("image/") || isSvg(head)) {
    return notText("Es una imagen. Aquí se importan mazos de Anki, tablas CSV y texto.");
  }
  if (/^(?:audio|video)\//.test(mime)) {
    return notText("Es un audio o un vídeo. Aquí se importan mazos de Anki, tablas CSV y texto.");
  }
  if (!found && isText(head) && !isPage(head)) return null;
  return notText("No se reconoce el archivo. Aquí se importan mazos de Anki (.apkg), tablas CSV y texto.");
}

const beginning = (head: Uint8Array) => Buffer.from(head.subarray(0, 1000)).toString("latin1").trimStart();

function isSvg(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?</.test(beginning(head)) && /<svg[\s>]/i.test(beginning(head));
}

function isPage(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?(?:<!doctype html|<html|<\?xml)\b/i.test(beginning(head));
}

export function officeRefusal(): UnreadableFile {
  return notText("Es un documento de Office. Guarda la hoja como CSV e impórtala otra vez.");
}

function notText(message: string): UnreadableFile {
  return new UnreadableFile("unknown_format", message);
}

/** Texts have no zero bytes, unless each letter has two. */
function isText(head: Uint8Array): boolean {
  return encodingOf(head.subarray(0, 2)).startsWith("utf-16") || !head.includes(0);
}
