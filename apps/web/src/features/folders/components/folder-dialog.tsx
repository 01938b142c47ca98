import { folderForm } from "@repasa/contract/folders.forms.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { draftHere, dropDraft } from "#features/billing/billing.drafts.ts";
import { type FolderText, useCreateFolder, useUpdateFolder } from "#features/folders/folders.api.ts";
import { useForm } from "#lib/use-form.ts";
import { Button } from "#ui/button.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

type FolderDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The folder to edit; without one the dialog creates. */
  folder?: Folder | undefined;
  onSaved?: ((folder: Folder) => void) | undefined;
};

export function FolderDialog({ open, onOpenChange, folder, onSaved }: FolderDialogProps) {
  const create = useCreateFolder();
  const update = useUpdateFolder();
  const queryClient = useQueryClient();
  // Only of the opening that the page was drawn with: the way back from a payment.
  const [draft] = useState(() => (open && !folder ? draftHere(queryClient) : null));
  const [form, setForm] = useState({ open, opening: 0 });
  if (form.open !== open) setForm({ open, opening: form.opening + 1 });
  const pending = create.isPending || update.isPending;

  const changeOpen = (next: boolean) => {
    // While it is being saved the text must stay, for the save may fail.
    if (pending) return;
    if (!next && !folder) dropDraft();
    onOpenChange(next);
  };
  const save = async (text: FolderText) => {
    if (pending) return;
    try {
      const saved = folder ? await update.mutateAsync({ id: folder.id, ...text }) : await create.mutateAsync(text);
      if (!folder) dropDraft();
      onOpenChange(false);
      onSaved?.(saved);
    } catch {
      // The mutation has told the user; the text stays for another try.
    }
  };

  return (
    <Dialog open={open} onOpenChange={changeOpen} title={folder ? "Editar carpeta" : "Crear nueva carpeta"}>
      <FolderForm
        key={form.opening}
        initial={folder ?? (form.opening === 0 ? draft : null)}
        isNew={!folder}
        pending={pending}
        onSave={save}
        onCancel={() => changeOpen(false)}
      />
    </Dialog>
  );
}

type FolderFormProps = {
  /** What the fields hold at first. */
  initial: { name?: string | null | undefined; description?: string | null | undefined } | null;
  isNew: boolean;
  pending: boolean;
  onSave: (text: FolderText) => Promise<void>;
  onCancel: () => void;
};

function FolderForm({ initial, isNew, pending, onSave, onCancel }: FolderFormProps) {
  const { form, field } = useForm(folderForm, (text) => void onSave(text));
  return (
    <form
      {...form}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      className="flex flex-col gap-4 pt-1"
    >
      <TextField
        {...field("name")}
        label="Nombre"
        placeholder="Biología, inglés, historia…"
        autoComplete="off"
        defaultValue={initial?.name ?? ""}
      />
      <TextareaField
        {...field("description")}
        label="Descripción (opcional)"
        placeholder="De qué trata"
        rows={2}
        defaultValue={initial?.description ?? ""}
      />
      <DialogFooter>
        <Button variant="outline" disabled={pending} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={pending}>
          {isNew ? "Crear carpeta" : "Guardar cambios"}
        </Button>
      </DialogFooter>
    </form>
  );
}
