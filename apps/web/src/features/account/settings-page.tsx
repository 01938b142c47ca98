import type { ComponentType } from "react";
import { Redirect, useLocation } from "wouter";
import { SettingsOverview } from "#features/account/components/settings-overview.tsx";
import {
  AccountSettings,
  AppearanceSettings,
  DataSettings,
  ReminderSettings,
  SecuritySettings,
  StudySettings,
} from "#features/account/components/settings-sections.tsx";
import { ConfirmationHost } from "#features/factors/components/confirmation-host.tsx";
import { paths } from "#paths.ts";

const pages: Readonly<Record<string, ComponentType>> = {
  [paths.settingsAccount()]: AccountSettings,
  [paths.settingsStudy()]: StudySettings,
  [paths.settingsReminders()]: ReminderSettings,
  [paths.settingsAppearance()]: AppearanceSettings,
  [paths.settingsSecurity()]: SecuritySettings,
  [paths.settingsData()]: DataSettings,
};

/** The pages of the settings that had fragments of /settings before. Mailed and saved links still contain them. */
const formerFragments: Readonly<Record<string, string>> = {
  "#cambiar-correo": paths.settingsAccount(),
  "#cartas-nuevas": paths.settingsStudy(),
  "#tu-memoria": paths.settingsStudy(),
  "#pausas": paths.settingsStudy(),
  "#preferencias": paths.settingsStudy(),
  "#recordatorio": paths.settingsReminders(),
  "#dos-pasos": paths.settingsSecurity(),
  "#sesiones": paths.settingsSecurity(),
  "#mis-datos": paths.settingsData(),
};

/** The index of the settings, or the page that the address names. */
export default function SettingsPage() {
  const [path] = useLocation();
  const Page = pages[path.replace(/\/$/, "")];
  const { hash } = window.location;
  const former = Page ? undefined : formerFragments[hash];
  if (former) return <Redirect to={`${former}${hash}`} replace />;
  return (
    <>
      {Page ? <Page /> : <SettingsOverview />}
      <ConfirmationHost />
    </>
  );
}
