import { paths } from "#paths.ts";
import { buttonLook } from "#ui/button.tsx";

/**
 * The page of a link. What depends on the link stands in percent signs, and the server puts it in (`sharing.page.ts`): HTML for
 * %CARDS%, for all others a text, which may be empty.
 */
export default function VisitingPage() {
  return (
    <article data-shared="%TOKEN%" className="mx-auto max-w-3xl">
      <header className="pt-4 pb-6 md:pt-8">
        <h1 dir="auto" tabIndex={-1} className="wrap-anywhere text-2xl md:text-3xl">
          %NAME%
        </h1>
        <p className="mt-2 text-ink-soft">
          %COUNT%<span dir="auto">%AUTHOR%</span>
        </p>
        <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line empty:hidden">
          %DESCRIPTION%
        </p>
        <div className="mt-5 flex flex-wrap gap-2">
          <form data-follow action={paths.register()} className="max-sm:w-full">
            <button type="submit" className={buttonLook({ size: "lg", full: true })}>
              Añadir a mis carpetas
            </button>
          </form>
          <button type="button" data-share className={buttonLook({ size: "lg", variant: "outline" })}>
            Compartir
          </button>
          <button
            type="button"
            data-report-opener
            aria-expanded="false"
            aria-controls="denuncia"
            className={buttonLook({ size: "lg", variant: "ghost" })}
          >
            Denunciar
          </button>
        </div>
        <p role="status" data-outcome className="mt-3 font-semibold empty:hidden" />
        <ReportForm />
      </header>
      <h2 className="mb-3 text-lg">%HEADING%</h2>
      %CARDS%
      <p className="mt-4 text-ink-soft empty:hidden">%MORE%</p>
    </article>
  );
}

const REASONS = [
  ["spam", "Es publicidad o engaña"],
  ["offensive", "Es ofensivo o acosa a alguien"],
  ["rights", "Usa contenido de otros sin permiso"],
  ["other", "Otro motivo"],
] as const;

function ReportForm() {
  return (
    <form
      id="denuncia"
      data-report
      hidden
      className="mt-4 flex flex-col items-start gap-3 rounded-card border border-line bg-surface p-4"
    >
      <fieldset>
        <legend className="mb-1 font-semibold">¿Qué le pasa a esta carpeta?</legend>
        {REASONS.map(([reason, words]) => (
          <label key={reason} className="flex min-h-11 items-center gap-2.5">
            <input type="radio" name="reason" value={reason} required className="size-5 accent-brand" />
            {words}
          </label>
        ))}
      </fieldset>
      <label className="w-full">
        <span className="mb-1 block font-semibold">Más detalles (opcional)</span>
        <textarea
          name="text"
          rows={3}
          maxLength={1000}
          className="w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-input"
        />
      </label>
      <button type="submit" className={buttonLook({ variant: "outline" })}>
        Enviar la denuncia
      </button>
    </form>
  );
}
