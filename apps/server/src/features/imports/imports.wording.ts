// Formats as Spanish sentences the losses and failures that imports store as keys.
import type { RefusalKey, RefusalValues } from "@repasa/card-files/unreadable-file.ts";
import type { CardImport, ImportPreview } from "@repasa/contract/imports.ts";
import type { ImportFailure, ImportLossKey, StoredLoss, StoredPreview } from "#schema/imports.ts";
import type { ImportRow } from "./imports.queries.ts";

export function wordImport(row: ImportRow): CardImport {
  const { id, status, format, fileName, createdAt, done, total, preview, result, error } = row;
  return {
    id,
    status,
    format,
    fileName,
    createdAt: createdAt.toISOString(),
    progress: { done, total },
    preview: preview && wordPreview(preview),
    result,
    error: error && wordFailure(error),
  };
}

export function wordPreview(preview: StoredPreview): ImportPreview {
  return { ...preview, unsupported: preview.unsupported.map(wordLoss) };
}

/** Words a record of an import in an account's export. The record holds each column as it is stored. */
export function wordImportRecord<ImportRecord extends Partial<Pick<ImportRow, "preview" | "error">>>(
  record: ImportRecord,
) {
  const { preview, error } = record;
  return {
    ...record,
    ...(preview?.unsupported && { preview: wordPreview(preview) }),
    ...(error && { error: wordFailure(error) }),
  };
}

/** The lost contents, followed by the outcome or by advice. */
const LOSSES: Record<ImportLossKey, readonly [what: string, outcome?: string]> = {
  scripts: ["Programas (JavaScript)", "las cartas vienen sin ellos"],
  imageOcclusion: ["Oclusión de imágenes", "estas cartas no se pueden traer"],
  colours: ["Colores y fondos del texto", "el texto viene sin ellos"],
  underlines: ["Subrayados", "vienen en cursiva"],
  hiddenTexts: ["Textos ocultos", "vienen a la vista"],
  templateStyles: ["Estilos de la plantilla que distinguen textos", "vienen sin ellos"],
  embeddedContent: ["Dibujos SVG, vídeos y páginas incrustadas", "las cartas vienen sin ellos"],
  remoteMedia: ["Imágenes y audios de otros sitios", "vienen como enlaces"],
  missingMedia: [
    "Imágenes o audios que no están en el archivo",
    "expórtalo otra vez con ellos (en Anki, como .apkg y con «Incluir multimedia»)",
  ],
  unsupportedMedia: ["Archivos que no son imágenes ni audios que se puedan mostrar"],
  unsupportedDataUrls: ["Imágenes o audios escritos dentro del texto que no se pueden mostrar"],
  largeMedia: ["Imágenes o audios de más de 5 MB"],
  unsupportedLatex: ["LaTeX que no se puede mostrar", "viene tal como está escrito"],
  deepHtml: ["Formato demasiado complejo", "viene solo el texto"],
  textToSpeech: ["Lectura en voz alta de la plantilla", "la carta se puede escuchar con la voz del dispositivo"],
  missingFront: ["Cartas sin pregunta"],
  missingBack: ["Cartas sin respuesta"],
  missingGap: ["Cartas cuyo hueco ya no está en el texto"],
  largeGapNumber: ["Huecos con números mayores que 500"],
  longSide: ["Cartas de más de 20.000 caracteres por lado"],
  missingNote: ["Cartas cuya nota no está en el archivo"],
  missingNoteType: ["Cartas cuyo tipo de nota no está en el archivo"],
  missingTemplate: ["Cartas cuya plantilla no está en el archivo"],
  excessTags: ["Etiquetas de más de 50 caracteres, o más de 20 en una carta"],
  incompleteRow: ["Filas sin pregunta o sin respuesta"],
  hiddenSheets: ["Hojas ocultas de la hoja de cálculo", "muéstralas en Excel o LibreOffice para traerlas"],
  unrecognizedLines: ["Líneas que no son una carta", "escribe Pregunta::Respuesta, o P: y R: en dos líneas"],
  obsidianSchedule: ["Fechas de repaso que Obsidian guarda en las notas", "las cartas llegan como nuevas"],
  unreadableCard: ["Cartas que no se pueden leer"],
  unreadableRecords: ["Datos de la cuenta que no se pueden leer"],
  subscription: ["La suscripción", "es de la cuenta copiada y no viene"],
  feedbackMessages: ["Mensajes que enviaste a Repasa", "se quedan en la cuenta copiada"],
  memoryModel: ["Lo aprendido de tu memoria", "se vuelve a calcular con tus repasos"],
  controlCharacters: ["Caracteres de control, que no se ven", "los textos vienen sin ellos"],
  accountInUse: [
    "Esta cuenta ya se usa",
    "se quedan sus preferencias, sus pausas y sus días pasados, y no vienen los de la copia",
  ],
};

function wordLoss(loss: StoredLoss): ImportPreview["unsupported"][number] {
  if ("reason" in loss) return loss;
  const { key, count, sample } = loss;
  return { reason: LOSSES[key].join(": "), count, sample };
}

const TAKEN = "Aquí se importan mazos de Anki, hojas de cálculo y texto.";
const COPY = "Copia en él las preguntas y las respuestas y pégalas aquí.";

