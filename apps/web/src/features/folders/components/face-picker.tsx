import { chooseFolderFace, FaceCounts } from "@repasa/contract/folder-faces.ts";
import { FOLDER_COLORS, type FolderColor } from "@repasa/contract/folders.choices.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { foldersQuery } from "#features/folders/folders.loading.ts";
import { cx } from "#ui/cx.ts";
import { FolderFace } from "#ui/folder-face.tsx";
import type { FieldControl } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

const colorNames: Record<FolderColor, string> = {
  red: "Rojo",
  orange: "Naranja",
  amber: "Ámbar",
  lime: "Lima",
  green: "Verde",
  teal: "Turquesa",
  cyan: "Cian",
  blue: "Azul",
  indigo: "Índigo",
  violet: "Violeta",
  pink: "Rosa",
  gray: "Gris",
};

const ICONS = "🧬 🦴 🩺 🌱 🧪 ⚛️ ➗ 📐 📊 💻 🔭 🌍 🏛️ ⚖️ 📈 🧠 🤔 📚 ✍️ 🎨 🎵 🇬🇧 🇫🇷 🇩🇪".split(" ");

type FacePickerProps = {
  /** The folder that is edited. */
  folder: Folder | undefined;
  fields: { name: string; color: string; icon: string };
  icon: FieldControl;
  onChange: (changed: { color: string } | { icon: string }) => void;
};

/** Shows the folder's face. Pressing it shows the fields that change it; an empty field means chosen automatically. */
export default function FacePicker({ folder, fields, icon, onChange }: FacePickerProps) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const { name, color } = fields;
  const { data: folders = [] } = useQuery(foldersQuery());
  const chosen = { name, color: color || null, icon: fields.icon.trim() || null };
  const before = folder && !folder.colorChosen ? folder : null;
  const face = chooseFolderFace(chosen, before, new FaceCounts(folders.filter(({ id }) => id !== folder?.id)));
  // An error must be visible.
  const shown = open || icon.error !== undefined;
  return (
    <>
      <button
        type="button"
        aria-label="Color e icono"
        aria-expanded={shown}
        aria-controls={shown ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="order-first mt-6.5 self-start rounded-control hover:brightness-95"
      >
        <FolderFace face={face} size="lg" />
      </button>
      {shown && (
        <div id={panelId} className="col-span-2 flex flex-col gap-4">
          <Colors chosen={color} face={face} onChange={(next) => onChange({ color: next })} />
          <TextField
            {...icon}
            label="Icono"
            hint="Un emoji o una letra. Vacío, sale del nombre."
            placeholder="Automático"
            autoComplete="off"
          />
          <Icons chosen={icon.value} onChange={(next) => onChange({ icon: next })} />
        </div>
      )}
    </>
  );
}

type ColorsProps = { chosen: string; face: { icon: string }; onChange: (color: string) => void };

function Colors({ chosen, face, onChange }: ColorsProps) {
  const group = useId();
  const choice = (value: string, content: ReactNode) => (
    <label key={value} className="relative grid min-h-11 min-w-11 cursor-pointer place-items-center">
      <input
        type="radio"
        name={group}
        checked={chosen === value}
        onChange={() => onChange(value)}
        aria-label={value === "" ? undefined : colorNames[value as FolderColor]}
        className="peer absolute inset-0 cursor-pointer opacity-0"
      />
      {content}
    </label>
  );
  const ring = "outline-brand outline-offset-2 peer-checked:outline-2 peer-focus-visible:outline-2";
  return (
    <div role="radiogroup" aria-labelledby={group}>
      <div className="flex items-center justify-between">
        <span id={group} className="font-semibold text-sm">
          Color
        </span>
        {choice("", <span className={cx("rounded-chip bg-sunken px-3 py-1.5 text-sm", ring)}>Automático</span>)}
      </div>
      <div className="-ml-1.5 grid max-w-80 grid-cols-6">
        {FOLDER_COLORS.map((color) =>
          choice(color, <FolderFace face={{ color, icon: face.icon }} size="sm" className={cx("size-8!", ring)} />),
        )}
      </div>
    </div>
  );
}

/** Suggestions: the field takes any other emoji. */
function Icons({ chosen, onChange }: { chosen: string; onChange: (icon: string) => void }) {
  return (
    <div className="-mx-2 -mt-1 grid max-w-88 grid-cols-[repeat(auto-fill,2.75rem)]">
      {ICONS.map((icon) => (
        <button
          key={icon}
          type="button"
          aria-pressed={chosen === icon}
          onClick={() => onChange(chosen === icon ? "" : icon)}
          className="grid size-11 place-items-center rounded-control text-xl hover:bg-sunken aria-pressed:bg-brand-soft"
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
