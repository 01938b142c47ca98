import { FormatList } from "#features/exports/components/format-list.tsx";
import { useLinkTarget } from "#lib/use-link-target.ts";

const HEADING = "mis-datos";

/** Offers the download of all data of the account. */
export function MyDataCard() {
  return (
    <section aria-labelledby={HEADING} className="surface-card p-4 md:p-5">
      <h2 ref={useLinkTarget(`#${HEADING}`)} id={HEADING} tabIndex={-1} className="mb-1 text-lg">
        Descargar mis datos
      </h2>
      <p className="text-ink-soft text-sm">Son tuyos: perfil, carpetas, cartas y repasos.</p>
      <FormatList folderId={null} order={["json", "apkg", "csv", "excel"]} />
    </section>
  );
}
