import { CloudOff, RotateCw } from "lucide-react";
import { Button } from "#ui/button.tsx";

type ErrorStateProps = {
  /** The heading level; 1 if the screen has no other heading. */
  level?: 1;
  title?: string;
  text?: string;
  onRetry: () => void;
  retrying?: boolean;
};

export function ErrorState({
  level,
  title = "No se pudo cargar",
  text = "Tus datos están a salvo. Comprueba tu conexión e inténtalo de nuevo.",
  onRetry,
  retrying = false,
}: ErrorStateProps) {
  const Title = level ? "h1" : "p";
  return (
    <div role="alert" className="mx-auto flex max-w-sm flex-col items-center px-4 py-14 text-center">
      <div aria-hidden className="mb-5 grid size-14 place-items-center rounded-card bg-sunken text-ink-soft">
        <CloudOff className="size-7" />
      </div>
      <Title className="font-semibold text-lg" {...(level && { tabIndex: -1 })}>
        {title}
      </Title>
      <p className="mt-2 text-balance text-ink-soft">{text}</p>
      <Button variant="outline" className="mt-6" icon={<RotateCw />} loading={retrying} onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}
