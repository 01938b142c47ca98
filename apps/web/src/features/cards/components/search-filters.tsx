import { MAX_TAG_LENGTH } from "@repasa/contract/cards.forms.ts";
import type { CardState } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId, useState } from "react";
import { folderNamesQuery, tagsQuery } from "#features/cards/cards.api.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

export const stateChoices: readonly { value: CardState; label: string }[] = [
  { value: "due", label: "Pendientes" },
  { value: "new", label: "Nuevas" },
  { value: "hard", label: "Difíciles" },
  { value: "medium", label: "Medias" },
  { value: "easy", label: "Fáciles" },
  { value: "suspended", label: "Suspendidas" },
];

type SearchFiltersProps = {
  folderId: number | null;
  state: CardState | null;
  tag: string | null;
  /** Receives an empty string for all folders. */
  onFolder: (id: string) => void;
  onState: (state: string) => void;
  onTag: (tag: string) => void;
};

export function SearchFilters({ folderId, state, tag, onFolder, onState, onTag }: SearchFiltersProps) {
  const { data: folders = [] } = useQuery(folderNamesQuery());
  return (
    <div className="mt-2 mb-4 grid grid-cols-2 gap-2 md:max-w-3xl md:grid-cols-3">
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
      <TagFilter tag={tag} onTag={onTag} />
    </div>
  );
}

/** A text field that the browser completes from the tags in use, because a list of hundreds would be no help. */
function TagFilter({ tag, onTag }: Pick<SearchFiltersProps, "tag" | "onTag">) {
  const { data: uses = [] } = useQuery(tagsQuery());
  const [text, setText] = useState(tag ?? "");
  const [applied, setApplied] = useState(tag);
  if (applied !== tag) {
    setApplied(tag);
    setText(tag ?? "");
  }
  const listId = useId();
  if (uses.length === 0 && tag === null) return null;
  const apply = () => onTag(text.trim());
  return (
    <div className="relative max-md:col-span-2">
      <TextField
        label="Etiqueta"
        labelHidden
        placeholder="Cualquier etiqueta"
        list={listId}
        maxLength={MAX_TAG_LENGTH}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value }, nativeEvent }) => {
          setText(value);
          if (value === "" || (isSuggestionChosen(nativeEvent) && uses.some((use) => use.tag === value))) onTag(value);
        }}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
        className={cx(filterLook(tag !== null), "pr-11")}
      />
      <datalist id={listId}>
        {uses.map((use) => (
          <option key={use.tag} value={use.tag} />
        ))}
      </datalist>
      {tag !== null && (
        <IconButton
          label="Quitar la etiqueta del filtro"
          icon={<X />}
          onClick={() => onTag("")}
          className="absolute top-0.5 right-0.5"
        />
      )}
    </div>
  );
}

/**
 * Returns whether a change of the field comes from the browser's list of suggestions: some browsers report it as a
 * replacement, others as an event without an input type.
 */
function isSuggestionChosen(event: Event): boolean {
  return !(event instanceof InputEvent) || !event.inputType || event.inputType === "insertReplacementText";
}

function filterLook(chosen: boolean): string {
  return cx("truncate", chosen ? "border-brand font-semibold" : "border-line text-ink-soft");
}
