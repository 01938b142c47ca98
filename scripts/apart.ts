// The tests that `npm test` runs only after a change of their own subject, because nothing else can make them fail.
// `npm run test:all` runs all of them.

import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import { root } from "./child-processes.ts";

type Apart = {
  /** Globs from the root: of unit tests, or of journeys. */
  tests: readonly string[];
  /** Beginnings of paths: the tests run if a file below one of them has changed. */
  subject: readonly string[];
};

export const apart: readonly Apart[] = [
  {
    tests: [
      "packages/embedded-postgres-cluster/src/**/*.test.ts",
      "apps/server/src/platform/db/embedded-database.test.ts",
    ],
    subject: ["packages/embedded-postgres-cluster/", "apps/server/src/platform/db/embedded-database.ts"],
  },
  {
    tests: ["apps/server/src/platform/db/pooler.test.ts"],
    subject: [
      "apps/server/src/platform/db/pool.ts",
      "apps/server/src/platform/db/pooler.ts",
      "apps/server/src/testing/pgbouncer.ts",
    ],
  },
  {
    tests: ["apps/server/src/platform/db/backup/*.test.ts"],
    subject: [
      "apps/server/src/platform/db/backup/",
      "apps/server/src/platform/db/migrations/",
      "apps/server/src/schema/",
    ],
  },
  // Whether migrations and the code's tables agree, and with which rights the database is used.
  {
    tests: ["apps/server/src/platform/db/{filled-database,migrate,roles,schema-drift}.test.ts"],
    subject: ["apps/server/src/platform/db/", "apps/server/src/schema/"],
  },
  { tests: ["apps/server/src/platform/jobs/*.test.ts"], subject: ["apps/server/src/platform/jobs/"] },
  {
    tests: ["apps/server/src/features/reminders/reminders.kill.test.ts"],
    subject: ["apps/server/src/features/reminders/", "apps/server/src/platform/jobs/"],
  },
  {
    tests: ["apps/server/src/platform/mail/smtp.test.ts"],
    subject: ["apps/server/src/platform/mail/", "apps/server/src/testing/smtp-server.ts"],
  },
  // Clients that send or read slowly, or not at all.
  {
    tests: [
      "apps/server/src/platform/http/{calls-in-flight,stalled-readers,unfinished-bodies,uploads}.test.ts",
      "apps/server/src/features/exports/exports.{portions,stalled}.test.ts",
    ],
    subject: [
      "apps/server/src/platform/http/",
      "apps/server/src/platform/concurrency/",
      "apps/server/src/features/exports/",
    ],
  },
  // Servers in processes of their own. Each journey also needs one that starts.
  {
    tests: ["apps/server/src/main.{servers.,}test.ts", "apps/server/src/features/auth/auth.process.test.ts"],
    subject: [
      "apps/server/src/main.ts",
      "apps/server/src/infrastructure.ts",
      "apps/server/src/platform/process/",
      "apps/server/src/features/auth/",
      "apps/server/src/testing/server-process.ts",
    ],
  },
  // The files that are delivered. A new workspace changes package-lock.json.
  {
    tests: ["apps/server/src/deployment.test.ts"],
    subject: [
      "Dockerfile",
      "apps/server/src/main.ts",
      "apps/server/src/worker.ts",
      "apps/server/src/platform/process/",
    ],
  },
  // Payments that succeed, fail and arrive late. `billing.checkout.test.ts` pays in each run.
  {
    tests: [
      "apps/server/src/features/billing/billing.{closing,connections,gateway,letters,orders,permissions,webhook}.test.ts",
    ],
    subject: ["apps/server/src/features/billing/", "apps/server/src/platform/payments/"],
  },
  // Three weeks of thirty students who follow an author. `following.histories.test.ts` is in each run.
  {
    tests: ["apps/server/src/features/classes/{classes.drill,assigning/assigning,figures/figures}.test.ts"],
    subject: [
      "apps/server/src/features/cards/followed/",
      "apps/server/src/features/cards/pulls/",
      "apps/server/src/features/classes/",
      "apps/server/src/features/followers/",
      "apps/server/src/features/following/",
      "packages/following/",
    ],
  },
  // Each way in which a link ends or a pull is undone. `following.test.ts` and `following.histories.test.ts` are in each run.
  {
    tests: ["apps/server/src/features/following/following.{copies,ending,undoing}.test.ts"],
    subject: [
      "apps/server/src/features/account/",
      "apps/server/src/features/auth/",
      "apps/server/src/features/cards/",
      "apps/server/src/features/classes/",
      "apps/server/src/features/followers/",
      "apps/server/src/features/following/",
      "apps/server/src/features/imports/",
      "apps/server/src/features/sharing/",
      "packages/following/",
    ],
  },
  // Whole collections of Anki, and quizzes of another account. `imports.history.test.ts`, `imports.round-trip.test.ts` and
  // `restoring.test.ts` are in each run.
  {
    tests: [
      "apps/server/src/features/imports/{imports.anki-trip,imports.arriving,restoring/restoring.quizzes}.test.ts",
    ],
    subject: [
      "apps/server/src/features/exports/",
      "apps/server/src/features/imports/",
      "apps/server/src/features/pace/",
      "apps/server/src/features/quizzes/",
      "apps/server/src/features/schedule/",
      "apps/server/src/schema/",
      "packages/card-files/",
    ],
  },
  // Imports that are unfinished, cancelled or repeated. `imports.test.ts` and `imports.cards.test.ts` are in each run.
  {
    tests: ["apps/server/src/features/imports/imports.life.test.ts"],
    subject: [
      "apps/server/src/features/billing/",
      "apps/server/src/features/imports/",
      "apps/server/src/platform/concurrency/",
      "apps/server/src/platform/http/",
      "apps/server/src/platform/jobs/",
      "packages/contract/src/imports.ts",
    ],
  },
  // Packages for Anki, and downloads at once. `imports.round-trip.test.ts` exports an account in each run.
  {
    tests: ["apps/server/src/features/exports/exports.package.test.ts"],
    subject: [
      "apps/server/src/features/exports/",
      "apps/server/src/features/media/",
      "apps/server/src/platform/concurrency/",
      "packages/card-files/",
      "packages/card-text/",
    ],
  },
  // The order in which calls that meet lock rows. `changes.test.ts` and `changes.follow.test.ts` are in each run.
  {
    tests: ["apps/server/src/features/changes/changes.concurrency.test.ts"],
    subject: [
      "apps/server/src/features/account/",
      "apps/server/src/features/cards/",
      "apps/server/src/features/changes/",
      "apps/server/src/features/exams/",
      "apps/server/src/features/feed/",
      "apps/server/src/features/folders/",
      "apps/server/src/features/imports/",
      "apps/server/src/features/schedule/",
      "apps/server/src/features/study/",
      "apps/server/src/platform/db/",
    ],
  },
  // A search that is stopped. `cards.search.test.ts` is in each run.
  {
    tests: ["apps/server/src/features/cards/cards.slow-search.test.ts"],
    subject: ["apps/server/src/features/cards/", "apps/server/src/platform/db/"],
  },
  // Weights that are fitted in the background. The fit itself is tested by the scheduler in each run.
  {
    tests: ["apps/server/src/features/memory/memory.test.ts"],
    subject: [
      "apps/server/src/features/cards/",
      "apps/server/src/features/memory/",
      "apps/server/src/features/schedule/",
      "apps/server/src/features/study/",
      "packages/scheduler/",
    ],
  },
  // The databases of the tests themselves.
  {
    tests: ["apps/server/src/testing/test-database.test.ts"],
    subject: ["apps/server/src/platform/db/", "apps/server/src/testing/"],
  },
  // Calls to two servers at once. `quizzes.finish.test.ts` finishes quizzes in each run.
  {
    tests: ["apps/server/src/features/quizzes/quizzes.concurrency.test.ts"],
    subject: ["apps/server/src/features/quizzes/", "apps/server/src/features/study/", "apps/server/src/platform/db/"],
  },
  // Random bodies. `hostile-calls.test.ts` sends some to every endpoint in each run.
  {
    tests: ["apps/server/src/features/{account/account,cards/cards,imports/imports}.hostile-input.test.ts"],
    subject: [
      "apps/server/src/features/account/",
      "apps/server/src/features/cards/",
      "apps/server/src/features/folders/",
      "apps/server/src/features/imports/",
      "apps/server/src/platform/http/",
      "packages/card-files/",
      "packages/card-text/",
      "packages/contract/src/account.ts",
      "packages/contract/src/cards.ts",
      "packages/contract/src/folders.ts",
      "packages/contract/src/imports.ts",
    ],
  },
  // Other addresses, accounts that somebody else took, and devices. `auth.test.ts`, `factors.test.ts` and
  // `account.deletion.test.ts` are in each run.
  {
    tests: [
      "apps/server/src/features/auth/{auth.email-change,auth.password-check,devices/devices}.test.ts",
      "apps/server/src/features/{account/account.closing,factors/factors.taken-account}.test.ts",
    ],
    subject: [
      "apps/server/src/features/account/",
      "apps/server/src/features/auth/",
      "apps/server/src/features/factors/",
    ],
  },
  // The same numbers on all screens, over random accounts. `week.properties.test.ts`, `schedule.pending.test.ts` and
  // `reminders.home.test.ts` compare some of them in each run.
  {
    tests: ["apps/server/src/features/home/home.agreement.test.ts"],
    subject: [
      "apps/server/src/features/exams/",
      "apps/server/src/features/following/",
      "apps/server/src/features/home/",
      "apps/server/src/features/pace/",
      "apps/server/src/features/schedule/",
      "apps/server/src/features/stats/",
      "apps/server/src/features/week/",
    ],
  },
  // A month of reminders against a simple implementation.
  {
    tests: ["apps/server/src/features/reminders/reminders.{schedule,year}.test.ts"],
    subject: ["apps/server/src/features/reminders/"],
  },
  // Large, hostile and random inputs of pure packages, and simulated students. The other tests of packages are in each run.
  {
    tests: ["packages/answers/src/{distractors,estimate,linear-time,others}.test.ts"],
    subject: ["packages/answers/", "packages/card-text/", "packages/catalog/"],
  },
  {
    tests: ["packages/card-files/src/{hostile-files,hostile-texts,spreadsheets/hostile-spreadsheets}.test.ts"],
    subject: ["packages/card-files/", "packages/card-text/"],
  },
  {
    tests: ["packages/scheduler/src/{backlog,exam-load,forecast,published-package}.test.ts"],
    subject: ["packages/scheduler/"],
  },
  { tests: ["tools/stripe/*.test.ts"], subject: ["tools/stripe/"] },
  // What they find in the project itself is found by `npm run check`, too, which runs the tests of documents.
  {
    tests: ["tools/structure/{*-rules,check-*,decisions,documents}.test.ts"],
    subject: ["tools/structure/"],
  },
  { tests: ["tools/setup/*.test.ts"], subject: ["tools/setup/"] },
  // What tabs and devices share, what is left of an account on a device, and what a device does while it can store nothing or has no
  // network. `offline.phone.spec.ts`, `network-cut.spec.ts` and `access.spec.ts` are in each run.
  {
    tests: [
      "e2e/{copy,hints-offline,leaving,outbox,shared-device,sharing-offline,signing-out,trouble,ways-offline}.phone.spec.ts",
    ],
    subject: [
      "apps/server/src/features/auth/",
      "apps/web/public/",
      "apps/web/src/features/device/",
      "apps/web/src/features/session/",
      "apps/web/src/worker/",
    ],
  },
  // Followed folders and classes without a network. `sharing.phone.spec.ts` and `classes.phone.spec.ts` are in each run.
  {
    tests: ["e2e/sharing-offline.phone.spec.ts"],
    subject: [
      "apps/server/src/features/cards/followed/",
      "apps/server/src/features/cards/pulls/",
      "apps/server/src/features/classes/",
      "apps/server/src/features/following/",
      "apps/server/src/features/sharing/",
      "apps/web/src/features/classes/",
      "apps/web/src/features/sharing/",
      "packages/following/",
    ],
  },
  {
    tests: ["e2e/worker{,.builds}.spec.ts"],
    subject: ["apps/web/src/worker/", "apps/web/vite.config.ts", "apps/web/service-worker.ts"],
  },
  // Second factors. `auth.test.ts` and the server's tests of factors are in each run.
  {
    tests: ["e2e/factors{,.phone}.spec.ts"],
    subject: [
      "apps/server/src/features/auth/",
      "apps/server/src/features/factors/",
      "apps/web/src/features/auth/",
      "apps/web/src/features/factors/",
    ],
  },
  // The secrets of mailed links. `mail.spec.ts` opens such links in each run.
  {
    tests: ["e2e/mailed-links.spec.ts"],
    subject: [
      "apps/server/src/features/auth/",
      "apps/web/src/features/auth/",
      "apps/web/src/features/session/",
      "apps/web/src/lib/",
      "apps/web/src/worker/",
    ],
  },
  {
    tests: ["e2e/device-reminders.spec.ts"],
    subject: ["apps/server/src/features/push/", "apps/web/src/features/reminders/", "apps/web/src/worker/"],
  },
  // Charts, and the panel of an exam without a network. The screen of an exam, with its chart, is among those of `screens.spec.ts`, and `routes.spec.ts` opens Progreso.
  {
    tests: ["e2e/{exam-panel.phone,exams.charts,progress}.spec.ts"],
    subject: [
      "apps/server/src/features/exams/",
      "apps/server/src/features/progress/",
      "apps/server/src/features/stats/",
      "apps/web/src/features/device/",
      "apps/web/src/features/exams/",
      "apps/web/src/features/progress/",
      "apps/web/src/features/stats/",
      "apps/web/src/styles/",
      "apps/web/src/ui/",
    ],
  },
  // Premium: the offer with responses that the journey makes up, and payments in earnest, for which a second server starts.
  {
    tests: ["e2e/{paywall,premium}.spec.ts"],
    subject: [
      "apps/server/src/features/billing/",
      "apps/server/src/features/folders/",
      "apps/server/src/platform/payments/",
      "apps/web/src/features/billing/",
      "apps/web/src/features/folders/",
      "tools/stripe/",
    ],
  },
  // The places of typed answers, choices and pairs on a phone. `typing.spec.ts` types in each run.
  {
    tests: ["e2e/typing.phone.spec.ts"],
    subject: [
      "apps/server/src/features/study/",
      "apps/web/src/features/study/",
      "apps/web/src/styles/",
      "apps/web/src/ui/",
      "packages/answers/",
    ],
  },
  // What a link shows to a visitor. `sharing.phone.spec.ts` makes a link and follows it in each run.
  {
    tests: ["e2e/shared-link.spec.ts"],
    subject: [
      "apps/server/src/features/sharing/",
      "apps/server/src/platform/http/",
      "apps/web/src/features/cards/",
      "apps/web/src/features/sharing/",
      "apps/web/src/styles/",
      "apps/web/vite.config.ts",
      "packages/card-text/",
    ],
  },
  { tests: ["e2e/legal.spec.ts"], subject: ["apps/web/src/features/legal/"] },
  {
    tests: ["e2e/folder-faces.spec.ts"],
    subject: [
      "apps/server/src/features/folders/",
      "apps/web/src/features/folders/",
      "packages/contract/src/folder-faces.ts",
    ],
  },
  { tests: ["e2e/hints-offline.phone.spec.ts"], subject: ["apps/web/src/features/study/typing/"] },
  { tests: ["e2e/error-screen.spec.ts"], subject: ["apps/web/src/shell/"] },
  // Cards with formulas and images, and those that do harm.
  {
    tests: ["e2e/rich-cards{,.phone}.spec.ts"],
    subject: [
      "apps/server/src/features/media/",
      "apps/web/src/features/cards/",
      "apps/web/src/features/media/",
      "packages/card-text/",
    ],
  },
  // Long repetitions, and texts that do harm, drawn one by one. `markdown.test.tsx` and `shared-cards.test.tsx` are in each run.
  {
    tests: [
      "apps/web/src/features/cards/markdown/markdown.linear-time.test.ts",
      "apps/web/src/features/sharing/visiting/components/shared-cards.hostile.test.ts",
    ],
    subject: ["apps/web/src/features/cards/", "apps/web/src/features/sharing/", "packages/card-text/"],
  },
  // Sizes, motion and paper.
  {
    tests: ["e2e/{contrast,dialogs.phone,layout.phone,motion,print,wide-content}.spec.ts"],
    subject: ["apps/web/src/styles/", "apps/web/src/ui/"],
  },
];

