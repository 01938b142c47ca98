import { foldTag, MAX_TAG_LENGTH } from "@repasa/contract/cards.limits.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { tagsQuery } from "#features/cards/cards.api.ts";
import type { BatchDialogProps } from "#features/cards/selection/components/move-cards-dialog.tsx";
import { countTagUses } from "#features/cards/selection/selection.tags.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

type TagCardsDialogProps = BatchDialogProps & { action: "tag" | "untag"; onTags: (tags: string[]) => void };

const MAX_SUGGESTIONS = 12;

/** Adds tags, typed or chosen from those in use, to all selected cards, or removes one from them. */
export function TagCardsDialog(props: TagCardsDialogProps) {
  const { open, onOpenChange, cards, action } = props;
  const count = counted(cards.length, "carta", "cartas");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={action === "tag" ? `Etiquetar ${count}` : `Quitar una etiqueta a ${count}`}
    >
      {action === "tag" ? <AddTag {...props} /> : <RemoveTag {...props} />}
    </Dialog>
  );
}

function AddTag({ pending, onTags, onOpenChange }: TagCardsDialogProps) {
  const { data: uses = [] } = useQuery(tagsQuery());
  const [text, setText] = useState("");
  const listId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tags = text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== "");
    if (tags.length > 0 && !pending) onTags(tags);
  };
  return (
    <form onSubmit={submit} className="pt-1">
      <TextField
        label="Etiqueta"
        hint="Puedes escribir varias, separadas por comas."
        list={listId}
        maxLength={MAX_TAG_LENGTH * 4}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {uses.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <TagChoices
        label="Etiquetas en uso"
        uses={uses.filter(({ tag }) => foldTag(tag).startsWith(foldTag(text.trim()))).slice(0, MAX_SUGGESTIONS)}
        disabled={pending}
        onTag={(tag) => onTags([tag])}
      />
      <DialogFooter>
        <Button variant="outline" onClick={() => onOpenChange(false)}>
          Cancelar
        </Button>
        <Button type="submit" loading={pending} disabled={text.trim() === ""}>
          Etiquetar
        </Button>
      </DialogFooter>
    </form>
  );
}

function RemoveTag({ cards, pending, onTags }: TagCardsDialogProps) {
  return (
    <TagChoices label="Sus etiquetas" uses={countTagUses(cards)} disabled={pending} onTag={(tag) => onTags([tag])} />
  );
}

type TagChoicesProps = {
  label: string;
  uses: readonly { tag: string; cards: number }[];
  disabled: boolean;
  onTag: (tag: string) => void;
};

function TagChoices({ label, uses, disabled, onTag }: TagChoicesProps) {
  if (uses.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-3 flex max-h-60 flex-wrap gap-2 overflow-y-auto p-0.5">
      {uses.map(({ tag, cards }) => (
        <li key={tag} className="min-w-0">
          <Button variant="outline" size="sm" disabled={disabled} onClick={() => onTag(tag)} className="max-w-full">
            <span className="truncate">{tag}</span>
            <span className="tabular font-normal text-ink-soft">{formatCount(cards)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
