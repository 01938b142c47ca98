// Messages for files and texts that hold no cards. They name what the file is, and what to do instead.
import { fileTypeFromBuffer } from "file-type";
import { isText } from "#tables/decode-text.ts";
import { UnreadableFile } from "./material.ts";

const TAKEN = "Aquí se importan mazos de Anki, hojas de cálculo y texto.";
const COPY = "Copia en él las preguntas y las respuestas y pégalas aquí.";
const OLD_OR_LOCKED = "Ábrelo en Excel y guárdalo como .xlsx, sin contraseña.";

/** Returns why a file that is neither text nor of a known format cannot be read; null for text. */
export async function refusalOf(head: Uint8Array, fileName: string | null): Promise<UnreadableFile | null> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const { ext = "", mime = "" } = found ?? {};
  if (/^application\/(?:vnd\.openxml|vnd\.oasis|x-cfb)/.test(mime)) return oldOfficeRefusal(fileName);
  if (ext === "pdf") return refusal("Es un PDF. Copia el texto y pégalo aquí, o guárdalo como CSV.");
  if (mime.startsWith("image/") || isSvg(head)) return refusal(`Es una imagen. ${TAKEN}`);
  if (/^(?:audio|video)\//.test(mime)) return refusal(`Es un audio o un vídeo. ${TAKEN}`);
  if (isPage(head)) {
    return refusal(
      "Es una página web, y no el archivo que enlaza. Ábrela, descarga desde ella el archivo e impórtalo.",
    );
  }
  if (!found && isText(head) && !isXml(head)) return refusalOfText(head, fileName);
  return refusal(`No se reconoce el archivo. ${TAKEN}`);
}

/** The pointer that replaces a file stored outside of a repository: https://git-lfs.com, `docs/spec.md`. */
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\//;

function refusalOfText(head: Uint8Array, fileName: string | null): UnreadableFile | null {
  if (POINTER.test(beginning(head))) {
    return refusal(
      "Es un puntero de Git LFS: unas líneas que dicen dónde está el archivo de verdad. Descárgalo desde la página del repositorio (en GitHub, «Download raw file») e impórtalo.",
    );
  }
  if (beginning(head) !== "" && /\.(?:apkg|colpkg)$/i.test(fileName ?? "")) {
    return refusal(
      "Se llama como un mazo de Anki, pero dentro solo hay texto. Descárgalo o expórtalo otra vez desde Anki.",
    );
  }
  return null;
}

/** Word, Excel and PowerPoint shared one container format until 2003, and still use it for files with a password. */
function oldOfficeRefusal(fileName: string | null): UnreadableFile {
  const [extension = ""] = /\.[a-z]+$/i.exec(fileName ?? "") ?? [];
  if (/^\.do[ct]/i.test(extension)) return refusal(`Es un documento de Word. ${COPY}`);
  if (/^\.pp/i.test(extension)) return refusal(`Es una presentación de PowerPoint. ${COPY}`);
  return refusal(`Es un archivo antiguo de Excel, o tiene contraseña. ${OLD_OR_LOCKED}`);
}

/** Returns the refusal for an archive that is another program's document; null for any other archive. */
export function documentRefusal(names: ReadonlySet<string>, mimetype: string): UnreadableFile | null {
  if (names.has("word/document.xml")) return refusal(`Es un documento de Word. ${COPY}`);
  if (names.has("ppt/presentation.xml")) return refusal(`Es una presentación de PowerPoint. ${COPY}`);
  if (names.has("xl/workbook.bin")) {
    return refusal("Es un libro binario de Excel. Ábrelo en Excel, guárdalo como .xlsx e impórtalo.");
  }
  if (names.has("Index/Document.iwa")) {
    return refusal(
      "Es un documento de Numbers, Pages o Keynote. Expórtalo como Excel, o copia el texto y pégalo aquí.",
    );
  }
  if (mimetype.startsWith("application/epub")) return refusal(`Es un libro electrónico. ${COPY}`);
  if (mimetype.startsWith("application/vnd.oasis.")) return refusal(`Es un documento de LibreOffice. ${COPY}`);
  if (names.has("[Content_Types].xml")) return refusal(`Es un documento de Office. ${COPY}`);
  return null;
}

const LINK = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i;
const SITES: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\.)quizlet\.com$/,
    "Es un enlace de Quizlet, y las cartas no van en él. Abre tu conjunto en Quizlet, pulsa ··· y Exportar, copia el texto y pega aquí ese texto.",
  ],
  [/(?:^|\.)ankiweb\.net$/, "Es un enlace de AnkiWeb. Ábrelo, descarga el mazo (.apkg) y elige aquí el archivo."],
  [
    /(?:^|\.)google\.com$/,
    "Es un enlace de Google. Ábrelo, elige Archivo, Descargar, Excel (.xlsx), y elige aquí el archivo.",
  ],
  [
    /(?:^|\.)notion\.(?:so|site|com)$/,
    "Es un enlace de Notion. Ábrelo, pulsa ··· y Exportar, elige Markdown y CSV, y elige aquí el archivo.",
  ],
];

/** Returns the refusal for a text that is nothing but a link; null for any other text. */
export function linkRefusal(text: string): UnreadableFile | null {
  const link = text.trim();
  if (link.length > 2000 || !LINK.test(link)) return null;
  const isAddress = /^https?:/i.test(link);
  const host = URL.parse(isAddress ? link : `https://${link}`)?.hostname ?? "";
  const [, told] = SITES.find(([pattern]) => pattern.test(host)) ?? [];
  if (told !== undefined) return new UnreadableFile("link", told);
  if (!isAddress) return null;
  return new UnreadableFile(
    "link",
    "Es un enlace. Ábrelo, copia el texto de las cartas o descarga el archivo, y tráelo aquí.",
  );
}

const beginning = (head: Uint8Array) => Buffer.from(head.subarray(0, 1000)).toString("latin1").trimStart();

function isSvg(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?</.test(beginning(head)) && /<svg[\s>]/i.test(beginning(head));
}

function isPage(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?(?:<!doctype html|<html)\b/i.test(beginning(head));
}

function isXml(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?<\?xml\b/i.test(beginning(head));
}

function refusal(message: string): UnreadableFile {
  return new UnreadableFile("unknown_format", message);
}
