import { ClipboardPaste, FileUp, Upload } from "lucide-react";
import { type ChangeEvent, type ClipboardEvent, useRef, useState } from "react";
import { ImportHelp } from "#features/imports/components/import-help.tsx";
import type { Source } from "#features/imports/imports.upload.ts";
import { usePageDrop } from "#features/imports/use-import-source.ts";
import { Button } from "#ui/button.tsx";
import { FormError } from "#ui/form-error.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

type ImportSourceProps = {
  /** The reason why the previous upload failed. */
  failure: string | undefined;
  /** The pasted text of the previous upload if it failed, what another app has shared, or nothing. */
  unsent: string;
  /** The folder that the cards will be added to, if it is already known. */
  folderName: string | undefined;
  onSource: (source: Source) => void;
};

/** Accepts a dropped or chosen file, or pasted text. */
export function ImportSource({ failure, unsent, folderName, onSource }: ImportSourceProps) {
  const hovered = usePageDrop(onSource);
  return (
    <>
      <div className="mb-4 empty:hidden">
        <FormError message={failure} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <PasteField unsent={unsent} onSource={onSource} folderName={folderName} />
        <FileField onSource={onSource} />
      </div>
      <ImportHelp />
      {hovered && <DropHere />}
    </>
  );
}

function PasteField({ unsent, onSource, folderName }: Omit<ImportSourceProps, "failure">) {
  const [text, setText] = useState(unsent);
  // Text that is pasted into an empty field is complete, so it is submitted without a button.
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData("text/plain");
    if (text.trim() !== "" || !/[\t\n]/.test(pasted.trim())) return;
    event.preventDefault();
    onSource({ text: pasted });
  };
  return (
    <section className="surface-card flex flex-col gap-3 p-4 md:p-5">
      <TextareaField
        label="Pega tus cartas"
        hint={
          "Una por línea, la pregunta y la respuesta separadas por una tabulación, una coma o un guion; " +
          `o con «Anverso:» y «Reverso:», como las escribe un asistente${folderName ? `. Irán a «${folderName}».` : "."}`
        }
        placeholder={"la célula\tunidad de la vida\nel núcleo\tguarda el ADN"}
        rows={6}
        // Phones are excluded, because their keyboard would cover the instructions.
        autoFocus={window.matchMedia("(pointer: fine)").matches}
        spellCheck={false}
        value={text}
        onPaste={paste}
        onChange={(event) => setText(event.currentTarget.value)}
        className="min-h-[10.5rem] wrap-anywhere"
      />
      <div className="flex flex-wrap gap-2">
        <PasteButton onText={(pasted) => onSource({ text: pasted })} />
        <Button disabled={text.trim() === ""} onClick={() => onSource({ text })} className="grow">
          Ver las cartas
        </Button>
      </div>
    </section>
  );
}

/** Pastes with one tap instead of a long press and a menu. */
function PasteButton({ onText }: { onText: (text: string) => void }) {
  const [failed, setFailed] = useState(false);
  if (!navigator.clipboard?.readText) return null;
  const read = async () => {
    try {
      const text = await navigator.clipboard.readText();
      setFailed(text.trim() === "");
      if (text.trim() !== "") onText(text);
    } catch {
      setFailed(true);
    }
  };
  return (
    <>
      <Button variant="outline" icon={<ClipboardPaste />} onClick={() => void read()} className="grow">
        Pegar lo copiado
      </Button>
      {failed && (
        <p role="alert" className="order-last w-full text-ink-soft text-sm">
          No hay texto copiado, o el navegador no deja leerlo. Mantén pulsado el recuadro y elige Pegar.
        </p>
      )}
    </>
  );
}

function FileField({ onSource }: Pick<ImportSourceProps, "onSource">) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // The value is reset, so that choosing the same file again after a failure triggers an event.
    currentTarget.value = "";
    if (file) onSource({ file });
  };
  return (
    <section className="surface-card flex flex-col p-4 md:p-5">
      <div className="flex flex-1 flex-col items-center justify-center gap-1 rounded-control border border-line-strong border-dashed px-4 py-6 text-center">
        <span aria-hidden className="mb-2 grid size-12 place-items-center rounded-card bg-brand-soft text-brand-ink">
          <FileUp className="size-6" />
        </span>
        <p className="font-semibold pointer-coarse:hidden">Arrastra un archivo a esta página</p>
        <p className="text-balance text-ink-soft text-sm">
          Anki (.apkg), una hoja de cálculo (.xlsx, .ods o .csv), una tabla guardada (.html), notas de Obsidian, Notion,
          RemNote o Mochi (.md o .zip), un cuestionario de Moodle (GIFT o Aiken) o una copia de Repasa. Hasta 300 MB.
        </p>
        <Button variant="outline" icon={<Upload />} onClick={() => input.current?.click()} className="mt-3">
          Elegir un archivo
        </Button>
        <input
          ref={input}
          type="file"
          aria-label="Archivo con tus cartas"
          tabIndex={-1}
          onChange={choose}
          className="sr-only"
        />
      </div>
    </section>
  );
}

function DropHere() {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-scrim p-6">
      <p className="surface-card flex items-center gap-3 px-6 py-5 font-semibold text-lg">
        <FileUp aria-hidden className="size-6 text-brand-ink" />
        Suelta el archivo para importarlo
      </p>
    </div>
  );
}
