import { SwitchField } from "#ui/switch-field.tsx";

type NameSwitchProps = { firstName: string | null; checked: boolean; onCheckedChange: (checked: boolean) => void };

/** Whether a link shows its author's first name, which accounts of the web mostly do not have. */
export function NameSwitch({ firstName, checked, onCheckedChange }: NameSwitchProps) {
  return (
    <SwitchField
      label="Mostrar mi nombre"
      hint={
        firstName === null ? "Tu cuenta no tiene nombre: no se ve ninguno." : `Quien abra el enlace lee «${firstName}».`
      }
      checked={checked && firstName !== null}
      disabled={firstName === null}
      onCheckedChange={onCheckedChange}
    />
  );
}
