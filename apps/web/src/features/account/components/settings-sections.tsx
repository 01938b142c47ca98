import { describeDevice } from "@repasa/contract/device.ts";
import { ChevronRight, FileUp } from "lucide-react";
import type { ReactNode } from "react";
import { AccountCard } from "#features/account/components/account-card.tsx";
import { ConfirmFirst } from "#features/account/components/email-state.tsx";
import { PasswordCard } from "#features/account/components/password-card.tsx";
import { SessionsCard } from "#features/account/components/sessions-card.tsx";
import { MyDataCard } from "#features/exports/components/my-data-card.tsx";
import { FactorsCard } from "#features/factors/components/factors-card.tsx";
import { BreaksCard } from "#features/pace/components/breaks-card.tsx";
import { AdvancedFields } from "#features/preferences/components/advanced-fields.tsx";
import { AnswerModeField } from "#features/preferences/components/answer-mode-field.tsx";
import { NewCardsField } from "#features/preferences/components/new-cards-field.tsx";
import { PreferencesSection } from "#features/preferences/components/preferences-section.tsx";
import { ReminderFields } from "#features/preferences/components/reminder-fields.tsx";
import { ThemeField } from "#features/preferences/components/theme-field.tsx";
import { PushFields } from "#features/reminders/components/push-fields.tsx";
import { useUser } from "#features/session/use-session.ts";
import { SharesCard } from "#features/sharing/components/shares-card.tsx";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";
import { NeedsConnection } from "#ui/needs-connection.tsx";
import { PageHeader } from "#ui/page-header.tsx";

/** `offline` states in one line what needs a connection. */
type PageProps = { title: string; offline: string; children: ReactNode };

function Page({ title, offline, children }: PageProps) {
  return (
    <>
      <PageHeader title={title} backHref={paths.settings()} />
      <NeedsConnection>{offline}</NeedsConnection>
      <div className="flex w-full max-w-2xl flex-col gap-4">{children}</div>
    </>
  );
}

export function AccountSettings() {
  return (
    <Page title="Cuenta" offline="Para cambiar tu cuenta hace falta conexión.">
      <AccountCard />
    </Page>
  );
}

export function StudySettings() {
  return (
    <PreferencesSection title="Estudio" height="h-130">
      {(fields) => (
        <>
          <NewCardsField {...fields} />
          <AnswerModeField {...fields} />
          <BreaksCard />
          <AdvancedFields {...fields} />
        </>
      )}
    </PreferencesSection>
  );
}

export function ReminderSettings() {
  return (
    <PreferencesSection title="Recordatorios" height="h-55">
      {(fields) => (
        <ReminderFields {...fields}>
          <PushFields {...fields} />
        </ReminderFields>
      )}
    </PreferencesSection>
  );
}

export function AppearanceSettings() {
  return (
    <PreferencesSection title="Apariencia" height="h-31">
      {({ preferences, set }) => <ThemeField value={preferences.theme} onChange={(theme) => set({ theme })} />}
    </PreferencesSection>
  );
}

export function SecuritySettings() {
  const { isEmailVerified } = useUser();
  return (
    <Page title="Seguridad" offline="Para cambiar tu contraseña, los dos pasos o las sesiones hace falta conexión.">
      <PasswordCard />
      <FactorsCard
        deviceName={describeDevice(navigator.userAgent).name}
        obstacle={
          !isEmailVerified && (
            <ConfirmFirst hint="Para activarla, confirma antes tu correo: abre el enlace que te enviamos." />
          )
        }
      />
      <SessionsCard />
    </Page>
  );
}

function ImportLink() {
  return (
    <Link href={paths.import()} className="surface-card flex min-h-15 items-center gap-3 p-4 hover:bg-sunken md:p-5">
      <FileUp aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Importar cartas</span>
        <span className="block text-ink-soft text-sm">De Anki, Quizlet o un texto pegado.</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
    </Link>
  );
}

export function DataSettings() {
  return (
    <Page title="Datos" offline="Para descargar o importar tus datos hace falta conexión.">
      <MyDataCard />
      <ImportLink />
      <SharesCard />
    </Page>
  );
}
