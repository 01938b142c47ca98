import { useId } from "react";
import { splitCode } from "#features/classes/classes.wording.ts";
import { CLASS_CODE, paths, withQuery } from "#paths.ts";
import { HandOnButtons } from "#ui/hand-on-buttons.tsx";

/** The code of a class, for its teacher, and the ways to hand it on. */
export function ClassCode({ name, code }: { name: string; code: string }) {
  const heading = useId();
  const handedOn = {
    title: name,
    text: `Únete a «${name}» en Repasa con el código ${code}:`,
    url: new URL(withQuery(paths.classes(), { [CLASS_CODE]: code }), window.location.origin).href,
    copied: code,
  };
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Código de la clase
      </h2>
      <p className="mt-2 rounded-control bg-sunken py-2.5 text-center">
        <code className="font-bold text-2xl tracking-widest">{splitCode(code)}</code>
      </p>
      <p className="mt-2 text-ink-soft text-sm">Quien lo escriba en Clases entra como estudiante.</p>
      <div className="mt-3">
        <HandOnButtons handedOn={handedOn} noun="código" announcement="Copiado" shareVariant="outline" />
      </div>
    </section>
  );
}
