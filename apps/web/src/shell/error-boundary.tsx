import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "#ui/button.tsx";

type State = { error: Error | null };

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(thrown: unknown): State {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error("Unexpected rendering error", error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    return error ? <ErrorScreen error={error} /> : this.props.children;
  }
}

function ErrorScreen({ error }: { error: Error }) {
  return (
    <main lang="en" className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4 py-10">
      <div role="alert">
        <h1 className="text-2xl">Something went wrong</h1>
        <p className="mt-2 text-ink-soft">An unexpected error occurred. Please refresh the page or try again.</p>
      </div>
      <details className="surface-card mt-6 px-4 py-3">
        <summary className="rounded-sm font-semibold">Error details</summary>
        <pre className="mt-3 max-h-60 overflow-auto whitespace-pre-wrap text-ink-soft text-xs">
          {error.stack ?? String(error)}
        </pre>
      </details>
      <Button size="lg" className="mt-6" onClick={() => window.location.reload()}>
        Reload Page
      </Button>
    </main>
  );
}