/** A new version of a package may change any subject. */
const PACKAGES = "package-lock.json";

/** The environment variable that makes Vitest and Playwright run them with all others. */
export const ALL_TESTS = "ALL_TESTS";

const COMMANDS: readonly string[] = ["run", "watch", "list", "test"];
/** An option whose value may follow. */
const OPTION = /^-[^=]*$/;

/**
 * Returns the files that a run of Vitest or Playwright leaves out: all tests apart that its command line does not name.
 *
 * @param args The command line after the program.
 */
export function listApart(args: readonly string[] = process.argv.slice(2)): string[] {
  if (process.env[ALL_TESTS]) return [];
  const names = args.filter(
    (arg, index) => !arg.startsWith("-") && !COMMANDS.includes(arg) && !OPTION.test(args[index - 1] ?? ""),
  );
  const files = globSync(
    apart.flatMap(({ tests }) => tests),
    { cwd: root },
  );
  return files.filter((file) => !names.some((name) => file.includes(name) || name.includes(file)));
}

/** Returns the files of the tests that have changed, or whose subject has. */
export function chooseApart(changed: readonly string[]): { unit: string[]; journeys: string[] } {
  const isReached = ({ tests, subject }: Apart) =>
    changed.some(
      (file) =>
        file === PACKAGES ||
        subject.some((beginning) => file.startsWith(beginning)) ||
        tests.some((glob) => matchesGlob(file, glob)),
    );
  const globs = apart.filter(isReached).flatMap(({ tests }) => tests);
  const files = globSync(globs, { cwd: root }).sort();
  const isJourney = (file: string) => file.startsWith("e2e/");
  return { unit: files.filter((file) => !isJourney(file)), journeys: files.filter(isJourney) };
}