const REFUSALS: Record<RefusalKey | "outOfMemory" | "timedOut" | "internal", string> = {
  emptyFile: "El archivo está vacío.",
  emptyText: "No hay texto que importar.",
  emptySpreadsheet: "La hoja de cálculo está vacía. Pon la pregunta en una columna y la respuesta en la siguiente.",
  notesWithoutCards:
    "En estas notas no hay cartas. Una carta se escribe Pregunta::Respuesta en una línea, o P: y R: en dos.",
  noCards: "No hay ninguna carta en el archivo.",
  damaged: "El archivo está dañado o incompleto. Expórtalo o descárgalo otra vez.",
  unreadableTable: "No se puede leer la tabla. Guárdala otra vez como CSV.",
  archiveTooLarge: "El contenido del archivo es demasiado grande. Expórtalo en partes más pequeñas.",
  tableTooLarge: "La tabla pesa más de 16 MB. Divídela en varios archivos.",
  spreadsheetTooLarge:
    "La hoja de cálculo es demasiado grande. Divídela en archivos más pequeños, de unas 50.000 filas.",
  tooManyFiles: "El archivo contiene demasiados archivos. Expórtalo en partes más pequeñas.",
  tooManyFolders: "El archivo tiene más de {most} carpetas. Impórtalo por partes.",
  passwordProtected: "El archivo tiene contraseña. Guárdalo sin contraseña e inténtalo otra vez.",
  newerVersion: "El archivo es de una versión de Repasa que aquí no se conoce.",
  missingColumn: "La tabla no tiene la columna {column}. Elige otra.",
  sameColumn: "La pregunta y la respuesta necesitan columnas distintas.",
  quizletLink:
    "Es un enlace de Quizlet, y las cartas no van en él. Abre tu conjunto en Quizlet, pulsa ··· y Exportar, copia el texto y pega aquí ese texto.",
  ankiWebLink: "Es un enlace de AnkiWeb. Ábrelo, descarga el mazo (.apkg) y elige aquí el archivo.",
  googleLink: "Es un enlace de Google. Ábrelo, elige Archivo, Descargar, Excel (.xlsx), y elige aquí el archivo.",
  notionLink: "Es un enlace de Notion. Ábrelo, pulsa ··· y Exportar, elige Markdown y CSV, y elige aquí el archivo.",
  otherLink: "Es un enlace. Ábrelo, copia el texto de las cartas o descarga el archivo, y tráelo aquí.",
  nestedArchives: "El archivo comprimido contiene otros. Descomprímelo e importa cada uno.",
  archiveWithoutCards:
    "El archivo comprimido no contiene un mazo de Anki, ni tablas ni notas. Descomprímelo e importa lo que hay dentro.",
  foreignJson: "El archivo JSON no es una exportación de Repasa, o está dañado.",
  pdf: "Es un PDF. Copia el texto y pégalo aquí, o guárdalo como CSV.",
  image: `Es una imagen. ${TAKEN}`,
  audioOrVideo: `Es un audio o un vídeo. ${TAKEN}`,
  webPage: "Es una página web, y no el archivo que enlaza. Ábrela, descarga desde ella el archivo e impórtalo.",
  gitLfsPointer:
    "Es un puntero de Git LFS: unas líneas que dicen dónde está el archivo de verdad. Descárgalo desde la página del repositorio (en GitHub, «Download raw file») e impórtalo.",
  textNamedAsDeck:
    "Se llama como un mazo de Anki, pero dentro solo hay texto. Descárgalo o expórtalo otra vez desde Anki.",
  wordDocument: `Es un documento de Word. ${COPY}`,
  powerPoint: `Es una presentación de PowerPoint. ${COPY}`,
  oldOrLockedExcel:
    "Es un archivo antiguo de Excel, o tiene contraseña. Ábrelo en Excel y guárdalo como .xlsx, sin contraseña.",
  binaryExcel: "Es un libro binario de Excel. Ábrelo en Excel, guárdalo como .xlsx e impórtalo.",
  appleDocument: "Es un documento de Numbers, Pages o Keynote. Expórtalo como Excel, o copia el texto y pégalo aquí.",
  libreOfficeDocument: `Es un documento de LibreOffice. ${COPY}`,
  officeDocument: `Es un documento de Office. ${COPY}`,
  ebook: `Es un libro electrónico. ${COPY}`,
  mochiFile:
    "Es un archivo de Mochi. Copia el texto de las cartas, con --- entre la pregunta y la respuesta, y pégalo aquí.",
  mnemosyneFile:
    "Es un archivo de Mnemosyne. En Mnemosyne, elige Archivo, Exportar, y el formato de texto separado por tabulaciones (.txt), y elige aquí ese archivo.",
  moodleXml:
    "Es un cuestionario de Moodle en XML. Expórtalo otra vez desde Moodle en formato GIFT y elige aquí ese archivo.",
  unknownFile: `No se reconoce el archivo. ${TAKEN}`,
  outOfMemory: "El archivo es demasiado grande o complejo para leerlo.",
  timedOut: "Leer el archivo tarda demasiado. Prueba con uno más pequeño.",
  internal: "No se ha podido importar el archivo. Inténtalo de nuevo.",
};

export function wordFailure(failure: ImportFailure): NonNullable<CardImport["error"]> {
  if ("message" in failure) return failure;
  return { code: failure.code, message: formatFailure(failure) };
}

function formatFailure(failure: Exclude<ImportFailure, { message: string }>): string {
  if (failure.key !== "noImportableCards") return insertValues(REFUSALS[failure.key], failure);
  const { loss, count } = failure;
  const why = loss === null ? "" : `: ${lowerCaseFirst(LOSSES[loss][0])} (${count.toLocaleString("es")})`;
  return `Ninguna carta de este archivo se puede traer${why}.`;
}

/** Inserts the values into a sentence. Columns are stored from 0 and shown from 1. */
function insertValues(sentence: string, { column = 0, most = 0 }: RefusalValues): string {
  return sentence
    .replace("{column}", String(column + 1))
    .replace("{most}", most.toLocaleString("es", { useGrouping: "always" }));
}

function lowerCaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
