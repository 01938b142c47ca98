import { FormatList } from "#features/exports/components/format-list.tsx";
import { ConfirmationHost } from "#features/factors/components/confirmation-host.tsx";
import { shortenText } from "#lib/shorten-text.ts";
import { Dialog } from "#ui/dialog.tsx";

type ExportDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; folder: { id: number; name: string } };

export function ExportDialog({ open, onOpenChange, folder }: ExportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Exportar carpeta"
      description={`«${shortenText(folder.name)}» como archivo.`}
    >
      <FormatList folderId={folder.id} order={["apkg", "csv", "excel", "json"]} onDone={() => onOpenChange(false)} />
      <ConfirmationHost />
    </Dialog>
  );
}
