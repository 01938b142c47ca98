import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Screens } from "#router.tsx";
import { ErrorBoundary } from "#shell/error-boundary.tsx";
import { Announcer } from "#ui/announcer.tsx";
import { Toaster } from "#ui/toaster.tsx";

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Screens />
        <Toaster />
        <Announcer />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
