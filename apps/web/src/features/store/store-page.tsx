import { Sparkles } from "lucide-react";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";

export default function StorePage() {
  return (
    <>
      <PageHeader title="Tienda" />
      <EmptyState
        icon={<Sparkles />}
        title="Muy pronto"
        text="Estamos preparando la tienda. Mientras tanto, puedes seguir estudiando con todo lo que ya tienes."
      />
    </>
  );
}
