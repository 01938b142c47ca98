import type { LossKey } from "@repasa/card-files/losses.ts";
import type { RefusalKey, RefusalValues } from "@repasa/card-files/unreadable-file.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { ImportFormat, ImportPreview, ImportResult, ImportStatus } from "@repasa/contract/imports.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { belongsTo, bytes, created, instant, reference } from "#platform/db/columns.ts";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from "#platform/db/drizzle.cjs";
import { ownerReference } from "#schema/auth.ts";

/** A loss is stored by its key; rows of older versions hold the Spanish sentence for it. */
export type StoredLoss =
  | { readonly key: ImportLossKey; readonly count: number; readonly sample: string }
  | ImportPreview["unsupported"][number];

/** `controlCharacters` are removed from every text; `accountInUse` keeps its own preferences and past days. */
export type ImportLossKey = LossKey | "controlCharacters" | "accountInUse";

export type StoredPreview = Omit<ImportPreview, "unsupported"> & { readonly unsupported: readonly StoredLoss[] };

/**
 * Why an import failed, or why it would bring nothing. Rows of older versions hold a Spanish sentence, and so do errors of other
 * features, such as a limit that is reached.
 */
export type ImportFailure =
  | ({ readonly code: string; readonly key: RefusalKey | "outOfMemory" | "timedOut" | "internal" } & RefusalValues)
  | {
      readonly code: "no_cards";
      readonly key: "noImportableCards";
      readonly loss: LossKey | null;
      readonly count: number;
    }
  | { readonly code: string; readonly message: string };

/**
 * The options of an import, with the plan to catch up that its preview announced. While an author's folder is brought, `shared` says
 * which one it is, and through which further links it was asked for meanwhile.
 */
export type StoredOptions = ImportOptions & {
  readonly catchUp?: { readonly days: number; readonly perDay: number };
  readonly shared?: { readonly author: number; readonly folderId: number; readonly links?: readonly number[] };
};

/**
 * Ids and first dates of rows that an import added; `daysThrough` is the last of the past days that it set, and `pace` are the
 * preferences that it set for a student who arrives with a history.
 */
export type ImportedRows = {
  readonly exams: readonly { readonly id: number; readonly updatedAt: string }[];
  readonly breaks: readonly LocalDate[];
  readonly sessions: readonly number[];
  /** Missing in rows from before there were tests. */
  readonly tests?: readonly number[];
  readonly daysThrough: LocalDate | null;
  /** Set when what undoing the import would need was deleted, because later imports need room. */
  readonly lostUndoData?: true;
  readonly pace?: { readonly desiredRetention?: number | undefined; readonly catchUpUntil?: LocalDate | undefined };
};

export const imports = pgTable(
  "imports",
  {
    userId: ownerReference().notNull(),
    id: uuid().notNull(),
    status: varchar({ length: 10 }).$type<ImportStatus>().notNull(),
    format: varchar({ length: 10 }).$type<ImportFormat>(),
    /** Null for pasted text. */
    fileName: text(),
    fileBytes: bigint({ mode: "number" }).notNull(),
    ...created(),
    /** The request's time zone, for local days and new cards while the import runs in the background. */
    timeZone: text().notNull(),
    options: jsonb().$type<StoredOptions>(),
    preview: jsonb().$type<StoredPreview>(),
    result: jsonb().$type<ImportResult>(),
    /** The rows apart from folders, cards and reviews that the import added, so that undoing it finds them. */
    brought: jsonb().$type<ImportedRows>(),
    error: jsonb().$type<ImportFailure>(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** True if the user has cancelled the import while it runs. */
    cancelled: boolean().notNull().default(false),
    /** The instant at which the process that works on it last reported. */
    aliveAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] }), index("imports_created").on(table.createdAt)],
);

/** The uploaded file in pieces, until it is imported or abandoned. */
export const importFiles = pgTable(
  "import_files",
  {
    userId: ownerReference().notNull(),
    importId: uuid().notNull(),
    piece: integer().notNull(),
    data: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.importId, table.piece] }),
    belongsTo("import_files_import_fk", [table.userId, table.importId], [imports.userId, imports.id]),
  ],
);

/** A card that an import added or changed, so that it can be undone. */
export const importCards = pgTable(
  "import_cards",
  {
    userId: ownerReference().notNull(),
    importId: uuid().notNull(),
    cardId: reference().notNull(),
    /** The whole card before the import; null for a new one. */
    before: jsonb(),
    /** A digest of the card after the import. */
    digestAfter: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.importId, table.cardId] }),
    belongsTo("import_cards_import_fk", [table.userId, table.importId], [imports.userId, imports.id]),
  ],
);

/** A folder that an import created. */
export const importFolders = pgTable(
  "import_folders",
  {
    userId: ownerReference().notNull(),
    importId: uuid().notNull(),
    folderId: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.importId, table.folderId] }),
    belongsTo("import_folders_import_fk", [table.userId, table.importId], [imports.userId, imports.id]),
  ],
);
