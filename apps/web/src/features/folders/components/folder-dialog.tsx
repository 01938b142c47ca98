import { folderForm } from "@repasa/contract/folders.forms.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useCreateFolder, useUpdateFolder } from "#features/folders/folders.api.ts";
import { useDraftKey } from "#features/session/use-draft-key.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

type FolderDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  folder?: Folder | undefined;
  onSaved?: ((folder: Folder) => void) | undefined;
};

export function FolderDialog({ open, onOpenChange, folder, onSaved }: FolderDialogProps) {
  const create = useCreateFolder();
  const update = useUpdateFolder();
  const draftKey = useDraftKey(folder ? { folder: folder.id } : "newFolder");
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={folder ? "Editar carpeta" : "Crear nueva carpeta"}
      schema={folderForm}
      initial={folder && { name: folder.name, description: folder.description ?? "" }}
      draftKey={draftKey}
      onSave={async (text, clientId) => {
        const saved = await (folder
          ? update.mutateAsync({ id: folder.id, ...text })
          : create.mutateAsync({ ...text, clientId }));
        onSaved?.(saved);
      }}
      saveLabel={folder ? "Guardar cambios" : "Crear carpeta"}
    >
      {(field) => (
        <>
          <TextField {...field("name")} label="Nombre" placeholder="Biología, inglés, historia…" autoComplete="off" />
          <TextareaField {...field("description")} label="Descripción (opcional)" placeholder="De qué trata" rows={2} />
        </>
      )}
    </FormDialog>
  );
}
