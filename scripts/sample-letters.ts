// Sample data for every letter, unusual cases included.
import * as auth from "../apps/server/src/features/auth/auth.emails.ts";
import * as billing from "../apps/server/src/features/billing/billing.emails.ts";
import * as factors from "../apps/server/src/features/factors/factors.emails.ts";
import * as feedback from "../apps/server/src/features/feedback/feedback.emails.ts";
import * as reminders from "../apps/server/src/features/reminders/reminders.emails.ts";
import type { Letter } from "../apps/server/src/platform/mail/letter.ts";

/** Samples of each letter, by special case. A letter without a sample does not compile. */
type Samples<Emails> = { [Name in keyof Emails]: Record<string, Letter> };

const TO = "ana@correo.example";
const LONG_ADDRESS = "ana.maria.fernandez-de-la-vega@departamento-de-historia.universidad.example";
const TOKEN = "q8Zr1-nVtYh0c5b_XwE7kLm2PsUa9DfGjHi4oR6TyBw";

const PHONE =
  "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0 Mobile Safari/537.36";
const SIGN_IN = { at: "2026-03-10T12:05:00Z", timeZone: "America/Bogota" };

const DELETION = { deletionAt: "2026-03-17T12:00:00Z", timeZone: "America/Bogota" };

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
].map((folder, index) => ({ folderId: index + 1, ...folder }));

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
    emailChangedLetter: {
      "": auth.emailChangedLetter(TO, "a•••@nuevo.example", { undoToken: TOKEN, appUrl, supportEmail }),
      "never confirmed": auth.emailChangedLetter(TO, "a•••@nuevo.example", { undoToken: null, appUrl, supportEmail }),
    },
    emailUndoneLetter: { "": auth.emailUndoneLetter(TO, "a•••@correo.example", supportEmail) },
    addressInUseLetter: { "": auth.addressInUseLetter(TO, appUrl) },
    newDeviceLetter: {
      "": auth.newDeviceLetter(TO, { userAgent: PHONE, ...SIGN_IN }, appUrl, supportEmail),
      "unknown device": auth.newDeviceLetter(TO, { userAgent: null, ...SIGN_IN }, appUrl, supportEmail),
    },
    accountDeletedLetter: { "": auth.accountDeletedLetter(TO, supportEmail) },
    accountClosedLetter: {
      "": auth.accountClosedLetter(TO, { ...DELETION, undoToken: TOKEN }, { appUrl, supportEmail }),
      "own address": auth.accountClosedLetter(
        TO,
        { ...DELETION, address: "a•••@correo.example" },
        { appUrl, supportEmail },
      ),
    },
  };
}

function factorsSamples(appUrl: string, supportEmail: string): Samples<typeof factors> {
  return {
    factorAddedLetter: {
      "": factors.factorAddedLetter(TO, "passkey", appUrl, supportEmail),
      app: factors.factorAddedLetter(TO, "app", appUrl, supportEmail),
    },
    factorRemovedLetter: { "": factors.factorRemovedLetter(TO, "app", appUrl, supportEmail) },
    factorRefusedLetter: { "": factors.factorRefusedLetter(TO, appUrl, supportEmail) },
    factorsWithdrawnLetter: {
      "": factors.factorsWithdrawnLetter(TO, { cause: "new_password", left: true }, appUrl, supportEmail),
      confirmed: factors.factorsWithdrawnLetter(TO, { cause: "confirmed_address", left: false }, appUrl, supportEmail),
      undone: factors.factorsWithdrawnLetter(TO, { cause: "undone_address", left: false }, appUrl, supportEmail),
    },
    factorsRemovedLetter: { "": factors.factorsRemovedLetter(TO, appUrl, supportEmail) },
    recoveryCodeUsedLetter: {
      "": factors.recoveryCodeUsedLetter(TO, 9, appUrl, supportEmail),
      last: factors.recoveryCodeUsedLetter(TO, 0, appUrl, supportEmail),
    },
    recoveryCodesRenewedLetter: { "": factors.recoveryCodesRenewedLetter(TO, appUrl, supportEmail) },
  };
}

function remindersSamples(appUrl: string): Samples<typeof reminders> {
  const ana = { to: TO, firstName: "Ana" };
  const links = { appUrl, unsubscribeToken: TOKEN };
  const digest = (count: number, streak: number, to = ana) =>
    reminders.digestLetter(to, { folders: FOLDERS.slice(0, count), offersPlan: false, streak }, links);
  return {
    digestLetter: {
      "": digest(3, 12),
      "one folder": digest(1, 1),
      "twelve folders": digest(12, 365),
      backlog: reminders.digestLetter(ana, { folders: FOLDERS, offersPlan: true, streak: 0 }, links),
      "one card": reminders.digestLetter(
        { ...ana, firstName: null },
        { folders: FOLDERS.slice(-1), offersPlan: false, streak: 0 },
        links,
      ),
    },
    farewellLetter: { "": reminders.farewellLetter(ana, links) },
  };
}

function feedbackSamples(supportEmail: string): Samples<typeof feedback> {
  const text = "Gracias por la idea: la tendremos en cuenta.\n\nMientras tanto puedes cambiar los colores en Ajustes.";
  return { answerLetter: { "": feedback.answerLetter(TO, text, new Date("2026-03-10T12:00:00Z"), supportEmail) } };
}

function billingSamples(appUrl: string, supportEmail: string): Samples<typeof billing> {
  const ana = { to: TO, timeZone: "Europe/Madrid", appUrl, supportEmail };
  const price = { amount: 2999, currency: "eur" };
  const after = { amount: 3499, currency: "eur" };
  const renewsAt = new Date("2027-03-10T12:00:00Z");
  const graceUntil = new Date("2027-03-17T12:00:00Z");
  return {
    paidLetter: {
      "": billing.paidLetter(ana, { isFirst: true, price, renewsAt, renewal: price }),
      renewed: billing.paidLetter(ana, { isFirst: false, price: after, renewsAt, renewal: after }),
      ends: billing.paidLetter(ana, { isFirst: true, price, renewsAt: null, renewal: null }),
    },
    paymentFailedLetter: {
      "": billing.paymentFailedLetter(ana, { price, graceUntil }),
      paused: billing.paymentFailedLetter(ana, { price: null, graceUntil: null }),
    },
    renewalLetter: { "": billing.renewalLetter(ana, { renewsAt, price }) },
    priceChangedLetter: { "": billing.priceChangedLetter(ana, { before: price, after, renewsAt }) },
  };
}

/** Returns the samples by file name. */
export function sampleLetters(appUrl: string, supportEmail: string): Map<string, Letter> {
  const features = {
    auth: authSamples(appUrl, supportEmail),
    billing: billingSamples(appUrl, supportEmail),
    factors: factorsSamples(appUrl, supportEmail),
    reminders: remindersSamples(appUrl),
    feedback: feedbackSamples(supportEmail),
  };
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
