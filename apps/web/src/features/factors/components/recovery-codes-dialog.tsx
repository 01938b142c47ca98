import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog, DialogFooter } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";

type RecoveryCodesDialogProps = { codes: readonly string[] | null; onClose: () => void };

/** The codes are shown only once, because the server stores their hashes: closing without the button asks first. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(false);
    onClose();
  };
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={(next) => next || setLeaving(true)}
      title="Guarda tus códigos de recuperación"
      description="Si pierdes el móvil, cada uno te deja entrar una vez. No los volveremos a mostrar."
    >
      {codes && (
        <div className="flex flex-col gap-4 pt-1">
          <ul
            aria-label="Códigos de recuperación"
            className="flex flex-col gap-1 rounded-control bg-sunken p-4 text-sm"
          >
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" icon={<Copy aria-hidden />} onClick={() => void copy(codes)}>
              Copiar
            </Button>
            <Button variant="outline" size="sm" icon={<Download aria-hidden />} onClick={() => download(codes)}>
              Descargar
            </Button>
          </div>
          <DialogFooter>
            <Button onClick={onClose}>Los he guardado</Button>
          </DialogFooter>
          <ConfirmDialog
            open={leaving}
            onOpenChange={setLeaving}
            title="¿Has guardado los códigos?"
            description="No los volveremos a mostrar."
            confirmLabel="Sí, cerrar"
            cancelLabel="Volver"
            danger={false}
            onConfirm={leave}
          />
        </div>
      )}
    </Dialog>
  );
}

async function copy(codes: readonly string[]) {
  try {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast({ description: "Códigos copiados", variant: "success" });
  } catch {
    toast({ description: "No se pudieron copiar. Descárgalos o anótalos.", variant: "error" });
  }
}

function download(codes: readonly string[]) {
  const text = `Códigos de recuperación de Repasa\nCada uno vale una vez.\n\n${codes.join("\n")}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), {
    href: url,
    download: "repasa-codigos-de-recuperacion.txt",
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
