import type { ReactNode } from "react";
import type { PreferenceFields } from "#features/preferences/components/preferences-section.tsx";
import { chooseChannel, isChosen } from "#features/preferences/preferences.channels.ts";
import {
  formatReminderValue,
  formatTimeZone,
  parseReminderTime,
  reminderTimeOptions,
} from "#features/preferences/preferences.options.ts";
import { useUser } from "#features/session/use-session.ts";
import { useLinkTarget } from "#lib/use-link-target.ts";
import { useNow } from "#lib/use-now.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

/** Target of the link in the notice that reminders have stopped. */
const REMINDER = "#recordatorio";

type ReminderFieldsProps = PreferenceFields & {
  /** The fields of the other channel. */
  children: ReactNode;
};

export function ReminderFields({ preferences, set, children }: ReminderFieldsProps) {
  const { reminder } = preferences;
  return (
    <div className="surface-card flex flex-col gap-5 p-4 md:p-5">
      <SwitchField
        ref={useLinkTarget(REMINDER)}
        label="Recordatorio diario por correo"
        hint="Solo si te quedan cartas ese día."
        checked={isChosen(preferences, "mail")}
        onCheckedChange={(checked) => set(chooseChannel(preferences, "mail", checked))}
      />
      {children}
      {reminder && (
        <SelectField
          label="Hora del recordatorio"
          hint="Se detiene si pasas 14 días sin entrar."
          value={formatReminderValue(preferences)}
          onChange={(event) => set(parseReminderTime(event.currentTarget.value))}
        >
          <SelectOptions options={reminderTimeOptions} />
        </SelectField>
      )}
      <MailboxNotice preferences={preferences} />
      <TimeZone />
    </div>
  );
}

/** Shows why mails may not arrive. */
function MailboxNotice({ preferences }: Pick<PreferenceFields, "preferences">) {
  const { reminder, reminderChannels, reminderStop } = preferences;
  const { email, isEmailVerified } = useUser();
  const account = (
    <Link href={paths.settingsAccount()} className={textLink}>
      Cuenta
    </Link>
  );
  if (isChosen(preferences, "mail") && !isEmailVerified) {
    return (
      <p className="text-ink-soft text-sm">
        Tu correo está sin confirmar: confírmalo en {account} para asegurarte de que te llega.
      </p>
    );
  }
  if (!reminderStop || !reminderChannels.includes("mail")) return null;
  return (
    <p className="text-medium text-sm [overflow-wrap:anywhere]">
      {reminder ? "Detuvimos los correos" : "Los detuvimos"} porque el buzón de {email} nos los devolvió tres días. Si
      ya recibe correo, actívalos de nuevo; si no, cambia de correo en {account}.
    </p>
  );
}

function TimeZone() {
  return (
    <dl>
      <dt className="font-semibold">Zona horaria</dt>
      <dd className="mt-0.5 text-ink-soft text-sm">{formatTimeZone(useNow())}. Es la de este dispositivo.</dd>
    </dl>
  );
}
