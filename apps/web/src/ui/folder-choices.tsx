import type { Folder } from "@repasa/contract/folders.ts";
import { useState } from "react";
import { counted } from "#lib/plural.ts";
import { search } from "#lib/text-search.ts";
import { FolderFace } from "#ui/folder-face.tsx";
import { MAX_WITHOUT_SEARCH, SearchField } from "#ui/search-field.tsx";

type Choice = Pick<Folder, "id" | "name" | "cardCount" | "color" | "icon">;

type FolderChoicesProps = { folders: readonly Choice[]; disabled?: boolean; onChoose: (folderId: number) => void };

/** A list of folders in a dialog: one tap chooses. */
export function FolderChoices({ folders, disabled = false, onChoose }: FolderChoicesProps) {
  const [sought, setSought] = useState("");
  const found = search(folders, sought, ({ name }) => [name]);
  return (
    <>
      {folders.length > MAX_WITHOUT_SEARCH && (
        <SearchField label="Buscar carpetas..." value={sought} onValueChange={setSought} className="mb-2" />
      )}
      {folders.length > 0 && found.length === 0 && (
        <p className="py-6 text-center text-ink-soft">Ninguna carpeta coincide.</p>
      )}
      <ul aria-label="Carpetas" className="divide-y divide-line">
        {found.map(({ id, name, cardCount, color, icon }) => (
          <li key={id}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onChoose(id)}
              className="-outline-offset-2 flex min-h-13 w-full items-center gap-3 rounded-chip px-2 text-left font-semibold hover:bg-sunken disabled:opacity-50"
            >
              <FolderFace face={{ color, icon }} size="sm" />
              <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
              <span className="tabular shrink-0 font-normal text-ink-soft text-sm">
                {counted(cardCount, "carta", "cartas")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
