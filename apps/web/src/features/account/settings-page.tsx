import { Crown } from "lucide-react";
import { AccountActions } from "#features/account/components/account-actions.tsx";
import { PreferencesCard } from "#features/account/components/preferences-card.tsx";
import { useUser } from "#lib/session.ts";
import { Badge } from "#ui/badge.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export default function SettingsPage() {
  const { email, premium } = useUser();
  return (
    <>
      <PageHeader title="Ajustes" />
      <div className="flex w-full max-w-2xl flex-col gap-4">
        <section aria-label="Cuenta" className="surface-card flex items-center gap-4 p-4 md:p-5">
          <div
            aria-hidden
            className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-ink text-lg"
          >
            {email.charAt(0).toLocaleUpperCase("es")}
          </div>
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
            <p className="max-w-full font-semibold [overflow-wrap:anywhere]">{email}</p>
            {premium && (
              <Badge tone="brand" icon={<Crown aria-hidden />}>
                Suscripción Premium Activa
              </Badge>
            )}
          </div>
        </section>
        <PreferencesCard />
        <AccountActions />
      </div>
    </>
  );
}
