import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { ImportPreview, TableReading } from "@repasa/contract/imports.ts";
import { useState } from "react";
import {
  fitted,
  isReadable,
  type Reading,
  type Sample,
  sameReading,
  samplesOf,
  splitAgain,
  widthOf,
} from "#features/imports/imports.reading.ts";

export type Duplicates = NonNullable<ImportOptions["duplicates"]>;

export type TableChoice = {
  reading: Reading;
  rows: readonly string[][];
  width: number;
  readable: boolean;
  change: (changes: Partial<Reading>) => void;
};

/** What the user has chosen of how an import is to be done. */
export function useImportOptions(preview: ImportPreview, presetFolder: number | null) {
  const [folderId, setFolderId] = useState(presetFolder);
  const [duplicates, setDuplicates] = useState<Duplicates>("skip");
  const [history, setHistory] = useState(true);
  const [media, setMedia] = useState(true);
  const table = useTable(preview.table);
  const changed = table !== null && preview.table !== undefined && !sameReading(table.reading, preview.table);
  const samples: readonly Sample[] = table && changed ? samplesOf(table.rows, table.reading) : preview.samples;
  const options: ImportOptions = {
    ...(folderId !== null && { folderId }),
    duplicates,
    history,
    media,
    ...(table && changed && readingOptions(table.reading)),
  };
  return {
    folderId,
    setFolderId,
    duplicates,
    setDuplicates,
    history,
    setHistory,
    media,
    setMedia,
    table,
    samples,
    /** Null where only the server can count them, because the table is read otherwise now. */
    cards: changed ? null : preview.cards,
    ready: table === null || table.readable,
    options,
  };
}

export type ImportChoices = ReturnType<typeof useImportOptions>;

function useTable(guessed: TableReading | undefined): TableChoice | null {
  const [reading, setReading] = useState<Reading | undefined>(guessed);
  if (!guessed || !reading) return null;
  const rows = splitAgain(guessed.rows, guessed.separator, reading.separator);
  const width = widthOf(rows);
  const change = (changes: Partial<Reading>) => {
    const next = { ...reading, ...changes };
    const nextWidth = widthOf(splitAgain(guessed.rows, guessed.separator, next.separator));
    // Back at what was guessed, its columns are right again.
    const back = changes.separator === guessed.separator ? guessed.columns : next.columns;
    setReading({ ...next, columns: fitted(changes.separator === undefined ? next.columns : back, nextWidth) });
  };
  return { reading, rows, width, readable: isReadable(reading, width), change };
}

/** Null takes a column away that was guessed. */
function readingOptions({ separator, header, columns: { front, back, tags, folder, extra } }: Reading) {
  const columns = { front, back, tags: tags ?? null, folder: folder ?? null, extra: extra ?? null };
  return { ...(separator !== "" && { separator }), header, columns };
}
