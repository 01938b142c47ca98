import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { PaywallHost } from "#features/billing/components/paywall-host.tsx";
import { useOutboxSending } from "#features/device/use-outbox.ts";
import { RatingQuestion } from "#features/feedback/components/rating-question.tsx";
import { useTheme } from "#features/preferences/use-theme.ts";
import { useAccessTracking } from "#features/session/use-access-tracking.ts";
import { useUser } from "#features/session/use-session.ts";
import { useCompletionToast } from "#features/study/summary/summary.completion.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { useOffline } from "#lib/use-offline.ts";
import { useWideScreen } from "#lib/wide-screen.ts";
import { isStudyPath, paths } from "#paths.ts";
import { BottomBar } from "#shell/bottom-bar.tsx";
import { ScreenBoundary } from "#shell/screen-boundary.tsx";
import { Sidebar } from "#shell/sidebar.tsx";
import { SkipLink } from "#shell/skip-link.tsx";
import { useIdleStart } from "#shell/use-idle-start.ts";
import { useScrollPositions } from "#shell/use-scroll-positions.ts";
import { useSearchKey } from "#shell/use-search-key.ts";
import { cx } from "#ui/cx.ts";

/** Without a worker, it has to be there before the network is gone: `idle-start.ts` loads it. */
const loadConnectionLine = () =>
  import("#shell/connection-line.tsx").then(
    ({ ConnectionLine }) => ConnectionLine,
    () => () => null,
  );

export default function AppShell({ children }: { children: ReactNode }) {
  useTheme();
  useAccessTracking();
  const [path] = useLocation();
  useScrollPositions(path);
  // Also sends ratings that could not be sent during an earlier visit.
  const { id } = useUser();
  useOutboxSending(id);
  useIdleStart(id);
  useSearchKey(path);
  const offline = useOffline();
  const ConnectionLine = useLateComponent(offline, loadConnectionLine);
  const studying = isStudyPath(path);
  // The sidebar and the bar are never both visible, and drawing the other one would delay each screen.
  const isWide = useWideScreen();
  useCompletionToast(!studying, path);
  return (
    <>
      <SkipLink />
      {isWide && <Sidebar path={path} givesWay={studying} />}
      <div
        className={cx(
          "peer flex min-h-dvh flex-col md:pb-0",
          studying
            ? "pb-[env(safe-area-inset-bottom)] upright:md:px-(--rail-width)"
            : "pb-[calc(var(--nav-height)+env(safe-area-inset-bottom))] has-data-undisturbed:pb-[env(safe-area-inset-bottom)] md:pl-(--sidebar-width)",
        )}
      >
        <main
          id="contenido"
          tabIndex={-1}
          className={cx(
            "mx-auto flex w-full flex-1 flex-col px-4 md:px-8",
            studying
              ? "max-w-[calc(45rem+4rem)] py-5 upright:md:py-8 flat:max-w-none flat:py-2"
              : "max-w-[calc(70rem+4rem)] py-5 md:py-8",
          )}
        >
          {offline && ConnectionLine && <ConnectionLine isHome={path === paths.home() || path === paths.dashboard()} />}
          <ScreenBoundary path={path}>{children}</ScreenBoundary>
        </main>
      </div>
      {!studying && !isWide && <BottomBar path={path} />}
      <PaywallHost path={path} />
      <RatingQuestion path={path} />
    </>
  );
}
