import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { lazyScreen, preloadScreen, registerScreens } from "#lib/screens.ts";
import { expireSession, useAccessTracking, useSession } from "#lib/session.ts";
import { paths, patterns } from "#paths.ts";
import { useArrival } from "#shell/use-arrival.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { Spinner } from "#ui/spinner.tsx";

const AppShell = lazyScreen(() => import("#shell/app-shell.tsx"));
const SiteShell = lazyScreen(() => import("#shell/site-shell.tsx"));
const NotFound = lazyScreen(() => import("#shell/not-found.tsx"));
const LandingPage = lazyScreen(() => import("#features/landing/landing-page.tsx"));
const LoginPage = lazyScreen(() => import("#features/auth/login-page.tsx"));
const RegisterPage = lazyScreen(() => import("#features/auth/register-page.tsx"));
const ResetPasswordPage = lazyScreen(() => import("#features/auth/reset-password-page.tsx"));
const NewPasswordPage = lazyScreen(() => import("#features/auth/new-password-page.tsx"));
const VerifyEmailPage = lazyScreen(() => import("#features/auth/verify-email-page.tsx"));
const UnsubscribePage = lazyScreen(() => import("#features/reminders/unsubscribe-page.tsx"));
const DashboardPage = lazyScreen(() => import("#features/stats/dashboard-page.tsx"));
const FoldersPage = lazyScreen(() => import("#features/folders/folders-page.tsx"));
const FolderPage = lazyScreen(() => import("#features/folders/folder-page.tsx"));
const StudyPage = lazyScreen(() => import("#features/study/study-page.tsx"));
const PendingReviewsPage = lazyScreen(() => import("#features/study/pending-reviews-page.tsx"));
const ProgressPage = lazyScreen(() => import("#features/progress/progress-page.tsx"));
const StorePage = lazyScreen(() => import("#features/store/store-page.tsx"));
const SettingsPage = lazyScreen(() => import("#features/account/settings-page.tsx"));
const PremiumSuccessPage = lazyScreen(() => import("#features/billing/premium-success-page.tsx"));
const PremiumCancelPage = lazyScreen(() => import("#features/billing/premium-cancel-page.tsx"));
const SupportPage = lazyScreen(() => import("#features/legal/support-page.tsx"));
const PrivacyPolicyPage = lazyScreen(() => import("#features/legal/privacy-policy-page.tsx"));
const TermsOfServicePage = lazyScreen(() => import("#features/legal/terms-of-service-page.tsx"));

registerScreens([
  [patterns.login, LoginPage],
  [patterns.register, RegisterPage],
  [patterns.resetPassword, ResetPasswordPage],
  [patterns.newPassword, NewPasswordPage],
  [patterns.verifyEmail, VerifyEmailPage],
  [patterns.unsubscribe, UnsubscribePage],
  [patterns.home, DashboardPage],
  [patterns.dashboard, DashboardPage],
  [patterns.folders, FoldersPage],
  [patterns.folder, FolderPage],
  [patterns.study, StudyPage],
  [patterns.pendingReviews, PendingReviewsPage],
  [patterns.progress, ProgressPage],
  [patterns.store, StorePage],
  [patterns.settings, SettingsPage],
  [patterns.premiumSuccess, PremiumSuccessPage],
  [patterns.premiumCancel, PremiumCancelPage],
  [patterns.support, SupportPage],
  [patterns.privacyPolicy, PrivacyPolicyPage],
  [patterns.termsOfService, TermsOfServicePage],
]);

/** For everybody: within the app for who is signed in, else as the server has them written out for visitors. */
const openScreens = [
  { pattern: patterns.support, Screen: SupportPage },
  { pattern: patterns.privacyPolicy, Screen: PrivacyPolicyPage },
  { pattern: patterns.termsOfService, Screen: TermsOfServicePage },
];

/** What a visitor without a session is sent to the login from; any other unknown address does not exist for anybody. */
const sessionPatterns = [
  patterns.folders,
  patterns.folder,
  patterns.study,
  patterns.pendingReviews,
  patterns.progress,
  patterns.store,
  patterns.settings,
  patterns.premiumSuccess,
  patterns.premiumCancel,
];

const waiting = <Spinner page />;

