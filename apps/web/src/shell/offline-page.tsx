import { CloudOff } from "lucide-react";
import { buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Logo } from "#ui/logo.tsx";

/** The page of the service worker for addresses that need a network. It is prerendered and needs no JavaScript. */
export default function OfflinePage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex min-h-18 w-full max-w-[74rem] items-center px-4 md:px-8">
        <Logo />
      </header>
      <main id="contenido" tabIndex={-1} className="flex flex-1 flex-col justify-center pb-24">
        <EmptyState
          level={1}
          icon={<CloudOff />}
          title="Sin conexión"
          text="No se pudo conectar con Repasa. Esta página se podrá ver cuando vuelva la conexión."
          action={
            // biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself, with its query
            <a href="" className={buttonLook({})}>
              Reintentar
            </a>
          }
        />
      </main>
    </div>
  );
}
