import type { Preferences } from "@repasa/contract/account.ts";
import { MailX } from "lucide-react";
import { useSetPreferences } from "#features/preferences/preferences.api.ts";
import { isChosen } from "#features/preferences/preferences.channels.ts";
import { useNoteStop } from "#features/preferences/use-note-stop.ts";
import { useUser } from "#features/session/use-session.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Link, textLink } from "#ui/link.tsx";

/** Shown on Home until the user has responded to it. Devices may go on getting reminders. */
export function StoppedReminders({ preferences }: { preferences: Preferences }) {
  const isPush = isChosen(preferences, "push");
  const { email } = useUser();
  const change = useSetPreferences();
  const seen = useNoteStop();
  return (
    <section aria-labelledby="sin-recordatorios" className="surface-card mb-5 p-4 md:mb-7 md:p-5">
      <div className="flex items-start gap-3">
        <MailX aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft" />
        <div className="min-w-0">
          <h2 id="sin-recordatorios" className="text-base">
            {isPush ? "Dejamos de enviarte recordatorios por correo" : "Dejamos de enviarte recordatorios"}
          </h2>
          <p className="mt-0.5 text-ink-soft [overflow-wrap:anywhere]">
            El buzón de {email} nos los devolvió tres días.{isPush && " Los avisos en tus dispositivos siguen."} Puedes{" "}
            {isPush ? "activar los correos" : "activarlos"} de nuevo o cambiar de correo en{" "}
            <Link href={`${paths.settingsReminders()}#recordatorio`} className={textLink} onClick={() => seen.mutate()}>
              Ajustes
            </Link>
            .
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-col gap-2 sm:flex-row">
        <Button
          variant="outline"
          loading={change.isPending}
          onClick={() => {
            focusPageTitle();
            change.mutate({ reminder: true });
          }}
        >
          Activar de nuevo
        </Button>
        <Button
          variant="ghost"
          loading={seen.isPending}
          onClick={() => {
            focusPageTitle();
            seen.mutate();
          }}
        >
          Entendido
        </Button>
      </div>
    </section>
  );
}
