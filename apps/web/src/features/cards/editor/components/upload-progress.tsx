import type { UploadState } from "#features/media/use-media-uploads.ts";
import { Button } from "#ui/button.tsx";
import { FormError } from "#ui/form-error.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

type UploadProgressProps = { waiting: UploadState | null; error: string | undefined; onCancel: () => void };

export function UploadProgress({ waiting, error, onCancel }: UploadProgressProps) {
  return (
    <>
      {waiting && (
        <div className="flex items-center gap-3 text-sm">
          <div className="min-w-0 flex-1">
            <p className="truncate text-ink-soft">Subiendo {waiting.name}…</p>
            <ProgressBar
              value={Math.round(waiting.share * 100)}
              max={100}
              label={`Subiendo ${waiting.name}`}
              valueText={`${Math.round(waiting.share * 100)} %`}
              className="mt-1"
            />
          </div>
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Cancelar subida
          </Button>
        </div>
      )}
      <FormError message={error} />
    </>
  );
}
