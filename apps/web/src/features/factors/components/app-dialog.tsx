import { factorCode } from "@repasa/contract/factors.forms.ts";
import type { AddedFactor, AppSecret } from "@repasa/contract/factors.ts";
import { Copy, ExternalLink } from "lucide-react";
import { codeErrors, useAddApp } from "#features/factors/factors.api.ts";
import { useForm } from "#lib/use-form.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Dialog } from "#ui/dialog.tsx";
import { DialogButtons } from "#ui/dialog-buttons.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";

type AppDialogProps = { app: AppSecret | null; onClose: () => void; onAdded: (added: AddedFactor) => void };

export function AppDialog({ app, onClose, onAdded }: AppDialogProps) {
  return (
    <Dialog
      open={app !== null}
      onOpenChange={(next) => next || onClose()}
      title="Aplicación de códigos"
      description="Sirve cualquiera, como Google Authenticator, Microsoft Authenticator o tu gestor de contraseñas."
    >
      {app && <AppForm app={app} onClose={onClose} onAdded={onAdded} />}
    </Dialog>
  );
}

function AppForm({ app, onClose, onAdded }: AppDialogProps & { app: AppSecret }) {
  const add = useAddApp();
  const { form, field } = useForm(
    factorCode,
    async (values) => {
      onAdded(await add.mutateAsync(values));
    },
    codeErrors,
  );
  return (
    <form {...form} data-read-first="" className="flex flex-col gap-5 pt-1">
      <div className="flex flex-col gap-2">
        <p>
          1. Escanea este código con la aplicación. Si la aplicación está en este mismo dispositivo, ábrela con el
          botón.
        </p>
        <div className="flex flex-col items-center gap-3">
          <QrCode {...app.qr} />
          <a
            href={app.link}
            className={cx(buttonLook({ variant: "outline" }), "pointer-coarse:order-first pointer-coarse:w-full")}
          >
            <ExternalLink aria-hidden />
            Abrir en la aplicación
          </a>
        </div>
        <p className="mt-1 text-ink-soft text-sm">O escribe esta clave de configuración:</p>
        <Secret secret={app.secret} />
      </div>
      <TextField
        {...field("code")}
        label="2. Escribe el código que muestra"
        hint="Son seis números que cambian cada medio minuto."
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <DialogButtons submitLabel="Activar" pending={add.isPending} onCancel={onClose} />
    </form>
  );
}

/** Dark on light in the dark theme too, because not every camera reads inverted codes. */
function QrCode({ size, path }: AppSecret["qr"]) {
  const margin = 2;
  return (
    <svg
      role="img"
      aria-label="Código QR para la aplicación"
      viewBox={`${-margin} ${-margin} ${size + 2 * margin} ${size + 2 * margin}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control pointer-coarse:size-32"
    >
      <rect x={-margin} y={-margin} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function Secret({ secret }: { secret: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast({ description: "Clave copiada", variant: "success" });
    } catch {
      toast({ description: "No se pudo copiar. Selecciona la clave y cópiala.", variant: "error" });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 basis-52 rounded-control bg-sunken px-3 py-2">
        {secret.match(/.{1,4}/g)?.join(" ")}
      </code>
      <Button variant="outline" size="sm" icon={<Copy aria-hidden />} onClick={() => void copy()}>
        Copiar clave
      </Button>
    </div>
  );
}