export function Screens() {
  useArrival();
  useAccessTracking();
  return (
    <Suspense fallback={waiting}>
      <Switch>
        <Route path={patterns.login}>
          <LoginPage />
        </Route>
        <Route path={patterns.register}>
          <RegisterPage />
        </Route>
        <Route path={patterns.resetPassword}>
          <ResetPasswordPage />
        </Route>
        <Route path={patterns.newPassword}>
          <NewPasswordPage />
        </Route>
        <Route path={patterns.verifyEmail}>
          <VerifyEmailPage />
        </Route>
        <Route path={patterns.unsubscribe}>
          <UnsubscribePage />
        </Route>
        <Route>
          <SessionGate />
        </Route>
      </Switch>
    </Suspense>
  );
}

function SessionGate() {
  // A session ends together with a navigation: the gate must look again before a screen behind it is drawn for nobody.
  useLocation();
  const { user, failed, retrying, retry } = useSession();
  if (failed) {
    return (
      <main id="contenido" tabIndex={-1}>
        <ErrorState title="No se pudo conectar con Repasa" onRetry={retry} retrying={retrying} />
      </main>
    );
  }
  if (user === undefined) return waiting;
  return user ? <SignedInScreens /> : <SignedOutScreens />;
}

function SignedOutScreens() {
  return (
    <Switch>
      <Route path={patterns.home}>
        <LandingPage />
      </Route>
      <Route path={patterns.dashboard}>
        <Redirect to={paths.home()} replace />
      </Route>
      {sessionPatterns.map((pattern) => (
        <Route key={pattern} path={pattern}>
          <SentToLogin />
        </Route>
      ))}
      {openScreens.map(({ pattern, Screen }) => (
        <Route key={pattern} path={pattern}>
          <SiteShell>
            <Screen />
          </SiteShell>
        </Route>
      ))}
      <Route>
        <SiteShell>
          <NotFound />
        </SiteShell>
      </Route>
    </Switch>
  );
}

function SentToLogin() {
  const queryClient = useQueryClient();
  useEffect(() => expireSession(queryClient), [queryClient]);
  return waiting;
}

function SignedInScreens() {
  return (
    <AppShell>
      <Suspense fallback={waiting}>
        <Switch>
          <Route path={patterns.home}>
            <DashboardPage />
          </Route>
          <Route path={patterns.dashboard}>
            <DashboardPage />
          </Route>
          <Route path={patterns.folders}>
            <FoldersPage />
          </Route>
          <Route path={patterns.folder}>
            {({ folderId }) => <WithId text={folderId}>{(id) => <FolderPage key={id} folderId={id} />}</WithId>}
          </Route>
          <Route path={patterns.study}>
            {({ folderId }) => (
              <WithOptionalId text={folderId}>{(id) => <StudyPage key={id} folderId={id} />}</WithOptionalId>
            )}
          </Route>
          <Route path={patterns.pendingReviews}>
            {({ folderId }) => (
              <WithOptionalId text={folderId}>{(id) => <PendingReviewsPage key={id} folderId={id} />}</WithOptionalId>
            )}
          </Route>
          <Route path={patterns.progress}>
            <ProgressPage />
          </Route>
          <Route path={patterns.store}>
            <Suspense fallback={<Spinner text="Cargando tienda..." page />}>
              <StorePage />
            </Suspense>
          </Route>
          <Route path={patterns.settings}>
            <SettingsPage />
          </Route>
          <Route path={patterns.premiumSuccess}>
            <PremiumSuccessPage />
          </Route>
          <Route path={patterns.premiumCancel}>
            <PremiumCancelPage />
          </Route>
          {openScreens.map(({ pattern, Screen }) => (
            <Route key={pattern} path={pattern}>
              <Screen backHref={paths.settings()} />
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

/** Draws a screen about the thing whose id stands in the address; what is no id is an address that does not exist. */
function WithId({ text, children }: { text: string; children: (id: number) => ReactNode }) {
  return /^[1-9]\d{0,14}$/.test(text) ? children(Number(text)) : <NotFound />;
}

function WithOptionalId({ text, children }: { text: string | undefined; children: (id: number | null) => ReactNode }) {
  return text === undefined ? children(null) : <WithId text={text}>{children}</WithId>;
}

/** Screens without the shell of the app, also for those who are signed in. */
const publicPaths = new Set<string>([
  paths.login(),
  paths.register(),
  paths.resetPassword(),
  paths.newPassword(),
  paths.verifyEmail(),
  paths.unsubscribe(),
]);

/** Starts fetching the code of the first screen beside the answer to who is signed in. */
export function preloadFirstScreen(path: string): void {
  preloadScreen(path);
  if (!publicPaths.has(path)) void AppShell.preload();
}
