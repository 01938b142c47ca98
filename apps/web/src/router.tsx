import {
  type ScreenDescription,
  type ScreenName,
  type ScreensWith,
  type Screens as ScreenTable,
  screenNames,
  screens,
} from "@repasa/contract/screens.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { expireSession } from "#features/session/session.expiry.ts";
import { useSession } from "#features/session/use-session.ts";
import type { Prefetch } from "#lib/prefetch.ts";
import { type LazyScreen, lazyScreen, registerScreens } from "#lib/screens.ts";
import { rememberShare } from "#lib/share-address.ts";
import { paths } from "#paths.ts";
import { useNavigationFocus } from "#shell/use-navigation-focus.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";

const AppShell = lazyScreen(() => import("#shell/app-shell.tsx"));
const PublicShell = lazyScreen(() => import("#shell/public-shell.tsx"));
const SiteShell = lazyScreen(() => import("#shell/site-shell.tsx"));
const NotFound = lazyScreen(() => import("#shell/not-found.tsx"));
const LandingPage = lazyScreen(() => import("#features/landing/landing-page.tsx"));

/** The id in the address and, for public screens, the href of the back link that they show inside the app. */
type ScreenProps<Name extends ScreenName> = ScreenTable[Name]["pattern"] extends `${string}/:${infer Id}?`
  ? { [Key in Id]: number | null }
  : ScreenTable[Name]["pattern"] extends `${string}/:${infer Id}`
    ? { [Key in Id]: number }
    : Name extends ScreensWith<{ access: "public" }>
      ? { backHref?: string }
      : Record<never, never>;

/** The settings and their pages share one file, so that a page opens at once. */
const settings = lazyScreen(() => import("#features/account/settings-page.tsx"));

/** The component of each screen. `home` is for signed-in users; visitors get the landing page. */
const components: { [Name in ScreenName]: LazyScreen<ScreenProps<Name>> } = {
  home: lazyScreen(() => import("#features/stats/dashboard-page.tsx")),
  dashboard: lazyScreen(() => import("#features/stats/dashboard-page.tsx")),
  folders: lazyScreen(() => import("#features/folders/folders-page.tsx")),
  folder: lazyScreen(() => import("#features/folders/folder-page.tsx")),
  card: lazyScreen(() => import("#features/cards/page/card-page.tsx")),
  classes: lazyScreen(() => import("#features/classes/classes-page.tsx")),
  exams: lazyScreen(() => import("#features/exams/exams-page.tsx")),
  quiz: lazyScreen(() => import("#features/quizzes/quiz-page.tsx")),
  import: lazyScreen(() => import("#features/imports/import-page.tsx")),
  search: lazyScreen(() => import("#features/cards/search/search-page.tsx")),
  study: lazyScreen(() => import("#features/study/session/study-page.tsx")),
  pendingReviews: lazyScreen(() => import("#features/study/pending/pending-reviews-page.tsx")),
  progress: lazyScreen(() => import("#features/progress/progress-page.tsx")),
  progressDetails: lazyScreen(() => import("#features/progress/progress-details-page.tsx")),
  store: lazyScreen(() => import("#features/store/store-page.tsx")),
  settings,
  settingsAccount: settings,
  settingsStudy: settings,
  settingsReminders: settings,
  settingsAppearance: settings,
  settingsSecurity: settings,
  settingsData: settings,
  premiumSuccess: lazyScreen(() => import("#features/billing/premium-success-page.tsx")),
  premiumCancel: lazyScreen(() => import("#features/billing/premium-cancel-page.tsx")),
  login: lazyScreen(() => import("#features/auth/login-page.tsx")),
  register: lazyScreen(() => import("#features/auth/register-page.tsx")),
  resetPassword: lazyScreen(() => import("#features/auth/reset-password-page.tsx")),
  newPassword: lazyScreen(() => import("#features/auth/new-password-page.tsx")),
  verifyEmail: lazyScreen(() => import("#features/auth/verify-email-page.tsx")),
  undoEmail: lazyScreen(() => import("#features/auth/undo-email-page.tsx")),
  unsubscribe: lazyScreen(() => import("#features/reminders/unsubscribe-page.tsx")),
  support: lazyScreen(() => import("#features/legal/support-page.tsx")),
  privacyPolicy: lazyScreen(() => import("#features/legal/privacy-policy-page.tsx")),
  termsOfService: lazyScreen(() => import("#features/legal/terms-of-service-page.tsx")),
};

