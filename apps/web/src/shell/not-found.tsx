import { SearchX } from "lucide-react";
import { usePageTitle } from "#lib/page-title.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";

export default function NotFound() {
  usePageTitle("Página no encontrada");
  return (
    <EmptyState
      level={1}
      icon={<SearchX />}
      title="Esta página no existe"
      text="Puede que el enlace esté mal escrito o que la página se haya movido."
      action={<ButtonLink href={paths.home()}>Ir al inicio</ButtonLink>}
    />
  );
}
