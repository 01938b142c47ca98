import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#app.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { findUnlockedCopy, type LocalAnswers, provideLocalAnswers } from "#lib/local-answers.ts";
import { reloadFailed } from "#lib/query.ts";
import { queryClient } from "#lib/query-client.ts";
import { loadFirstScreen, ScreenNotLoaded } from "#lib/screens.ts";
import { handleCallOutcomes } from "#shell/call-outcomes.ts";
import "#styles/app.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

handleCallOutcomes(queryClient);
// Before the calls of the first screen, which the copy answers at once.
provideLocalAnswers(openUnlockedCopy(), () => void reloadFailed(queryClient));
void queryClient.prefetchQuery(userQuery);
loadFirstScreen(queryClient, window.location.pathname);

function loadCopy() {
  return import("#features/device/copy/copy.service.ts");
}

async function openUnlockedCopy(): Promise<LocalAnswers | undefined> {
  // A device with a worker nearly always has a copy: its code arrives while the note is read.
  const loading = navigator.serviceWorker?.controller ? loadCopy() : undefined;
  loading?.catch(() => {});
  const owner = await findUnlockedCopy();
  if (owner === null) return undefined;
  const { openCopy } = await (loading ?? loadCopy());
  return openCopy(owner);
}

const onCaughtError = (error: unknown) => {
  // The screen boundary shows this error, which is not a defect of the app.
  if (!(error instanceof ScreenNotLoaded)) console.error(error);
};

createRoot(root, { onCaughtError }).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