/** Paths instead of endpoints, because the code of the endpoints is loaded with the screens. */
const homePrefetches: readonly Prefetch[] = [
  { path: "/api/cards/daily-review" },
  { path: "/api/user/home", parts: ["stats", "days", "preferences", "plan", "backlog"] },
];
const prefetches: Partial<Record<ScreenName, readonly Prefetch[]>> = {
  home: homePrefetches,
  dashboard: homePrefetches,
};

registerScreens(
  screenNames.map((name) => ({
    pattern: screens[name].pattern,
    preload: () => preload(name),
    prefetches: prefetches[name],
  })),
);

async function preload(name: ScreenName): Promise<void> {
  const shell = screens[name].access === "visitor" ? PublicShell : AppShell;
  await Promise.all([shell.preload(), components[name].preload()]);
}

const loading = <Spinner page />;

const loadingTexts: Partial<Record<ScreenName, string>> = { store: "Cargando tienda..." };

const withAccess = (...kinds: readonly ScreenDescription["access"][]) =>
  screenNames.filter((name) => kinds.includes(screens[name].access));

const visitorScreens = withAccess("visitor");
const siteScreens = withAccess("public").filter((name) => name !== "home");
const appScreens = withAccess("member", "public");
const memberScreens = withAccess("member");

const routesWithin = (Shell: ComponentType<{ children: ReactNode }>, names: readonly ScreenName[]) =>
  names.map((name) => (
    <Route key={name} path={screens[name].pattern}>
      <Shell>
        <Screen name={name} />
      </Shell>
    </Route>
  ));

export function Screens() {
  useNavigationFocus();
  return (
    <Suspense fallback={loading}>
      <Switch>
        {routesWithin(PublicShell, visitorScreens)}
        <Route>
          <SessionGate />
        </Route>
      </Switch>
    </Suspense>
  );
}

function SessionGate() {
  // Re-renders on every navigation, because the end of a session navigates.
  useLocation();
  const { user, failed, error, retrying, retry } = useSession();
  if (failed) {
    return (
      <main id="contenido" tabIndex={-1}>
        <ErrorState title="No se pudo conectar con Repasa" error={error} onRetry={retry} retrying={retrying} />
      </main>
    );
  }
  if (user === undefined) return loading;
  return user ? <SignedInScreens /> : <SignedOutScreens />;
}

function SignedOutScreens() {
  return (
    <Switch>
      <Route path={screens.home.pattern}>
        <SiteShell home>
          <LandingPage />
        </SiteShell>
      </Route>
      {memberScreens.map((name) => (
        <Route key={name} path={screens[name].pattern}>
          {"visitorsGoHome" in screens[name] ? <Redirect to={paths.home()} replace /> : <LoginRequired />}
        </Route>
      ))}
      {routesWithin(SiteShell, siteScreens)}
      <Route>
        <SiteShell>
          <NotFound />
        </SiteShell>
      </Route>
    </Switch>
  );
}

function LoginRequired() {
  const queryClient = useQueryClient();
  useEffect(() => {
    rememberShare(window.location);
    expireSession(queryClient);
  }, [queryClient]);
  return loading;
}

function SignedInScreens() {
  return (
    <AppShell>
      <Suspense fallback={loading}>
        <Switch>
          {appScreens.map((name) => (
            <Route key={name} path={screens[name].pattern}>
              {(params) => <Screen name={name} idText={params[0]} backHref={paths.settings()} />}
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </AppShell>
  );
}

type ScreenElementProps = { name: ScreenName; idText?: string | undefined; backHref?: string };

/** Remounts the screen for each id. An id that is not a number is an unknown address. */
function Screen({ name, idText, backHref }: ScreenElementProps) {
  const props = buildScreenProps(name, idText, backHref);
  if (!props) return <NotFound />;
  const Component = components[name] as ComponentType<object>;
  const text = loadingTexts[name];
  const screen = <Component key={idText} {...props} />;
  return text ? <Suspense fallback={<Spinner text={text} page />}>{screen}</Suspense> : screen;
}

/** Returns the id under its name in the pattern (null if it is omitted), or undefined if the text is not a valid id. */
function buildScreenProps(
  name: ScreenName,
  idText: string | undefined,
  backHref: string | undefined,
): object | undefined {
  const [, idName] = screens[name].pattern.split(/[:?]/);
  if (!idName) return backHref ? { backHref } : {};
  if (idText === undefined) return { [idName]: null };
  return /^[1-9]\d{0,14}$/.test(idText) ? { [idName]: Number(idText) } : undefined;
}
