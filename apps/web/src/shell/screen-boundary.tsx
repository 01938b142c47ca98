import { Component, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { ScreenNotLoaded } from "#lib/screens.ts";
import { useOnline } from "#lib/use-online.ts";
import { ErrorState } from "#ui/error-state.tsx";

type Props = { path: string; children: ReactNode };
type State = { error: unknown; path: string };

/** Shows an error inside the shell when the code of a screen fails to load, until it loads or the path changes. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ path }: Props, before: State): State | null {
    return path === before.path ? null : { error: null, path };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof ScreenNotLoaded)) throw error;
    return <NotLoaded error={error} onLoaded={() => this.setState({ error: null })} />;
  }
}

function NotLoaded({ error, onLoaded }: { error: ScreenNotLoaded; onLoaded: () => void }) {
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    if (await error.loadAgain()) onLoaded();
    else setRetrying(false);
  };
  const retryNow = useEffectEvent(() => void retry());
  // Retries at once, because the failure may be old: other screens may have been visited since.
  useEffect(() => retryNow(), []);
  useOnline(() => void retry());
  return (
    <ErrorState
      level={1}
      title="No se pudo cargar esta pantalla"
      error={error}
      onRetry={() => void retry()}
      retrying={retrying}
    />
  );
}
