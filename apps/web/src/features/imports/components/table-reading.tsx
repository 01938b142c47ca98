import { useState } from "react";
import { assignRole, type ColumnRole, findRole, findUnusedColumn } from "#features/imports/imports.reading.ts";
import type { TableChoice } from "#features/imports/use-import-options.ts";
import { shortened } from "#lib/shortened.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { FormError } from "#ui/form-error.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SwitchField } from "#ui/switch-field.tsx";
import { TextField } from "#ui/text-field.tsx";

const separators = [
  { value: "\t", label: "Tabulación" },
  { value: ";", label: "Punto y coma" },
  { value: ",", label: "Coma" },
  { value: "|", label: "Barra vertical" },
  { value: " - ", label: "Guion" },
  { value: ":", label: "Dos puntos" },
];

const OTHER = "otro";
const MAX_SEPARATOR_LENGTH = 10;

/** Fields for how the table is read, with its first rows, which reflect every change at once. */
export function TableReadingFields({ table }: { table: TableChoice }) {
  const { reading, readable, change } = table;
  return (
    <section aria-labelledby="tabla" className="surface-card flex flex-col gap-4 p-4 md:p-5">
      <h2 id="tabla" className="text-lg">
        Qué es cada columna
      </h2>
      <Rows table={table} />
      <LeftOutColumn table={table} />
      {!readable && <FormError message="Con este separador no hay dos columnas. Prueba con otro." />}
      <div className="grid gap-4 sm:grid-cols-2 sm:items-end sm:gap-6">
        {reading.separator !== "" && (
          <SeparatorField separator={reading.separator} onChange={(separator) => change({ separator })} />
        )}
        <SwitchField
          label="La primera fila es un título"
          checked={reading.header}
          onCheckedChange={(header) => change({ header })}
        />
      </div>
    </section>
  );
}

function SeparatorField({ separator, onChange }: { separator: string; onChange: (separator: string) => void }) {
  const known = separators.some(({ value }) => value === separator);
  const [other, setOther] = useState(!known);
  return (
    <div className="flex gap-2 *:min-w-0 *:flex-1">
      <SelectField
        label="Las columnas se separan con"
        value={other ? OTHER : separator}
        onChange={({ currentTarget: { value } }) => {
          setOther(value === OTHER);
          if (value !== OTHER) onChange(value);
        }}
      >
        {separators.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value={OTHER}>Otro</option>
      </SelectField>
      {other && (
        <TextField
          label="Separador"
          maxLength={MAX_SEPARATOR_LENGTH}
          defaultValue={known ? "" : separator}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            if (value !== "") onChange(value);
          }}
        />
      )}
    </div>
  );
}

const roles: readonly { value: ColumnRole; label: string }[] = [
  { value: "front", label: "Pregunta" },
  { value: "back", label: "Respuesta" },
  { value: "extra", label: "Texto extra" },
  { value: "tags", label: "Etiquetas" },
  { value: "folder", label: "Carpeta" },
];

const MAX_COLUMNS = 40;

function Rows({ table: { rows, width, reading, change } }: { table: TableChoice }) {
  const columns = Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, index) => index);
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
                  onRole={(role) => change({ columns: assignRole(reading.columns, index, role) })}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids, and their order does not change
            <tr key={line} className={cx("border-line border-t", reading.header && line === 0 && "bg-sunken")}>
              {columns.map((index) => (
                <td
                  key={index}
                  dir="auto"
                  className={cx(
                    "max-w-40 truncate md:max-w-72 px-3 py-2 align-top",
                    (findRole(reading.columns, index) === null || (reading.header && line === 0)) && "text-ink-soft",
                    reading.header && line === 0 && "font-semibold",
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

const offers = { extra: "Añadirla a la respuesta", tags: "Como etiquetas" };

/** Offers uses for a column that is not imported yet. */
function LeftOutColumn({ table: { rows, reading, change } }: { table: TableChoice }) {
  const left = findUnusedColumn(rows, reading);
  if (!left) return null;
  const name = left.name === "" ? String(left.index + 1) : `«${shortened(left.name)}»`;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="w-full text-ink-soft text-sm md:w-auto">La columna {name} no se importa.</p>
      {left.roles.toReversed().map((role) => (
        <Button
          key={role}
          variant="outline"
          size="sm"
          onClick={({ currentTarget }) => {
            change({ columns: assignRole(reading.columns, left.index, role) });
            // This button disappears, so the focus moves to the column's own field, which now shows its use.
            currentTarget.closest("section")?.querySelectorAll("select")[left.index]?.focus();
          }}
        >
          {offers[role]}
        </Button>
      ))}
    </div>
  );
}

type RoleSelectProps = { index: number; role: ColumnRole | null; onRole: (role: ColumnRole | null) => void };

function RoleSelect({ index, role, onRole }: RoleSelectProps) {
  const needed = role === "front" || role === "back";
  return (
    <SelectField
      label={`Columna ${index + 1}`}
      labelHidden
      value={role ?? ""}
      onChange={({ currentTarget: { value } }) => onRole(value === "" ? null : (value as ColumnRole))}
      className={cx("h-11! pl-3!", role === null ? "border-line! text-ink-soft" : "border-brand! font-semibold")}
    >
      {!needed && <option value="">No importar</option>}
      {roles.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
