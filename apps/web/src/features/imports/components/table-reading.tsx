import { useState } from "react";
import { assignRole, type ColumnRole, findRole, findUnusedColumn } from "#features/imports/imports.reading.ts";
import type { TableChoice } from "#features/imports/use-import-options.ts";
import { choicesOf } from "#lib/choices.ts";
import { shortenText } from "#lib/shorten-text.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { FormError } from "#ui/form-error.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";
import { SwitchField } from "#ui/switch-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const separators = choicesOf({
  "\t": "Tabulación",
  ";": "Punto y coma",
  ",": "Coma",
  "|": "Barra vertical",
  " - ": "Guion",
  ":": "Dos puntos",
});

const OTHER = "otro";
const MAX_SEPARATOR_LENGTH = 10;

/** The fields that say how to read a table, and a preview of its first rows, which shows each change immediately. */
export function TableReadingFields({ table }: { table: TableChoice }) {
  const { reading, isReadable, changeReading } = table;
  return (
    <section aria-labelledby="tabla" className="surface-card flex flex-col gap-4 p-4 md:p-5">
      <h2 id="tabla" className="text-lg">
        Qué es cada columna
      </h2>
      <FirstRows table={table} />
      <UnusedColumnOffer table={table} />
      {!isReadable && <FormError message="Con este separador no hay dos columnas. Prueba con otro." />}
      <div className="grid gap-4 sm:grid-cols-2 sm:items-end sm:gap-6">
        {reading.separator !== "" && (
          <SeparatorField separator={reading.separator} onChange={(separator) => changeReading({ separator })} />
        )}
        <SwitchField
          label="La primera fila es un título"
          checked={reading.header}
          onCheckedChange={(header) => changeReading({ header })}
        />
      </div>
    </section>
  );
}

function SeparatorField({ separator, onChange }: { separator: string; onChange: (separator: string) => void }) {
  const isKnown = separators.some(({ value }) => value === separator);
  const [isOther, setIsOther] = useState(!isKnown);
  return (
    <div className="flex gap-2 *:min-w-0 *:flex-1">
      <SelectField
        label="Las columnas se separan con"
        value={isOther ? OTHER : separator}
        onChange={({ currentTarget: { value } }) => {
          setIsOther(value === OTHER);
          if (value !== OTHER) onChange(value);
        }}
      >
        <SelectOptions options={separators} />
        <option value={OTHER}>Otro</option>
      </SelectField>
      {isOther && (
        <TextField
          label="Separador"
          maxLength={MAX_SEPARATOR_LENGTH}
          defaultValue={isKnown ? "" : separator}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            if (value !== "") onChange(value);
          }}
        />
      )}
    </div>
  );
}

const roles = choicesOf<ColumnRole>({
  front: "Pregunta",
  back: "Respuesta",
  extra: "Texto extra",
  tags: "Etiquetas",
  folder: "Carpeta",
});

const MAX_SHOWN_COLUMNS = 40;

function FirstRows({ table: { rows, width: columnCount, reading, changeReading } }: { table: TableChoice }) {
  const columns = Array.from({ length: Math.min(columnCount, MAX_SHOWN_COLUMNS) }, (_, index) => index);
  return (
    <section aria-label="Primeras filas" className="max-h-96 overflow-auto rounded-control border border-line">
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-raised">
          <tr>
            {columns.map((index) => (
              <th key={index} scope="col" className="min-w-40 p-2 text-left font-normal">
                <RoleSelect
                  index={index}
                  role={findRole(reading.columns, index)}
                  onRoleChange={(role) => changeReading({ columns: assignRole(reading.columns, index, role) })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and their order does not change
            <tr key={rowIndex} className={cx("border-line border-t", reading.header && rowIndex === 0 && "bg-sunken")}>
              {columns.map((index) => (
                <td
                  key={index}
                  dir="auto"
                  className={cx(
                    "max-w-40 truncate md:max-w-72 px-3 py-2 align-top",
                    (findRole(reading.columns, index) === null || (reading.header && rowIndex === 0)) &&
                      "text-ink-soft",
                    reading.header && rowIndex === 0 && "font-semibold",
                  )}
                >
                  {row[index] ?? ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const unusedRoleLabels = { extra: "Añadirla a la respuesta", tags: "Como etiquetas" };

/** Names a column that would not be imported, and offers buttons that import it. */
function UnusedColumnOffer({ table: { rows, reading, changeReading } }: { table: TableChoice }) {
  const unused = findUnusedColumn(rows, reading);
  if (!unused) return null;
  const columnLabel = unused.name === "" ? String(unused.index + 1) : `«${shortenText(unused.name)}»`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="w-full text-ink-soft text-sm md:w-auto">La columna {columnLabel} no se importa.</p>
      {unused.roles.toReversed().map((role) => (
        <Button
          key={role}
          variant="outline"
          size="sm"
          onClick={({ currentTarget }) => {
            changeReading({ columns: assignRole(reading.columns, unused.index, role) });
            // This button disappears, so the focus moves to the select field of the column, which now shows the new role.
            currentTarget.closest("section")?.querySelectorAll("select")[unused.index]?.focus();
          }}
        >
          {unusedRoleLabels[role]}
        </Button>
      ))}
    </div>
  );
}

type RoleSelectProps = { index: number; role: ColumnRole | null; onRoleChange: (role: ColumnRole | null) => void };

function RoleSelect({ index, role, onRoleChange }: RoleSelectProps) {
  const isRequired = role === "front" || role === "back";
  return (
    <SelectField
      label={`Columna ${index + 1}`}
      labelHidden
      value={role ?? ""}
      onChange={({ currentTarget: { value } }) => onRoleChange(value === "" ? null : (value as ColumnRole))}
      className={cx("h-11! pl-3!", role === null ? "border-line! text-ink-soft" : "border-brand! font-semibold")}
    >
      {!isRequired && <option value="">No importar</option>}
      <SelectOptions options={roles} />
    </SelectField>
  );
}
