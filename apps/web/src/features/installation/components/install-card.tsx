import { Smartphone } from "lucide-react";
import { useState } from "react";
import { InstallGuide } from "#features/installation/components/install-guide.tsx";
import { askToInstall, useInstallWay } from "#features/installation/installation.prompt.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";

/** Offers to install the app, where that is possible and has not been done. */
export function InstallCard() {
  const way = useInstallWay();
  const [guided, setGuided] = useState(false);
  if (way === null) return null;
  return (
    <section aria-labelledby="install" className="surface-card flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:p-5">
      <Smartphone aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-48 flex-1">
        <h2 id="install" className="font-semibold text-base">
          Lleva Repasa contigo
        </h2>
        <p className="text-ink-soft text-sm">Con su propio icono, y también sin conexión.</p>
      </div>
      <Button variant="outline" onClick={() => (way === "prompt" ? void askToInstall() : setGuided(true))}>
        Instalar Repasa
      </Button>
      <Dialog open={guided} onOpenChange={setGuided} title="Instalar Repasa" description="En tres pasos, desde Safari.">
        <InstallGuide />
      </Dialog>
    </section>
  );
}
