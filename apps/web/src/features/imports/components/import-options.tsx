import type { ImportPreview } from "@repasa/contract/imports.ts";
import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#features/folders/folders.loading.ts";
import { PastStudy } from "#features/imports/components/past-study.tsx";
import type { Duplicates, ImportChoices } from "#features/imports/use-import-options.ts";
import { counted } from "#lib/plural.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { ChoiceField } from "#ui/choice-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

type ImportOptionFieldsProps = { preview: ImportPreview; choices: ImportChoices };

export function ImportOptionFields({ preview, choices }: ImportOptionFieldsProps) {
  return (
    <section aria-label="Cómo se importan" className="surface-card flex flex-col gap-5 p-4 md:p-5">
      <FolderField preview={preview} choices={choices} />
      <DuplicatesField value={choices.duplicates} onChange={choices.setDuplicates} />
      {preview.reviews > 0 && (
        <SwitchField
          label="Traer mi historial"
          hint="Cada carta sigue donde la dejaste, y tus días de estudio cuentan. A las que ya tienes se les suman los repasos que falten. Sin él, las nuevas llegan sin estudiar."
          checked={choices.history}
          onCheckedChange={choices.setHistory}
        />
      )}
      {preview.study && choices.history && <PastStudy study={preview.study} choices={choices} />}
      {preview.media > 0 && (
        <SwitchField label="Traer imágenes y audios" checked={choices.media} onCheckedChange={choices.setMedia} />
      )}
    </section>
  );
}

function FolderField({ preview, choices }: ImportOptionFieldsProps) {
  const { data: folders = [] } = useQuery(foldersQuery());
  return (
    <SelectField
      label="Dónde"
      value={choices.folderId ?? ""}
      onChange={({ currentTarget: { value } }) => choices.setFolderId(value === "" ? null : Number(value))}
      className="truncate"
    >
      <option value="">{describeFoldersOfFile(preview)}</option>
      {folders.length > 0 && (
        <optgroup label="Todo en una de tus carpetas">
          {folders.map(({ id, name }) => (
            <option key={id} value={id}>
              {shortenText(name)}
            </option>
          ))}
        </optgroup>
      )}
    </SelectField>
  );
}

function describeFoldersOfFile({ folders: [first, ...rest] }: ImportPreview): string {
  if (!first) return "En una carpeta nueva";
  if (rest.length > 0) return `En ${counted(rest.length + 1, "carpeta", "carpetas")}, como están en el archivo`;
  return `En ${first.existing ? "tu carpeta" : "la carpeta nueva"} «${shortenText(first.name)}»`;
}

const duplicateChoices: readonly { value: Duplicates; label: string; hint: string }[] = [
  { value: "skip", label: "Omitirlas", hint: "Las que ya tienes conservan su texto." },
  { value: "update", label: "Actualizarlas", hint: "Toman el texto del archivo y conservan sus repasos." },
  { value: "add", label: "Repetirlas", hint: "Las tendrás dos veces." },
];

function DuplicatesField({ value, onChange }: { value: Duplicates; onChange: (value: Duplicates) => void }) {
  return (
    <div>
      <ChoiceField label="Las cartas que ya tienes" choices={duplicateChoices} value={value} onChange={onChange} />
      <p className="mt-1.5 text-ink-soft text-sm">{duplicateChoices.find((choice) => choice.value === value)?.hint}</p>
    </div>
  );
}
