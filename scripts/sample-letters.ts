// Sample data for every letter, unusual cases included.
import * as auth from "../apps/server/src/features/auth/auth.emails.ts";
import * as reminders from "../apps/server/src/features/reminders/reminders.emails.ts";
import type { Letter } from "../apps/server/src/mail/letter.ts";

/** Samples by what is special about them. A letter without one does not compile. */
type Samples<Emails> = { [Name in keyof Emails]: Record<string, Letter> };

const TO = "ana@correo.example";
const LONG_ADDRESS = "ana.maria.fernandez-de-la-vega@departamento-de-historia.universidad.example";
const TOKEN = "q8Zr1-nVtYh0c5b_XwE7kLm2PsUa9DfGjHi4oR6TyBw";

const FOLDERS = [
  { name: "Biología", total: 42 },
  {
    name: "Historia contemporánea de América Latina: de las independencias a las transiciones democráticas",
    total: 1_204,
  },
  { name: "Inglés", total: 18 },
  { name: "日本語の漢字", total: 12 },
  { name: "Anatomía🦴", total: 9 },
  { name: "Derecho_constitucional_y_administrativo_comparado_2026_segundo_cuatrimestre", total: 7 },
  { name: '<b>Química</b> & "Física"', total: 5 },
  { name: "Música", total: 4 },
  { name: "عربي", total: 3 },
  { name: "Capitales", total: 2 },
  { name: "Arte", total: 1 },
  { name: "Vinos", total: 1 },
];

function authSamples(appUrl: string, supportEmail: string): Samples<typeof auth> {
  return {
    verificationLetter: { "": auth.verificationLetter(TO, TOKEN, appUrl) },
    resetLetter: { "": auth.resetLetter(TO, TOKEN, appUrl) },
    passwordChangedLetter: { "": auth.passwordChangedLetter(TO, appUrl, supportEmail) },
    newAddressLetter: { "": auth.newAddressLetter(TO, TOKEN, appUrl) },
    emailChangeRequestedLetter: {
      "": auth.emailChangeRequestedLetter(TO, "ana@nuevo.example", appUrl, supportEmail),
      "long address": auth.emailChangeRequestedLetter(TO, LONG_ADDRESS, appUrl, supportEmail),
    },
    emailChangedLetter: { "": auth.emailChangedLetter(TO, "ana@nuevo.example", supportEmail) },
  };
}

function remindersSamples(appUrl: string): Samples<typeof reminders> {
  const ana = { to: TO, firstName: "Ana" };
  const links = { appUrl, unsubscribeToken: TOKEN };
  const digest = (count: number, streak: number, to = ana) =>
    reminders.digestLetter(to, { folders: FOLDERS.slice(0, count), streak }, links);
  return {
    digestLetter: {
      "": digest(3, 12),
      "one folder": digest(1, 1),
      "twelve folders": digest(12, 365),
      "one card": reminders.digestLetter({ ...ana, firstName: null }, { folders: FOLDERS.slice(-1), streak: 0 }, links),
    },
    farewellLetter: { "": reminders.farewellLetter(ana, links) },
  };
}

/** Samples by file name. */
export function sampleLetters(appUrl: string, supportEmail: string): Map<string, Letter> {
  const features = { auth: authSamples(appUrl, supportEmail), reminders: remindersSamples(appUrl) };
  return new Map(
    Object.entries(features).flatMap(([feature, letters]) =>
      Object.entries(letters).flatMap(([letter, samples]) =>
        Object.entries(samples).map(([special, sample]) => [fileName(feature, letter, special), sample] as const),
      ),
    ),
  );
}

function fileName(feature: string, letter: string, special: string): string {
  const kebab = letter.replace(/Letter$/, "").replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return [feature, kebab, ...special.split(" ")].filter(Boolean).join("-");
}
