// Recognises files and texts without cards, so that the refusal can name their kind.
import { fileTypeFromBuffer } from "file-type";
import { isText } from "#tables/decode-text.ts";
import { type RefusalKey, UnreadableFile } from "#unreadable-file.ts";

/** Returns why a file that is neither text nor of a known format cannot be read; null for text. */
export async function recognizeForeignFile(head: Uint8Array, fileName: string | null): Promise<UnreadableFile | null> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const { ext = "", mime = "" } = found ?? {};
  if (/^application\/(?:vnd\.openxml|vnd\.oasis|x-cfb)/.test(mime)) return recognizeOldOffice(fileName);
  if (ext === "pdf") return new UnreadableFile("pdf");
  if (mime.startsWith("image/") || isSvg(head)) return new UnreadableFile("image");
  if (/^(?:audio|video)\//.test(mime)) return new UnreadableFile("audioOrVideo");
  if (!found && isText(head) && !isXml(head)) return recognizeForeignText(head, fileName);
  const [, key] = XML_ROOTS.find(([root]) => root.test(readBeginning(head))) ?? [];
  return new UnreadableFile(key ?? "unknownFile");
}

/** The first elements of other programs' files in XML. */
const XML_ROOTS: readonly (readonly [RegExp, RefusalKey])[] = [
  [/<(?:openSM2sync|mnemosyne)\b/i, "mnemosyneFile"],
  [/<quiz\b/i, "moodleXml"],
];

/** Matches the pointer that replaces a file stored outside of a repository: https://git-lfs.com, `docs/spec.md`. */
const POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\//;

function recognizeForeignText(head: Uint8Array, fileName: string | null): UnreadableFile | null {
  if (POINTER.test(readBeginning(head))) return new UnreadableFile("gitLfsPointer");
  if (readBeginning(head) !== "" && /\.(?:apkg|colpkg)$/i.test(fileName ?? ""))
    return new UnreadableFile("textNamedAsDeck");
  return null;
}

/** Word, Excel and PowerPoint shared one container format until 2003, and still use it for files with a password. */
function recognizeOldOffice(fileName: string | null): UnreadableFile {
  const [extension = ""] = /\.[a-z]+$/i.exec(fileName ?? "") ?? [];
  if (/^\.do[ct]/i.test(extension)) return new UnreadableFile("wordDocument");
  if (/^\.pp/i.test(extension)) return new UnreadableFile("powerPoint");
  return new UnreadableFile("oldOrLockedExcel");
}

/** Returns the refusal for an archive that is another program's document; null for any other archive. */
export function recognizeDocument(
  names: ReadonlySet<string>,
  mimetype: string,
  fileName: string | null,
): UnreadableFile | null {
  if (names.has("data.edn") || (names.has("data.json") && /\.mochi$/i.test(fileName ?? "")))
    return new UnreadableFile("mochiFile");
  if (names.has("cards.xml")) return new UnreadableFile("mnemosyneFile");
  if (names.has("word/document.xml")) return new UnreadableFile("wordDocument");
  if (names.has("ppt/presentation.xml")) return new UnreadableFile("powerPoint");
  if (names.has("xl/workbook.bin")) return new UnreadableFile("binaryExcel");
  if (names.has("Index/Document.iwa")) return new UnreadableFile("appleDocument");
  if (mimetype.startsWith("application/epub")) return new UnreadableFile("ebook");
  if (mimetype.startsWith("application/vnd.oasis.")) return new UnreadableFile("libreOfficeDocument");
  if (names.has("[Content_Types].xml")) return new UnreadableFile("officeDocument");
  return null;
}

const LINK = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i;
const SITES: readonly (readonly [RegExp, RefusalKey])[] = [
  [/(?:^|\.)quizlet\.com$/, "quizletLink"],
  [/(?:^|\.)ankiweb\.net$/, "ankiWebLink"],
  [/(?:^|\.)google\.com$/, "googleLink"],
  [/(?:^|\.)notion\.(?:so|site|com)$/, "notionLink"],
];

/** Returns the refusal for a text that is nothing but a link; null for any other text. */
export function recognizeLink(text: string): UnreadableFile | null {
  const link = text.trim();
  if (link.length > 2000 || !LINK.test(link)) return null;
  const isAddress = /^https?:/i.test(link);
  const host = URL.parse(isAddress ? link : `https://${link}`)?.hostname ?? "";
  const [, key] = SITES.find(([pattern]) => pattern.test(host)) ?? [];
  if (key !== undefined) return new UnreadableFile(key);
  return isAddress ? new UnreadableFile("otherLink") : null;
}

const readBeginning = (head: Uint8Array) => Buffer.from(head.subarray(0, 1000)).toString("latin1").trimStart();

function isSvg(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?</.test(readBeginning(head)) && /<svg[\s>]/i.test(readBeginning(head));
}

function isXml(head: Uint8Array): boolean {
  return /^(?:\xef\xbb\xbf)?<\?xml\b/i.test(readBeginning(head));
}
