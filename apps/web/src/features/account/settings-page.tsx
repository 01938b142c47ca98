import { AccountActions } from "#features/account/components/account-actions.tsx";
import { PreferencesCard } from "#features/account/components/preferences-card.tsx";
import { SessionsCard } from "#features/account/components/sessions-card.tsx";
import { SubscriptionAction } from "#features/billing/components/subscription-action.tsx";
import { useUser } from "#lib/session.ts";
import { PageHeader } from "#ui/page-header.tsx";

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Ajustes" />
      <div className="flex w-full max-w-2xl flex-col gap-4">
        <AccountCard />
        <PreferencesCard />
        <SessionsCard />
        <AccountActions />
      </div>
    </>
  );
}

function AccountCard() {
  const { email } = useUser();
  return (
    <section aria-label="Cuenta" className="surface-card flex flex-wrap items-center gap-4 p-4 md:p-5">
      <div
        aria-hidden
        className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft font-bold text-brand-ink text-lg"
      >
        {email.charAt(0).toLocaleUpperCase("es")}
      </div>
      <p className="min-w-40 flex-1 font-semibold [overflow-wrap:anywhere]">{email}</p>
      <SubscriptionAction />
    </section>
  );
}
