import { StrictMode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { App } from "#app.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { provideEnding } from "#lib/left-session.ts";
import { findUnlockedCopy, type LocalResponses, provideLocalResponses, provideRemoval } from "#lib/local-responses.ts";
import { reloadFailed } from "#lib/query.ts";
import { queryClient } from "#lib/query-client.ts";
import { loadFirstScreen, ScreenNotLoaded } from "#lib/screens.ts";
import { isStudyPath } from "#paths.ts";
import { handleCallOutcomes } from "#shell/call-outcomes.ts";
import "#styles/app.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

handleCallOutcomes(queryClient);
provideRemoval(removeTexts);
provideEnding(() => import("#lib/left-session.ending.ts"));
const owner = findUnlockedCopy();
// Before the calls of the first screen, which the copy answers at once.
provideLocalResponses(openUnlockedCopy(), () => void reloadFailed(queryClient));
const signedIn = queryClient.prefetchQuery(userQuery);
const loaded = loadFirstScreen(queryClient, window.location.pathname);

function loadCopy() {
  return import("#features/device/device.copy.ts");
}

async function openUnlockedCopy(): Promise<LocalResponses | undefined> {
  // A device with a worker nearly always has a copy: its code arrives while the note is read.
  const loading = navigator.serviceWorker?.controller ? loadCopy() : undefined;
  loading?.catch(() => {});
  const id = await owner;
  if (id === null) return undefined;
  const { openKeptCopy } = await (loading ?? loadCopy());
  return openKeptCopy(id);
}

/** Removes the texts of an account whose session has ended, unless somebody has signed in meanwhile. */
async function removeTexts(isWanted: () => boolean, left: number | null): Promise<void> {
  const { removeTextsOfEndedSession } = await import("#features/device/device.leaving.ts");
  await removeTextsOfEndedSession(() => isWanted() && !queryClient.getQueryData(userQuery.queryKey), left);
}

/** In milliseconds: a modest phone needs less for a first question from its copy. */
const PATIENCE_MS = 400;

/** Loads what the first question needs, if there is a copy. Drawing what waits for it would make it appear later. */
async function prepareQuestion(): Promise<void> {
  if (!isStudyPath(window.location.pathname)) return;
  const [{ prepareStudy }, id] = await Promise.all([import("#features/study/session/study-page.tsx"), owner]);
  if (id !== null) await Promise.all([prepareStudy(queryClient, id), signedIn, loaded]);
}

const onCaughtError = (error: unknown) => {
  // The screen boundary shows this error, which is not a defect of the app.
  if (!(error instanceof ScreenNotLoaded)) console.error(error);
};

const reactRoot = createRoot(root, { onCaughtError });
// React then runs the first effects before the browser paints: they bring a prepared question, which is painted without a skeleton before it.
const draw = () =>
  flushSync(() =>
    reactRoot.render(
      <StrictMode>
        <App queryClient={queryClient} />
      </StrictMode>,
    ),
  );
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
Promise.race([prepareQuestion(), patience]).then(draw, draw);
