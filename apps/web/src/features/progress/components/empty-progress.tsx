import { ChartNoAxesColumn } from "lucide-react";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

export function EmptyProgress({ hasCards }: { hasCards: boolean }) {
  return (
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title="Aquí verás tu progreso"
      text="Cuando estudies tus primeras cartas, aquí aparecerán tus rachas, lo que recuerdas y lo que está por venir."
      action={
        hasCards ? (
          <ButtonLink href={paths.study()}>Comenzar revisión</ButtonLink>
        ) : (
          <ButtonLink href={paths.folders()}>Ver mis carpetas</ButtonLink>
        )
      }
    />
  );
}
