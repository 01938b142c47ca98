import type { CardState } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { cx } from "#ui/cx.ts";
import { SelectField } from "#ui/select-field.tsx";

export const stateChoices: readonly { value: CardState; label: string }[] = [
  { value: "due", label: "Pendientes" },
  { value: "new", label: "Nuevas" },
  { value: "hard", label: "Difíciles" },
  { value: "medium", label: "Medias" },
  { value: "easy", label: "Fáciles" },
];

type SearchFiltersProps = {
  folderId: number | null;
  state: CardState | null;
  /** Empty for all. */
  onFolder: (id: string) => void;
  onState: (state: string) => void;
};

export function SearchFilters({ folderId, state, onFolder, onState }: SearchFiltersProps) {
  const { data: folders = [] } = useQuery(folderNamesQuery());
  return (
    <div className="mt-2 mb-4 grid grid-cols-2 gap-2 md:max-w-lg">
      <SelectField
        label="Carpeta"
        labelHidden
        value={folderId ?? ""}
        onChange={(event) => onFolder(event.currentTarget.value)}
        className={filterLook(folderId !== null)}
      >
        <option value="">Todas las carpetas</option>
        {folders.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Estado"
        labelHidden
        value={state ?? ""}
        onChange={(event) => onState(event.currentTarget.value)}
        className={filterLook(state !== null)}
      >
        <option value="">Todas las cartas</option>
        {stateChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

function filterLook(chosen: boolean): string {
  return cx("truncate", chosen ? "border-brand font-semibold" : "border-line text-ink-soft");
}
