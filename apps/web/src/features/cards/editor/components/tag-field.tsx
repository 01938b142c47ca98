import { foldTag, MAX_TAG_LENGTH, MAX_TAGS } from "@repasa/contract/cards.limits.ts";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { flushSync } from "react-dom";
import { tagsQuery } from "#features/cards/cards.api.ts";
import { findTagsError } from "#features/cards/editor/editor.fields.ts";
import { cx } from "#ui/cx.ts";
import { FormError } from "#ui/form-error.tsx";

type TagFieldProps = { tags: readonly string[]; onTags: (tags: readonly string[]) => void };

const MAX_SUGGESTIONS = 5;

/**
 * Edits tags as chips, and suggests tags in use for the next one. Tags beyond the limits get a chip too, so that they
 * are not lost without notice.
 */
export function TagField({ tags, onTags }: TagFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(typed, tags);
  const write = (text: string) => {
    setTyped(text);
    setActive(-1);
  };
  const problem = findTagsError(tags);
  const add = (text: string) => {
    if (text.trim() !== "") onTags(addTags(tags, text));
    write("");
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    // This key saves the form, so the tag being typed is added first.
    if (event.ctrlKey || event.metaKey) return event.key === "Enter" ? flushSync(() => add(typed)) : undefined;
    const action = findKeyAction(event.key, { typed, active, count: suggestions.length });
    if (!action) return;
    event.preventDefault();
    if (action === "add") add(suggestions[active] ?? typed);
    else if (action === "removeLast") onTags(tags.slice(0, -1));
    else if (action === "clear") {
      event.stopPropagation();
      write("");
    } else setActive(action.active);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        Etiquetas <span className="font-normal text-ink-soft">(opcional)</span>
      </label>
      <div className="flex min-h-12 flex-wrap items-center gap-1.5 rounded-control border border-line-strong bg-surface px-2 py-1 focus-within:border-brand hover:border-ink-soft">
        {tags.map((tag) => (
          <Chip key={tag} tag={tag} onRemove={() => onTags(tags.filter((other) => other !== tag))} />
        ))}
        <input
          id={id}
          data-option=""
          role="combobox"
          aria-expanded={suggestions.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          enterKeyHint="done"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && `${id}-error`}
          maxLength={MAX_TAGS * (MAX_TAG_LENGTH + 2)}
          value={typed}
          placeholder={tags.length === 0 ? "biología, tema 3…" : ""}
          onChange={({ currentTarget: { value } }) => (value.endsWith(",") ? add(value.slice(0, -1)) : write(value))}
          onKeyDown={handleKey}
          onBlur={() => add(typed)}
          className="min-h-9 min-w-24 flex-1 bg-transparent px-1.5 text-input outline-none placeholder:text-ink-soft"
        />
      </div>
      <FormError id={`${id}-error`} message={problem} />
      <Suggestions id={id} tags={suggestions} active={active} onChoose={add} />
    </div>
  );
}

type FieldState = { typed: string; active: number; count: number };

function findKeyAction(key: string, { typed, active, count }: FieldState) {
  if (key === "Enter") return "add";
  if (key === "Backspace" && typed === "") return "removeLast";
  if (key === "Escape" && typed !== "") return "clear";
  if (key === "ArrowDown" && count > 0) return { active: (active + 1) % count };
  if (key === "ArrowUp" && count > 0) return { active: active <= 0 ? count - 1 : active - 1 };
  return null;
}

function Chip({ tag, onRemove }: { tag: string; onRemove: () => void }) {
  return (
    <span className="inline-flex min-h-9 max-w-full items-center rounded-chip bg-sunken pl-2.5 text-sm">
      <span className="truncate">{tag}</span>
      <button
        type="button"
        aria-label={`Quitar la etiqueta ${tag}`}
        onClick={onRemove}
        className="relative grid size-9 shrink-0 place-items-center rounded-chip text-ink-soft after:absolute after:-inset-1 hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  );
}

type SuggestionsProps = { id: string; tags: readonly string[]; active: number; onChoose: (tag: string) => void };

function Suggestions({ id, tags, active, onChoose }: SuggestionsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Etiquetas en uso" className="flex flex-wrap gap-1.5 empty:hidden">
      {tags.map((tag, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
        <div
          key={tag}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Prevents the field from losing the focus, which would add the typed text as a tag.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(tag)}
          className={cx(
            "flex min-h-11 cursor-pointer items-center rounded-chip border px-3 text-sm",
            index === active ? "border-brand bg-brand-soft text-brand-ink" : "border-line hover:bg-sunken",
          )}
        >
          {tag}
        </div>
      ))}
    </div>
  );
}

/** Returns tags in use that contain the typed text, those that begin with it first. */
function useSuggestions(typed: string, chosen: readonly string[]): readonly string[] {
  const sought = foldTag(typed.trim());
  const { data = [] } = useQuery({ ...tagsQuery(), enabled: sought !== "" });
  if (sought === "") return [];
  const found = data.map(({ tag }) => tag).filter((tag) => foldTag(tag).includes(sought) && !hasTag(chosen, tag));
  const startingWith = found.filter((tag) => foldTag(tag).startsWith(sought));
  return [...new Set([...startingWith, ...found])].slice(0, MAX_SUGGESTIONS);
}

/** Appends the tags of a comma-separated text that are not in the list yet. */
function addTags(tags: readonly string[], text: string): readonly string[] {
  const all = [...tags];
  for (const tag of text.split(",").map((part) => part.trim())) if (tag !== "" && !hasTag(all, tag)) all.push(tag);
  return all;
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => foldTag(other) === foldTag(tag));
}
