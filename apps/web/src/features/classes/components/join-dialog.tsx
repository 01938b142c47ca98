import type { Class } from "@repasa/contract/classes.ts";
import { useJoinClass } from "#features/classes/classes.api.ts";
import { joinFields } from "#features/classes/classes.fields.ts";
import type { OpenState } from "#ui/dialog.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { SwitchField } from "#ui/switch-field.tsx";
import { TextField } from "#ui/text-field.tsx";

type JoinDialogProps = OpenState & {
  /** The code of the address; usually empty. */
  code: string;
  onJoined: (joined: Class) => void;
};

/** The own name is always typed anew: nobody's full name is handed on by a form that was filled in already. */
export function JoinDialog({ code, onJoined, ...dialog }: JoinDialogProps) {
  const join = useJoinClass();
  return (
    <FormDialog
      {...dialog}
      title="Unirme a una clase"
      description="Tu docente verá el nombre que escribas. El resto de la clase no te ve."
      schema={joinFields}
      initial={{ code, name: "", sharesProgress: false }}
      saveLabel="Unirme"
      onSave={async (values) => onJoined(await join.mutateAsync(values))}
    >
      {({ fields, field, change }) => (
        <>
          <TextField
            {...field("code")}
            label="Código de la clase"
            hint="Ocho letras y números."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="tabular uppercase"
          />
          <TextField {...field("name")} label="Tu nombre en la clase" autoComplete="off" />
          <SwitchField
            label="Compartir mi progreso"
            hint="Tu docente verá cuántas cartas has visto y cuánto se espera que recuerdes. Nunca tus respuestas ni cuándo estudias."
            checked={fields.sharesProgress}
            onCheckedChange={(sharesProgress) => change({ sharesProgress })}
            isOption
          />
        </>
      )}
    </FormDialog>
  );
}
