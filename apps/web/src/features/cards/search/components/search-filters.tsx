import { MAX_TAG_LENGTH } from "@repasa/contract/cards.limits.ts";
import type { CardState } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, X } from "lucide-react";
import { useId, useState } from "react";
import { folderNamesQuery, tagsQuery } from "#features/cards/cards.api.ts";
import { choicesOf } from "#lib/choices.ts";
import { cx } from "#ui/cx.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SelectOptions } from "#ui/select-options.tsx";

export const stateChoices = choicesOf<CardState>({
  due: "Pendientes",
  new: "Nuevas",
  hard: "Difíciles",
  medium: "Medias",
  easy: "Fáciles",
  suspended: "Suspendidas",
});

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
    <div className="mt-3 mb-4 flex min-h-11 flex-wrap gap-2">
      <FilterChip
        label="Carpeta"
        all="Todas las carpetas"
        value={folderId === null ? "" : String(folderId)}
        choices={folders.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={onFolder}
      />
      <FilterChip label="Estado" all="Todas las cartas" value={state ?? ""} choices={stateChoices} onChange={onState} />
      <TagFilter tag={tag} onTag={onTag} />
    </div>
  );
}

type FilterChipProps = {
  label: string;
  /** The choice that removes the filter. */
  all: string;
  /** An empty string if everything is shown. */
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

/** An invisible native select over a chip, which shows the label until something is chosen. */
function FilterChip({ label, all, value, choices, onChange }: FilterChipProps) {
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <div className={cx(chipLook(value !== ""), "flex items-center gap-1 pr-2.5 pl-4")}>
      <span aria-hidden className="min-w-0 truncate">
        {chosen?.label ?? label}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0" />
      <select
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        <option value="">{all}</option>
        <SelectOptions options={choices} />
      </select>
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
    <div className={cx(chipLook(tag !== null), tag === null && "w-32")}>
      <input
        aria-label="Etiqueta"
        placeholder="Etiqueta"
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
        className={cx(
          "h-full w-full truncate rounded-full bg-transparent pl-4 text-input outline-none placeholder:text-ink",
          tag === null ? "pr-4" : "pr-11 font-semibold",
        )}
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
          className="absolute inset-y-0 right-0"
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

function chipLook(chosen: boolean): string {
  return cx(
    "relative h-11 min-w-0 max-w-56 rounded-full border has-focus-visible:outline-2 has-focus-visible:outline-brand",
    chosen
      ? "border-brand bg-brand-soft font-semibold text-brand-ink"
      : "border-line-strong bg-surface hover:border-ink-soft",
  );
}
