import { FormatList } from "#features/exports/components/format-list.tsx";
import { shortened } from "#lib/shortened.ts";
import { Dialog } from "#ui/dialog.tsx";

type ExportDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; folder: { id: number; name: string } };

export function ExportDialog({ open, onOpenChange, folder }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Exportar carpeta"
      description={`«${shortened(folder.name)}» como archivo.`}
    >
      <FormatList folderId={folder.id} order={["apkg", "csv", "json"]} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
