import { FolderPlus, Play, SquarePen } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { lazyPart } from "#lib/lazy-part.ts";
import { NEW_CARD, paths, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { IconTile } from "#ui/icon-tile.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { preserveToast } from "#ui/toast.ts";

const FolderDialog = lazyPart(
  async () => (await import("#features/folders/components/folder-dialog.tsx")).FolderDialog,
);

const steps = [
  { Icon: FolderPlus, title: "Crea una carpeta", text: "Una por materia: biología, inglés, historia." },
  { Icon: SquarePen, title: "Añade tus cartas", text: "Delante la pregunta, detrás la respuesta." },
  { Icon: Play, title: "Repasa un rato cada día", text: "Cada carta vuelve justo antes de que la olvides." },
] as const;

export function FirstSteps() {
  const [, navigate] = useLocation();
  const [requested, setRequested] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="primeros-pasos" className="surface-card p-4 md:p-8">
      <h2 id="primeros-pasos" className="text-lg md:text-xl">
        Empecemos por tu primera materia
      </h2>
      <p className="mt-0.5 text-ink-soft max-md:text-sm">En dos minutos tendrás algo que repasar.</p>
      <ol className="mt-4 grid gap-3 md:mt-6 md:grid-cols-3 md:gap-5">
        {steps.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <IconTile icon={<Icon />} size="size-10" />
            <div>
              <h3 className="text-base">{title}</h3>
              <p className="text-ink-soft max-md:text-sm md:mt-0.5">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-5 flex flex-col items-center gap-x-4 gap-y-0.5 md:mt-7 md:flex-row">
        <Button
          size="lg"
          className="w-full md:w-auto"
          onClick={() => {
            setRequested(true);
            setOpen(true);
          }}
        >
          Crear mi primera carpeta
        </Button>
        <OtherSteps />
      </div>
      {requested && (
        <Suspense>
          <FolderDialog
            open={open}
            onOpenChange={setOpen}
            onSaved={({ id }) => {
              preserveToast();
              navigate(withQuery(paths.folder(id), { [NEW_CARD]: "carta" }));
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

const inlineLink = `${textLink} inline-flex min-h-11 items-center`;

function OtherSteps() {
  return (
    <p className="max-md:text-center text-ink-soft">
      o{" "}
      <Link href={paths.import()} className={inlineLink}>
        importa tus cartas
      </Link>{" "}
      o{" "}
      <Link href={paths.store()} className={inlineLink}>
        añade una carpeta lista
      </Link>
    </p>
  );
}
