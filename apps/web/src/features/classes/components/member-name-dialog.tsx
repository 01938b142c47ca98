import type { Member } from "@repasa/contract/classes.ts";
import { useUpdateMember } from "#features/classes/classes.api.ts";
import { memberFields } from "#features/classes/classes.fields.ts";
import type { OpenState } from "#ui/dialog.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";

type MemberNameDialogProps = OpenState & {
  classId: number;
  member: Member;
};

export function MemberNameDialog({ classId, member, ...dialog }: MemberNameDialogProps) {
  const update = useUpdateMember();
  return (
    <FormDialog
      {...dialog}
      title="Mi nombre en la clase"
      description={
        member.role === "teacher" ? "Lo ve toda la clase." : "Lo ve tu docente. El resto de la clase no te ve."
      }
      schema={memberFields}
      initial={{ name: member.name }}
      saveLabel="Guardar cambios"
      onSave={async ({ name }) => void (await update.mutateAsync({ classId, id: member.id, name }))}
    >
      {({ field }) => <TextField {...field("name")} label="Nombre" autoComplete="off" />}
    </FormDialog>
  );
}
