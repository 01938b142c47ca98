import { describeDevice } from "@repasa/contract/device.ts";
import { AccountActions } from "#features/account/components/account-actions.tsx";
import { AccountCard } from "#features/account/components/account-card.tsx";
import { ConfirmFirst } from "#features/account/components/email-state.tsx";
import { SessionsCard } from "#features/account/components/sessions-card.tsx";
import { MyDataCard } from "#features/exports/components/my-data-card.tsx";
import { ConfirmationHost } from "#features/factors/components/confirmation-host.tsx";
import { FactorsCard } from "#features/factors/components/factors-card.tsx";
import { BreaksCard } from "#features/pace/components/breaks-card.tsx";
import { PreferencesCard } from "#features/preferences/components/preferences-card.tsx";
import { useUser } from "#features/session/use-session.ts";
import { PageHeader } from "#ui/page-header.tsx";

export default function SettingsPage() {
  const { isEmailVerified } = useUser();
  return (
    <>
      <PageHeader title="Ajustes" />
      <div className="flex w-full max-w-2xl flex-col gap-4">
        <AccountCard />
        <PreferencesCard />
        <BreaksCard />
        <MyDataCard />
        <FactorsCard
          deviceName={describeDevice(navigator.userAgent).name}
          obstacle={
            !isEmailVerified && (
              <ConfirmFirst hint="Para activarla, confirma antes tu correo: abre el enlace que te enviamos." />
            )
          }
        />
        <SessionsCard />
        <AccountActions />
      </div>
      <ConfirmationHost />
    </>
  );
}
