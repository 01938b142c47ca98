import { FormatList } from "#features/exports/components/format-list.tsx";

const HEADING = "mis-datos";

/** Offers the download of all data of the account. */
export function MyDataCard() {
  return (
    <section aria-labelledby={HEADING} className="surface-card p-4 md:p-5">
      <h2 id={HEADING} tabIndex={-1} className="mb-1 text-lg">
        Descargar mis datos
      </h2>
      <p className="mb-2 text-ink-soft text-sm">Son tuyos: perfil, carpetas, cartas y repasos.</p>
      <FormatList folderId={null} order={["json", "apkg", "csv", "excel"]} />
    </section>
  );
}
