import { Check, Copy, Share2 } from "lucide-react";
import { useId } from "react";
import { splitCode } from "#features/classes/classes.wording.ts";
import { CLASS_CODE, paths, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { FormError } from "#ui/form-error.tsx";
import { useHandOn } from "#ui/use-hand-on.ts";

/** The code of a class, for its teacher, and the ways to hand it on. */
export function ClassCode({ name, code }: { name: string; code: string }) {
  const heading = useId();
  const handOn = useHandOn({
    title: name,
    text: `Únete a «${name}» en Repasa con el código ${code}:`,
    url: new URL(withQuery(paths.classes(), { [CLASS_CODE]: code }), window.location.origin).href,
    copied: code,
  });
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Código de la clase
      </h2>
      <p className="mt-2 rounded-control bg-sunken py-2.5 text-center">
        <code className="font-bold text-2xl tracking-widest">{splitCode(code)}</code>
      </p>
      <p className="mt-2 text-ink-soft text-sm">Quien lo escriba en Clases entra como estudiante.</p>
      <div className="mt-3 flex flex-wrap gap-2 *:grow">
        <Button variant="outline" icon={<Share2 aria-hidden />} onClick={handOn.share}>
          Compartir
        </Button>
        <Button
          variant="outline"
          icon={handOn.isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          onClick={handOn.copy}
        >
          {handOn.isCopied ? "Copiado" : "Copiar código"}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {handOn.isCopied && "Copiado"}
      </p>
      <FormError message={handOn.hasFailed ? "No se pudo copiar. Selecciona el código y cópialo." : undefined} />
    </section>
  );
}
