import type { Folder } from "@repasa/contract/folders.ts";
import { Check } from "lucide-react";
import { useId, useState } from "react";
import { toggleId } from "#lib/id-list.ts";
import { counted } from "#lib/plural.ts";
import { search } from "#lib/text-search.ts";
import { cx } from "#ui/cx.ts";
import { FolderFace } from "#ui/folder-face.tsx";
import { FormError } from "#ui/form-error.tsx";
import { MAX_WITHOUT_SEARCH, SearchField } from "#ui/search-field.tsx";

type FolderChecksProps = {
  ids: readonly number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
  folders: readonly Folder[];
};

/** Check boxes for folders. The chosen ids are a single field of the form. */
export function FolderChecks({ ids, onChange, error, folders }: FolderChecksProps) {
  const [sought, setSought] = useState("");
  const errorId = useId();
  const known = ids.filter((id) => folders.some((folder) => folder.id === id));
  const found = search(folders, sought, ({ name }) => [name]);

  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 flex w-full flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-semibold">Carpetas</span>
        <span className="tabular text-ink-soft">{counted(known.length, "elegida", "elegidas")}</span>
      </legend>
      {folders.length > MAX_WITHOUT_SEARCH && (
        <SearchField
          label="Buscar carpetas..."
          value={sought}
          onValueChange={setSought}
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      )}
      <FormError id={errorId} message={error} />
      <ul className="divide-y divide-line rounded-control border border-line">
        {found.map((folder) => (
          <li key={folder.id}>
            <FolderCheck
              folder={folder}
              checked={known.includes(folder.id)}
              onToggle={() => onChange(toggleId(known, folder.id))}
            />
          </li>
        ))}
        {found.length === 0 && <li className="px-3.5 py-3 text-ink-soft">Ninguna carpeta coincide</li>}
      </ul>
    </fieldset>
  );
}

type FolderCheckProps = { folder: Folder; checked: boolean; onToggle: () => void };

function FolderCheck({ folder, checked, onToggle }: FolderCheckProps) {
  return (
    <label className="relative flex min-h-12 cursor-pointer items-center gap-3 px-3.5 py-2 hover:bg-sunken">
      <span className="relative grid size-5.5 shrink-0 place-items-center">
        <input
          type="checkbox"
          checked={checked}
          onChange={onToggle}
          className={cx(
            "absolute inset-0 cursor-pointer appearance-none rounded-sm border-2",
            checked ? "border-brand bg-brand" : "border-line-strong bg-surface",
          )}
        />
        {checked && <Check aria-hidden className="pointer-events-none relative size-4 text-on-brand" strokeWidth={3} />}
      </span>
      <FolderFace face={folder} size="sm" />
      <span className="min-w-0 flex-1 wrap-anywhere">{folder.name}</span>
      <span className="tabular shrink-0 text-ink-soft text-sm">{counted(folder.cardCount, "carta", "cartas")}</span>
    </label>
  );
}
