/** The reasons for refusing a file, each with the code that groups it for programs. */
const CODES = {
  emptyFile: "empty",
  emptyText: "empty",
  emptySpreadsheet: "empty",
  notesWithoutCards: "empty",
  noCards: "empty",
  damaged: "damaged",
  unreadableTable: "damaged",
  archiveTooLarge: "too_large",
  tableTooLarge: "too_large",
  spreadsheetTooLarge: "too_large",
  tooManyFiles: "too_many_files",
  tooManyFolders: "too_many_folders",
  passwordProtected: "encrypted",
  newerVersion: "newer_version",
  missingColumn: "wrong_columns",
  sameColumn: "wrong_columns",
  quizletLink: "link",
  ankiWebLink: "link",
  googleLink: "link",
  notionLink: "link",
  otherLink: "link",
  nestedArchives: "unknown_format",
  archiveWithoutCards: "unknown_format",
  foreignJson: "unknown_format",
  pdf: "unknown_format",
  image: "unknown_format",
  audioOrVideo: "unknown_format",
  webPage: "unknown_format",
  gitLfsPointer: "unknown_format",
  textNamedAsDeck: "unknown_format",
  wordDocument: "unknown_format",
  powerPoint: "unknown_format",
  oldOrLockedExcel: "unknown_format",
  binaryExcel: "unknown_format",
  appleDocument: "unknown_format",
  libreOfficeDocument: "unknown_format",
  officeDocument: "unknown_format",
  ebook: "unknown_format",
  mochiFile: "unknown_format",
  mnemosyneFile: "unknown_format",
  moodleXml: "unknown_format",
  unknownFile: "unknown_format",
} as const satisfies Record<string, string>;

export type RefusalKey = keyof typeof CODES;

/** `column` counts from 0; `most` is the limit that the file exceeds. */
export type RefusalValues = { readonly column?: number; readonly most?: number };

/**
 * The error for a file that cannot be read. `key` is the reason, for which the app writes a sentence.
 *
 * `code` groups the keys for programs. `wrong_columns` means that the table is readable, but lacks the requested columns.
 */
export class UnreadableFile extends Error {
  readonly key: RefusalKey;
  readonly code: string;
  readonly values: RefusalValues;

  constructor(key: RefusalKey, values: RefusalValues = {}) {
    super(`the file cannot be read: ${key}`);
    this.key = key;
    this.code = CODES[key];
    this.values = values;
  }
}
