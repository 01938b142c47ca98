import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "#app.tsx";
import { queryClient } from "#lib/query-client.ts";
import { userQuery } from "#lib/session.ts";
import { preloadFirstScreen } from "#router.tsx";
import "#styles/app.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

void queryClient.prefetchQuery(userQuery);
preloadFirstScreen(window.location.pathname);

createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
