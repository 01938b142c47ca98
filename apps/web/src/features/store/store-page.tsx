import { useQuery } from "@tanstack/react-query";
import { Library } from "lucide-react";
import { useState } from "react";
import { PlanCard } from "#features/billing/components/plan-card.tsx";
import { PreviewDialog } from "#features/store/components/preview-dialog.tsx";
import { ReadyMadeCard, ReadyMadeCardSkeleton } from "#features/store/components/ready-made-card.tsx";
import { catalogQuery, useAddReadyMade } from "#features/store/store.api.ts";
import { failureOf } from "#lib/query-failure.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

const gridLook = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-3 md:gap-4";

export default function StorePage() {
  return (
    <>
      <PageHeader title="Tienda" />
      <section aria-labelledby="ready-made">
        <h2 id="ready-made" className="text-lg">
          Carpetas listas para estudiar
        </h2>
        <p className="mt-1 mb-4 text-ink-soft">
          Hechas y revisadas por nosotros. Añade una y es tuya: puedes cambiarla como quieras.
        </p>
        <Catalog />
      </section>
      <PlanCard />
    </>
  );
}

function Catalog() {
  const query = useQuery(catalogQuery());
  const { data: catalog, isPending } = query;
  const { add, isAdding } = useAddReadyMade();
  const [preview, setPreview] = useState<{ slug: string; open: boolean } | null>(null);
  if (!catalog) {
    return isPending ? (
      <SkeletonGroup text="Cargando tienda..." className={gridLook}>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are identical
          <ReadyMadeCardSkeleton key={index} />
        ))}
      </SkeletonGroup>
    ) : (
      <LoadFailure what="la tienda" {...failureOf(query)} />
    );
  }
  if (catalog.length === 0) {
    return (
      <EmptyState
        level={3}
        icon={<Library />}
        title="Aún no hay carpetas listas"
        text="Mientras tanto, puedes crear las tuyas."
        action={<ButtonLink href={paths.folders()}>Ir a tus carpetas</ButtonLink>}
      />
    );
  }
  const previewed = catalog.find(({ slug }) => slug === preview?.slug);
  return (
    <>
      <ul aria-labelledby="ready-made" className={gridLook}>
        {catalog.map((folder) => (
          <li key={folder.slug} className="min-w-0">
            <ReadyMadeCard
              folder={folder}
              adding={isAdding(folder.slug)}
              onAdd={() => add(folder)}
              onPreview={() => setPreview({ slug: folder.slug, open: true })}
            />
          </li>
        ))}
      </ul>
      {preview && previewed && (
        <PreviewDialog
          folder={previewed}
          open={preview.open}
          onOpenChange={(open) => setPreview({ slug: previewed.slug, open })}
          adding={isAdding(previewed.slug)}
          onAdd={() => add(previewed)}
        />
      )}
    </>
  );
}
