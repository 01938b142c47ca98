import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel, type UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { createQueryClient } from "#lib/query.ts";
import { handleCallOutcomes } from "#shell/call-outcomes.ts";
import { Announcer } from "#ui/announcer.tsx";
import { loadToastMessage, Toaster } from "#ui/toaster.tsx";

await loadToastMessage();

type Rendered = RenderResult & { user: UserEvent; queryClient: QueryClient };

export function renderApp(element: ReactElement, path = "/"): Rendered {
  window.history.replaceState(null, "", path);
  const queryClient = createQueryClient();
  handleCallOutcomes(queryClient);
  const result = render(
    <QueryClientProvider client={queryClient}>
      {element}
      <Toaster />
      <Announcer />
    </QueryClientProvider>,
  );
  // A dialog that has closed keeps the page from being clicked until its animation ends, which jsdom does not know.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return Object.assign(result, { user, queryClient });
}
