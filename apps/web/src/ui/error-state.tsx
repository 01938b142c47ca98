import { CloudOff, RotateCw } from "lucide-react";
import { explainFailure } from "#lib/error-message.ts";
import { keepFocus } from "#lib/page-title.ts";
import { Button } from "#ui/button.tsx";

type ErrorStateProps = {
  /** The heading level; 1 if the screen has no other heading. */
  level?: 1;
  title: string;
  /** What failed: the server's sentence about it is shown, or else what to do. */
  error: unknown;
  /** What the user has not lost. */
  safe?: string;
  onRetry: () => void;
  retrying?: boolean;
};

export function ErrorState({
  level,
  title,
  error,
  safe = "Tus datos están a salvo.",
  onRetry,
  retrying = false,
}: ErrorStateProps) {
  const Title = level ? "h1" : "p";
  return (
    <div role="alert" ref={keepFocus} className="mx-auto flex max-w-sm flex-col items-center px-4 py-14 text-center">
      <div aria-hidden className="mb-5 grid size-14 place-items-center rounded-card bg-sunken text-ink-soft">
        <CloudOff className="size-7" />
      </div>
      <Title className="font-semibold text-lg" {...(level && { tabIndex: -1 })}>
        {title}
      </Title>
      <p className="mt-2 text-balance text-ink-soft">
        {safe} <span>{explainFailure(error)}</span>
      </p>
      <Button variant="outline" className="mt-6" icon={<RotateCw />} loading={retrying} onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}
