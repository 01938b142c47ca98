import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { ImportPreview, TableReading } from "@repasa/contract/imports.ts";
import { useState } from "react";
import {
  buildSamples,
  countColumns,
  fitColumns,
  isReadable,
  isSameReading,
  type Reading,
  resplitRows,
  type Sample,
} from "#features/imports/imports.reading.ts";

export type Duplicates = NonNullable<ImportOptions["duplicates"]>;

export type TableChoice = {
  reading: Reading;
  rows: readonly string[][];
  width: number;
  isReadable: boolean;
  changeReading: (changes: Partial<Reading>) => void;
};

/** The options that the user has chosen for an import. */
export function useImportOptions(preview: ImportPreview, presetFolder: number | null) {
  const [folderId, setFolderId] = useState(presetFolder);
  const [duplicates, setDuplicates] = useState<Duplicates>("skip");
  const [history, setHistory] = useState(true);
  const [media, setMedia] = useState(true);
  // Without a choice the present retention is not sent, and stays the default.
  const offered = preview.study && preview.study.retentions.length > 1 ? preview.study.retentions[0] : undefined;
  const [retention, setRetention] = useState(offered?.retention);
  const table = useTable(preview.table);
  const changed = table !== null && preview.table !== undefined && !isSameReading(table.reading, preview.table);
  const samples: readonly Sample[] = table && changed ? buildSamples(table.rows, table.reading) : preview.samples;
  const options: ImportOptions = {
    ...(folderId !== null && { folderId }),
    duplicates,
    history,
    media,
    ...(history && retention !== undefined && { retention }),
    ...(table && changed && toReadingOptions(table.reading)),
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
    retention,
    setRetention,
    table,
    samples,
    /** Null if the user has changed how the table is read, because only the server can count the cards then. */
    cards: changed ? null : preview.cards,
    ready: table === null || table.isReadable,
    options,
  };
}

export type ImportChoices = ReturnType<typeof useImportOptions>;

function useTable(guessed: TableReading | undefined): TableChoice | null {
  const [reading, setReading] = useState<Reading | undefined>(guessed);
  if (!guessed || !reading) return null;
  const rows = resplitRows(guessed.rows, guessed.separator, reading.separator);
  const width = countColumns(rows);
  const changeReading = (changes: Partial<Reading>) => {
    const next = { ...reading, ...changes };
    const nextWidth = countColumns(resplitRows(guessed.rows, guessed.separator, next.separator));
    // With the guessed separator, the guessed columns are correct again.
    const back = changes.separator === guessed.separator ? guessed.columns : next.columns;
    setReading({ ...next, columns: fitColumns(changes.separator === undefined ? next.columns : back, nextWidth) });
  };
  return { reading, rows, width, isReadable: isReadable(reading, width), changeReading };
}

/** Converts a reading to options, in which null removes a column that the server has guessed. */
function toReadingOptions({ separator, header, columns: { front, back, tags, folder, extra } }: Reading) {
  const columns = { front, back, tags: tags ?? null, folder: folder ?? null, extra: extra ?? null };
  return { ...(separator !== "" && { separator }), header, columns };
}
