import type { Preferences } from "@repasa/contract/account.ts";
import type { User } from "@repasa/contract/auth.ts";
import { useQuery } from "@tanstack/react-query";
import {
  Bell,
  BookOpen,
  ChevronRight,
  CircleUserRound,
  GraduationCap,
  HardDriveDownload,
  LockKeyhole,
  type LucideIcon,
  Palette,
} from "lucide-react";
import { AccountActions } from "#features/account/components/account-actions.tsx";
import { AccountSummary } from "#features/account/components/account-card.tsx";
import { InstallCard } from "#features/installation/components/install-card.tsx";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { describeReminder, describeStudy, describeTheme } from "#features/preferences/preferences.options.ts";
import { useUser } from "#features/session/use-session.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { paths } from "#paths.ts";
import { Link } from "#ui/link.tsx";
import { NeedsConnection } from "#ui/needs-connection.tsx";
import { PageHeader } from "#ui/page-header.tsx";

const loadDeviceEdits = async () => (await import("#features/device/components/device-edits.tsx")).DeviceEdits;

/** The account and the pages of the settings, with the present value of each. */
export function SettingsOverview() {
  const { data: preferences } = useQuery(preferencesQuery());
  const user = useUser();
  const DeviceEdits = useLateComponent(true, loadDeviceEdits);
  return (
    <>
      <PageHeader title="Ajustes" />
      <NeedsConnection>La cuenta, la seguridad y los datos necesitan conexión.</NeedsConnection>
      <div className="grid w-full max-w-2xl items-start gap-4 lg:max-w-none lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <AccountSummary />
          {DeviceEdits && <DeviceEdits />}
          <nav aria-label="Ajustes">
            <ul className="surface-card divide-y divide-line overflow-hidden">
              {describePages(user, preferences).map((page) => (
                <PageRow key={page.href} {...page} />
              ))}
            </ul>
          </nav>
          <InstallCard />
        </div>
        <AccountActions />
      </div>
    </>
  );
}

/** `value` is undefined while it is loading. */
type SettingsPage = { href: string; name: string; Icon: LucideIcon; value: string | undefined };

function describePages(user: User, preferences: Preferences | undefined): SettingsPage[] {
  return [
    { href: paths.settingsAccount(), name: "Cuenta", Icon: CircleUserRound, value: describeEmail(user) },
    {
      href: paths.settingsStudy(),
      name: "Estudio",
      Icon: BookOpen,
      value: preferences && describeStudy(preferences),
    },
    {
      href: paths.settingsReminders(),
      name: "Recordatorios",
      Icon: Bell,
      value: preferences && describeReminder(preferences),
    },
    {
      href: paths.settingsAppearance(),
      name: "Apariencia",
      Icon: Palette,
      value: preferences && describeTheme(preferences),
    },
    { href: paths.classes(), name: "Clases", Icon: GraduationCap, value: "Crea una o únete con un código" },
    { href: paths.settingsSecurity(), name: "Seguridad", Icon: LockKeyhole, value: "Contraseña, dos pasos y sesiones" },
    { href: paths.settingsData(), name: "Datos", Icon: HardDriveDownload, value: "Descarga tus cartas y repasos" },
  ];
}

function describeEmail({ isEmailVerified, pendingEmail }: User): string {
  if (pendingEmail !== null) return "Correo nuevo sin confirmar";
  return isEmailVerified ? "Tu correo" : "Correo sin confirmar";
}

function PageRow({ href, name, Icon, value }: SettingsPage) {
  return (
    <li>
      <Link
        href={href}
        className="-outline-offset-2 flex min-h-15 items-center gap-3 px-4 py-2 hover:bg-sunken md:px-5"
      >
        <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{name}</span>
          <span className="block min-h-5 text-ink-soft text-sm">{value}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}
