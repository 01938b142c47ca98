import { classForm } from "@repasa/contract/classes.forms.ts";
import type { Class } from "@repasa/contract/classes.ts";
import { useCreateClass, useRenameClass } from "#features/classes/classes.api.ts";
import { ShareRefusal } from "#features/sharing/components/share-refusal.tsx";
import { hasCode } from "#lib/api-error.ts";
import type { OpenState } from "#ui/dialog.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

type ClassNameDialogProps = OpenState & {
  /** Undefined for a new class. */
  renamed?: Class;
  onSaved?: (saved: Class) => void;
};

export function ClassNameDialog({ renamed, onSaved, ...dialog }: ClassNameDialogProps) {
  const create = useCreateClass();
  const rename = useRenameClass();
  return (
    <FormDialog
      {...dialog}
      title={renamed ? "Cambiar el nombre de la clase" : "Crear clase"}
      schema={classForm}
      initial={{ name: renamed?.name ?? "" }}
      saveLabel={renamed ? "Guardar cambios" : "Crear clase"}
      onSave={async ({ name }) => {
        const saved = await (renamed ? rename.mutateAsync({ id: renamed.id, name }) : create.mutateAsync({ name }));
        onSaved?.(saved);
      }}
    >
      {({ field }) => (
        <>
          <TextField {...field("name")} label="Nombre" placeholder="Biología 2.º B" autoComplete="off" />
          {create.error && hasCode(create.error, "email_unconfirmed") && <ShareRefusal error={create.error} />}
        </>
      )}
    </FormDialog>
  );
}
