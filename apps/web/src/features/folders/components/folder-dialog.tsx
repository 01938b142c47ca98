import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type * as z from "zod/mini";
import { hasVoices, isAutomaticSpeechOn, setAutomaticSpeech } from "#features/cards/text/text.speech.ts";
import { useCreateFolder, useUpdateFolder } from "#features/folders/folders.api.ts";
import { folderFields } from "#features/folders/folders.fields.ts";
import { listSpeechLanguages } from "#features/folders/folders.languages.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { answerModeOptions, describeAnswerMode, explainAnswerMode } from "#features/preferences/preferences.options.ts";
import { useDraftKey } from "#features/session/use-draft-key.ts";
import { useFound } from "#lib/use-found.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { MoreOptions } from "#ui/more-options.tsx";
import { onceOpened } from "#ui/once-opened.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";
import { SwitchField } from "#ui/switch-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { TextareaField } from "#ui/textarea-field.tsx";

// Loaded with the dialog, because it contains the dictionary of subjects.
const FacePicker = lazy(() => import("#features/folders/components/face-picker.tsx"));

type FolderForm = z.output<typeof folderFields>;

type FolderDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  folder?: Folder | undefined;
  onSaved?: ((folder: Folder) => void) | undefined;
};

export const FolderDialog = onceOpened(OpenedFolderDialog);

function OpenedFolderDialog({ open, onOpenChange, folder, onSaved }: FolderDialogProps) {
  const create = useCreateFolder();
  const update = useUpdateFolder();
  const found = useFound(open, folder);
  const usual = useQuery(preferencesQuery()).data?.answerMode;
  const draftKey = useDraftKey(folder ? { folder: folder.id } : "newFolder");
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={folder ? "Editar carpeta" : "Crear nueva carpeta"}
      schema={folderFields}
      initial={toFolderFields(folder)}
      draftKey={draftKey}
      onSave={async (values, clientId) => {
        const changes = selectChanges(values, toFolderFields(found));
        const saved = await (found
          ? update.mutateAsync({ id: found.id, ...changes, base: { name: found.name, description: found.description } })
          : create.mutateAsync({ ...changes, clientId }));
        onSaved?.(saved);
      }}
      saveLabel={folder ? "Guardar cambios" : "Crear carpeta"}
    >
      {({ fields, field, change }) => (
        <>
          <div className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 gap-y-4">
            <TextField {...field("name")} label="Nombre" placeholder="Biología, inglés, historia…" autoComplete="off" />
            <Suspense fallback={<span className="order-first" />}>
              <FacePicker folder={found} fields={fields} icon={field("icon")} onChange={change} />
            </Suspense>
          </div>
          <MoreOptions needed={folder !== undefined || fields.description !== ""}>
            <TextareaField
              {...field("description")}
              label="Descripción (opcional)"
              placeholder="De qué trata"
              rows={2}
            />
            <SelectField
              {...field("language")}
              label="Idioma de las cartas"
              hint="Para leerlas en voz alta y comparar lo que escribes."
            >
              <option value="">El de este dispositivo</option>
              {listSpeechLanguages(folder?.language ?? null).map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField
              {...field("answerMode")}
              label="Al estudiar"
              hint={
                fields.answerMode === ""
                  ? usual && `Ahora: ${describeAnswerMode(usual)}.`
                  : explainAnswerMode(fields.answerMode)
              }
            >
              <option value="">Como en Ajustes</option>
              <SelectOptions options={answerModeOptions} />
            </SelectField>
            {(fields.answerMode || (usual ?? "flip")) !== "flip" && (
              <SwitchField
                label="Las tildes cuentan"
                hint="Una respuesta escrita sin sus tildes no es correcta."
                isOption
                checked={fields.strictAccents}
                onCheckedChange={(strictAccents) => change({ strictAccents })}
              />
            )}
            <SpeechSwitch />
          </MoreOptions>
        </>
      )}
    </FormDialog>
  );
}

function toFolderFields(folder: Folder | undefined) {
  return {
    name: folder?.name ?? "",
    description: folder?.description ?? "",
    language: folder?.language ?? "",
    color: folder?.colorChosen ? folder.color : "",
    icon: folder?.iconChosen ? folder.icon : "",
    answerMode: folder?.answerModeChosen ? folder.answerMode : "",
    strictAccents: folder?.strictAccents ?? false,
  };
}

/** Leaves out the choices that are as they were, so that a call contains only what the student changed. */
function selectChanges({ name, description, ...choices }: FolderForm, initial: Record<string, string | boolean>) {
  const changed = Object.entries(choices).filter(([field, value]) => (value ?? "") !== initial[field]);
  return { name, description, ...(Object.fromEntries(changed) as typeof choices) };
}

/** A setting of this device that applies to all folders. */
function SpeechSwitch() {
  const [wanted, setWanted] = useState(isAutomaticSpeechOn);
  const change = (next: boolean) => {
    setAutomaticSpeech(next);
    setWanted(next);
  };
  if (!hasVoices()) return null;
  return (
    <SwitchField
      label="Leer cada carta al estudiar"
      hint="En este dispositivo y en todas las carpetas."
      checked={wanted}
      onCheckedChange={change}
    />
  );
}
